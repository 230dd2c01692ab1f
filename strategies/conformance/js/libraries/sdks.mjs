// SDKs of services.
import OpenAI from 'openai';
import Anthropic from '@anthropic-ai/sdk';
import Stripe from 'stripe';
import { createEmptyPipeline, createHttpHeaders, createPipelineRequest } from '@typespec/ts-http-runtime';
import { defaultRetryPolicy } from '@typespec/ts-http-runtime/internal/policies';
import { retryMiddleware as middleware2026, StandardRetryStrategy as Strategy2026 } from '@smithy/core/retry';
import { retryMiddleware as middleware2025 } from '@smithy/middleware-retry';
import { StandardRetryStrategy as Strategy2025 } from '@smithy/util-retry';
import { TIMEOUT, connectionError, silence } from '../trace.mjs';
import { web } from '../scripts.mjs';
import { webFetch } from './http.mjs';

const generated = (Client) => (next, row) => {
  const client = new Client({ apiKey: 'key', baseURL: 'http://service', fetch: webFetch(next), ...(row.script.startsWith('timeout') ? { timeout: TIMEOUT } : {}) });
  return row.method === 'GET' ? client.get('/x') : client.post('/x', { body: {} });
};

function stripe(next, row) {
  const client = new Stripe('sk_test', { httpClient: Stripe.createFetchHttpClient(webFetch(next)), telemetry: false, ...(row.script.startsWith('timeout') ? { timeout: TIMEOUT } : {}) });
  return row.method === 'GET' ? client.balance.retrieve() : client.customers.create({});
}

// azure is the policy in a pipeline of its own; the client in front of it says what Node says.
async function azure(next, row) {
  const pipeline = createEmptyPipeline();
  pipeline.addPolicy(defaultRetryPolicy());
  const request = createPipelineRequest({ url: 'https://service/', method: row.method });
  const response = await pipeline.sendRequest({
    async sendRequest(req) {
      const a = next();
      if (a.word === 'timeout') throw Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });
      if (!a.status) throw connectionError(a.word);
      return { request: req, status: a.status, headers: createHttpHeaders(a.headers) };
    },
  }, request);
  if (response.status >= 400) throw new Error(`status ${response.status}`);
}

// smithy is the middleware that every client of the SDK has. An SDK's error knows its
// status and its answer; a throttle is known by its status.
const smithy = (middleware, Strategy, hintHeader) => async (next) => {
  const strategy = new Strategy(async () => 3);
  const options = { retryStrategy: async () => strategy, maxAttempts: async () => 3 };
  const handler = middleware(options)(async () => {
    const a = next();
    if (a.status === 200) return { response: {}, output: { $metadata: {} } };
    if (a.word === 'timeout') throw Object.assign(new Error('timed out'), { name: 'TimeoutError' });
    if (!a.status) throw connectionError(a.word);
    const hint = a.headers['retry-after'];
    const headers = hint ? { [hintHeader]: hintHeader === 'retry-after' ? hint : String(1000 * hint) } : {};
    throw Object.assign(new Error(a.word), { name: 'Failed', $metadata: { httpStatusCode: a.status }, $response: { statusCode: a.status, headers } });
  }, {});
  await handler({ request: {}, input: {} });
};

// quota counts retries of calls that fail, from a full bucket, then with successes between.
function quota(Strategy) {
  return async () => {
    const rows = [];
    for (const errorType of ['TRANSIENT', 'THROTTLING']) {
      const strategy = new Strategy(async () => 3);
      for (const kind of [...Array(120).fill('fail'), 'ok', 'ok', 'recover', 'fail', 'recover', ...Array(40).fill('ok'), 'fail', 'fail']) {
        strategy.retryBackoffStrategy && (strategy.retryBackoffStrategy.computeNextBackoffDelay = () => 0);
        let token = await strategy.acquireInitialRetryToken('x');
        let attempts = 1;
        try {
          while (kind !== 'ok' && !(kind === 'recover' && attempts === 2)) {
            const going = strategy.refreshRetryTokenForRetry(token, { errorType });
            clock.tickAsync(1);
            token = await going;
            attempts++;
          }
          strategy.recordSuccess(token);
        } catch { /* refused */ }
        rows.push({ walk: errorType, kind, attempts, capacity: strategy.getCapacity() });
      }
    }
    return rows;
  };
}

import { clock } from '../clock.mjs';
void silence;

export default [
  { name: 'openai-node', package: 'openai', rows: web, call: generated(OpenAI) },
  { name: 'anthropic-node', package: '@anthropic-ai/sdk', rows: web, call: generated(Anthropic) },
  { name: 'stripe-node', package: 'stripe', rows: web, call: stripe },
  { name: 'azure-js', package: '@typespec/ts-http-runtime', rows: web, call: azure },
  { name: 'aws-sdk-js-v3', package: '@smithy/core', rows: web, call: smithy(middleware2026, Strategy2026, 'x-amz-retry-after'), walks: quota(Strategy2026) },
  { name: 'aws-sdk-js-v3-2025', package: '@smithy/util-retry', rows: web, call: smithy(middleware2025, Strategy2025, 'retry-after'), walks: quota(Strategy2025) },
];
