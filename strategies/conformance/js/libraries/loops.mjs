// Loops around a function, and functions that give the delay before a reconnection.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import pRetry from 'p-retry';
import asyncRetry from 'async-retry';
import { backOff } from 'exponential-backoff';
import { ExponentialBackoff, handleAll, retry } from 'cockatiel';
import postgres from 'postgres';
import { connectionError } from '../trace.mjs';
import { loop } from '../scripts.mjs';

// inside loads a file that its package does not export.
const inside = (path) => createRequire(import.meta.url)(fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url)));
const kafka = inside('kafkajs/src/retry/index.js');
const { retryable } = inside('google-gax/build/src/normalCalls/retries.js');
const Socket = inside('@redis/client/dist/lib/client/socket.js').default;

const attempt = (next) => async () => {
  const a = next();
  if (!a.status) throw connectionError(a.word);
};

// reconnect calls a function from k = first on, until the service is back.
const reconnect = (delay, first) => async (next) => {
  for (let k = first; next().status !== 200; k++) await new Promise((r) => setTimeout(r, delay(k)));
};

// gax is the loop of the library with the settings that most of its clients are generated with.
function gax(next) {
  const backoffSettings = { initialRetryDelayMillis: 100, retryDelayMultiplier: 1.3, maxRetryDelayMillis: 60000, initialRpcTimeoutMillis: 60000, rpcTimeoutMultiplier: 1, maxRpcTimeoutMillis: 60000, totalTimeoutMillis: 600000 };
  const func = (_arg, _meta, _opts, callback) => {
    const a = next();
    setImmediate(() => callback(a.status === 200 ? null : Object.assign(new Error(a.word), { code: 14 }), {}));
    return { cancel() {} };
  };
  return new Promise((resolve, reject) => {
    retryable(func, { retryCodes: [14], backoffSettings }, { headers: {} }, 'api')({}, (e) => (e ? reject(e) : resolve()));
  });
}

export default [
  { name: 'p-retry', package: 'p-retry', rows: loop, call: (next) => pRetry(attempt(next)) },
  { name: 'async-retry', package: 'async-retry', rows: loop, call: (next) => asyncRetry(attempt(next)) },
  { name: 'exponential-backoff', package: 'exponential-backoff', rows: loop, call: (next) => backOff(attempt(next)) },
  {
    name: 'cockatiel', package: 'cockatiel', rows: loop,
    call: (next) => retry(handleAll, { maxAttempts: 3, backoff: new ExponentialBackoff() }).execute(attempt(next)),
  },
  { name: 'kafkajs', package: 'kafkajs', rows: loop, call: (next) => kafka()(attempt(next)) },
  { name: 'google-gax', package: 'google-gax', rows: loop, call: gax, most: 60 },
  { name: 'postgres.js', package: 'postgres', rows: loop, call: reconnect((k) => 1000 * postgres().options.backoff(k), 1) },
  { name: 'ioredis6', preset: 'ioredis', package: 'ioredis', rows: loop, call: reconnect(inside('ioredis/built/redis/RedisOptions.js').DEFAULT_REDIS_OPTIONS.retryStrategy, 1) },
  { name: 'ioredis5', preset: 'ioredis', package: 'ioredis5', rows: loop, call: reconnect(inside('ioredis5/built/redis/RedisOptions.js').DEFAULT_REDIS_OPTIONS.retryStrategy, 1) },
  { name: 'node-redis', package: '@redis/client', rows: loop, call: reconnect((k) => Socket.prototype.defaultReconnectStrategy(k), 0) },
];
