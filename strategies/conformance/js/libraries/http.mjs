// Clients of HTTP, and what is put around them.
import http from 'node:http';
import axios, { AxiosError } from 'axios';
import axiosRetry from 'axios-retry';
import got from 'got';
import ky from 'ky';
import { Agent, RetryAgent, request } from 'undici';
import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { TIMEOUT, connectionError, silence } from '../trace.mjs';
import { US, web } from '../scripts.mjs';

// axiosAdapter answers in place of a network.
const axiosAdapter = (next) => async (config) => {
  const a = next();
  if (a.word === 'timeout') throw new AxiosError('timeout exceeded', 'ECONNABORTED', config, {});
  if (!a.status) throw AxiosError.from(connectionError(a.word), undefined, config, {});
  const response = { status: a.status, headers: a.headers, config, data: '{}', request: {} };
  if (a.status < 300) return response;
  throw new AxiosError(`status ${a.status}`, a.status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE', config, {}, response);
};

const axiosCall = (options, timeout) => (next, row) => {
  const client = axios.create({ adapter: axiosAdapter(next), timeout: row.deadline ?? timeout });
  axiosRetry(client, options);
  return client.request({ url: 'http://service/', method: row.method });
};

// answer is a response as fetch gives it.
const answer = (a) => new Response(a.status < 400 ? '{}' : '{"error":{"message":"failed"}}', { status: a.status, headers: a.headers });

// webFetch answers in place of fetch, which gives a TypeError for all that goes wrong.
export const webFetch = (next) => async (input, init) => {
  const a = next();
  if (a.word === 'timeout') return silence(init?.signal ?? input.signal);
  if (!a.status) throw Object.assign(new TypeError('fetch failed'), { cause: connectionError(a.word) });
  return answer(a);
};

// A server of its own for clients that cannot be given another network; it does what the
// row of the moment says.
let serve;
const server = http.createServer((req, res) => {
  const a = serve();
  if (a.word === 'timeout') return;
  if (!a.status) { req.socket.resetAndDestroy(); return; }
  res.writeHead(a.status, { ...a.headers, connection: 'close' });
  res.end('{}');
});
await new Promise((r) => server.listen(0, '127.0.0.1', r));
const url = `http://127.0.0.1:${server.address().port}/`;
const served = (latency) => web(latency).filter((r) => r.script !== 'refused'); // a port that refuses counts nothing

const deadlines = () => [400, 900, 5000].flatMap((deadline) => US.map((u) => ({ script: '503', method: 'GET', u, deadline })));

export default [
  { name: 'axios-retry', package: 'axios-retry', rows: () => web(0), call: axiosCall({}) },
  {
    name: 'axios-retry-exponential', package: 'axios-retry',
    rows: () => [...web(0).filter((r) => r.script.startsWith('503') && r.method === 'GET'), ...deadlines()],
    call: axiosCall({ retryDelay: axiosRetry.exponentialDelay }),
  },
  {
    name: 'got', package: 'got', sockets: 12, rows: () => served(TIMEOUT + 1), // its timer of a timeout comes a millisecond late
    call: (next, row) => {
      serve = next;
      return got(url, { method: row.method, ...(row.script.startsWith('timeout') ? { timeout: { request: TIMEOUT } } : {}) });
    },
  },
  {
    name: 'undici', package: 'undici', sockets: 12, rows: () => served(0).filter((r) => r.script !== 'timeout'),
    call: async (next, row) => {
      serve = next;
      const dispatcher = new RetryAgent(new Agent());
      const { statusCode, body } = await request(url, { method: row.method, dispatcher });
      await body.dump();
      if (statusCode >= 400) throw new Error(`status ${statusCode}`);
    },
  },
  {
    name: 'ky', package: 'ky', rows: () => [...web(TIMEOUT), { script: '503', method: 'GET', u: 0, timeout: 800 }],
    call: (next, row) => ky('http://service/', { method: row.method, fetch: webFetch(next), timeout: row.timeout ?? row.latency ?? 10000 }),
  },
  {
    name: 'octokit-retry', package: '@octokit/plugin-retry', rows: () => web(0).filter((r) => r.script !== 'timeout'),
    call: (next, row) => new (Octokit.plugin(retry))({ request: { fetch: webFetch(next) }, log: { debug() {}, info() {}, warn() {}, error() {} } }).request(`${row.method} /zen`),
  },
];
