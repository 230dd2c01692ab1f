// SDKs of services.
import OpenAI from 'openai';
import Anthropic from '@anthropic-ai/sdk';
import Stripe from 'stripe';
import { RestError, createEmptyPipeline, createHttpHeaders, createPipelineRequest } from '@typespec/ts-http-runtime';
import { defaultRetryPolicy } from '@typespec/ts-http-runtime/internal/policies';
import { retryMiddleware as middleware2026, StandardRetryStrategy as Strategy2026 } from '@smithy/core/retry';
import { retryMiddleware as middleware2025 } from '@smithy/middleware-retry';
import { StandardRetryStrategy as Strategy2025 } from '@smithy/util-retry';
import { HttpResponse } from '@smithy/core/protocols';
import { clock, draws } from '../clock.mjs';
import { TIMEOUT, connectionError } from '../trace.mjs';
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

// azure is the policy in a pipeline of its own, before a client that fails as that of the
// runtime does: a timeout of its own is an AbortError.
async function azure(next, row) {
  const pipeline = createEmptyPipeline();
  pipeline.addPolicy(defaultRetryPolicy());
  const request = createPipelineRequest({ url: 'https://service/', method: row.method });
  const response = await pipeline.sendRequest({
    async sendRequest(req) {
      const a = next();
      if (a.word === 'timeout') throw Object.assign(new Error('timed out'), { name: 'AbortError' });
      if (!a.status) throw new RestError(a.word, { code: connectionError(a.word).code, request: req });
      return { request: req, status: a.status, headers: createHttpHeaders(a.headers) };
    },
  }, request);
  if (response.status >= 400) throw new Error(`status ${response.status}`);
}

// smithy is the middleware that every client of the SDK has. An SDK's error knows its
// status and its answer; 408 comes as the error that services name so.
const smithy = (middleware, Strategy, hintHeader, unit) => async (next) => {
  const strategy = new Strategy(async () => 3);
  const options = { retryStrategy: async () => strategy, maxAttempts: async () => 3 };
  const handler = middleware(options)(async () => {
    const a = next();
    if (a.status === 200) return { response: {}, output: { $metadata: {} } };
    if (a.word === 'timeout') throw Object.assign(new Error('timed out'), { name: 'TimeoutError' });
    if (!a.status) throw connectionError(a.word);
    const hint = a.headers['retry-after'];
    const $response = new HttpResponse({ statusCode: a.status, headers: hint ? { [hintHeader]: String(unit * hint) } : {} });
    throw Object.assign(new Error(a.word), { name: a.status === 408 ? 'RequestTimeout' : 'Failed', $metadata: { httpStatusCode: a.status }, $response });
  }, {});
  await handler({ request: {}, input: {} });
};

// quota says how many attempts calls get, one after the other, from a full bucket: f fails
// to the end, r succeeds at the second attempt, o at the first.
const quota = (Strategy) => async () => {
  const calls = 'f'.repeat(120) + 'oorfrfooooooooff' + 'o'.repeat(40) + 'ffrrrff' + 'o'.repeat(60) + 'rrff';
  const rows = [];
  draws(0);
  for (const errorType of ['TRANSIENT', 'THROTTLING']) {
    const strategy = new Strategy(async () => 3);
    let attempts = '';
    for (const kind of calls) {
      let token = await strategy.acquireInitialRetryToken('x');
      let n = 1;
      try {
        while (kind === 'f' || (kind === 'r' && n < 2)) {
          const going = strategy.refreshRetryTokenForRetry(token, { errorType });
          going.catch(() => {});
          await clock.tickAsync(1);
          token = await going;
          n++;
        }
        strategy.recordSuccess(token);
      } catch { /* refused */ }
      attempts += n;
    }
    rows.push({ walk: errorType, calls, attempts });
  }
  draws();
  return rows;
};

export default [
  { name: 'openai-node', package: 'openai', rows: () => web(TIMEOUT), call: generated(OpenAI) },
  { name: 'anthropic-node', package: '@anthropic-ai/sdk', rows: () => web(TIMEOUT), call: generated(Anthropic) },
  { name: 'stripe-node', package: 'stripe', rows: () => web(TIMEOUT), call: stripe },
  { name: 'azure-js', package: '@typespec/ts-http-runtime', rows: () => web(0), call: azure },
  { name: 'aws-sdk-js-v3', package: '@smithy/core', rows: () => web(0), call: smithy(middleware2026, Strategy2026, 'x-amz-retry-after', 1000), walks: quota(Strategy2026) },
  { name: 'aws-sdk-js-v3-2025', package: '@smithy/util-retry', rows: () => web(0), call: smithy(middleware2025, Strategy2025, 'retry-after', 1), walks: quota(Strategy2025) },
];
