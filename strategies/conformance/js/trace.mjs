// One call of a library against a script of answers.
import { clock, draws, settle } from './clock.mjs';

export const TIMEOUT = 1000; // ms, of an attempt that is not answered

// A script is words, the last of which answers all further attempts: a status, 503+7 with
// Retry-After: 7, reset and refused connections, timeout for no answer at all.
function parse(word) {
  const [status, hint] = word.split('+');
  if (!/^\d/.test(status)) return { word, status: 0 };
  const headers = { 'content-type': 'application/json' };
  if (hint) headers['retry-after'] = hint;
  return { word, status: Number(status), headers };
}

// connectionError is what Node gives for a word that is no status.
export function connectionError(word) {
  const code = word === 'refused' ? 'ECONNREFUSED' : 'ECONNRESET';
  return Object.assign(new Error(code === 'ECONNREFUSED' ? 'connect ECONNREFUSED 127.0.0.1:80' : 'read ECONNRESET'), { code, syscall: 'read', errno: -104 });
}

// silence is an attempt that is never answered: it ends when the library gives it up.
export function silence(signal) {
  return new Promise((_, reject) => {
    const give = () => reject(signal.reason ?? Object.assign(new Error('aborted'), { name: 'AbortError' }));
    if (signal?.aborted) give();
    signal?.addEventListener('abort', give, { once: true });
  });
}

// trace lets call(next, row) run, in which next() notes an attempt and says how it ends. A
// call that has had `most` attempts is cut.
export async function trace(row, call, most = 14) {
  const words = row.script.split(' ').map(parse);
  const start = clock.now;
  const sent = [];
  const next = () => {
    sent.push(clock.now - start);
    return words[Math.min(sent.length, words.length) - 1];
  };
  let end = 'cut';
  draws(row.u);
  const done = Promise.resolve().then(() => call(next, row)).then(
    () => { end = 'ok'; },
    (e) => { end = 'error'; row.debug = e; },
  );
  await settle();
  while (end === 'cut' && sent.length < most && clock.now - start < 40 * 86_400_000) {
    await clock.nextAsync();
    await settle();
  }
  if (process.env.DEBUG && end === 'error') console.error(row.script, row.method, row.debug?.name, row.debug?.message?.slice(0, 90));
  delete row.debug;
  const over = clock.now - start;
  draws();
  clock.reset();
  void done;
  return { ...row, sent, end, ...(end === 'cut' ? {} : { over }) };
}
