// Breakers, walked step by step. A step is "at what result state": what is ok or fail for
// an attempt that ends at once, start7 for one that does not, ok7 and fail7 for its end.
import Breaker from 'opossum';
import { clock, settle } from '../clock.mjs';

// random is a generator of its own: the walks are the same every time.
function random(seed) {
  let x = seed;
  return () => (x = (Math.imul(x, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

const state = (b) => (b.halfOpen ? 'half-open' : b.opened ? 'open' : 'closed');

// walk makes steps as choose says: choose(r, b) gives how far to move on, in ms, and
// whether the next attempt fails; overlap is the share of attempts that take a while.
async function walk(name, options, seed, length, choose, overlap = 0) {
  const r = random(seed);
  const ends = new Map();
  let id = 0;
  const b = new Breaker((end) => new Promise((resolve, reject) => end({ resolve, reject })), { timeout: false, enableSnapshots: false, ...options });
  const start = clock.now;
  const steps = [];
  const fire = async (take) => {
    let result = 'stop';
    b.fire((e) => { result = 'go'; take(e); }).catch(() => {});
    return result;
  };
  for (let n = 0; n < length; n++) {
    const { ms, failing } = choose(r, b);
    await clock.tickAsync(ms);
    let what = failing ? 'fail' : 'ok';
    let result = 'go';
    const finish = (e) => (failing ? e.reject(new Error('failed')) : e.resolve());
    if (overlap && r() < overlap) {
      if (ends.size && r() < 0.5) {
        const key = [...ends.keys()][Math.floor(r() * ends.size)];
        finish(ends.get(key));
        ends.delete(key);
        what += key;
      } else {
        what = `start${++id}`;
        const key = id;
        result = await fire((e) => ends.set(key, e));
      }
    } else result = await fire(finish);
    await settle();
    steps.push(`${clock.now - start} ${what} ${result} ${state(b)}`);
  }
  b.shutdown();
  clock.reset();
  return { walk: name, options, steps };
}

// eager moves on by little, now and then to the end of a bucket or of the open time.
const eager = (p) => (r) => {
  const x = r();
  const ms = x < 0.5 ? Math.floor(r() * 400) : x < 0.7 ? 0 : x < 0.8 ? 1000 : x < 0.9 ? 15000 : 30000;
  return { ms, failing: r() < p };
};

// calm lets an open breaker alone, so that its window is empty when a probe leaves.
const calm = (p) => (r, b) => ({ ms: b.opened || b.halfOpen ? 30000 : Math.floor(r() * 900), failing: r() < p });

const opossum = async () => [
  await walk('calm', {}, 1, 300, calm(0.3)),
  await walk('calm', { volumeThreshold: 5 }, 2, 300, calm(0.4)),
  await walk('calm', { volumeThreshold: 10, errorThresholdPercentage: 25, resetTimeout: 15000, rollingCountTimeout: 5000, rollingCountBuckets: 5 }, 3, 300, calm(0.3)),
  await walk('eager', {}, 4, 400, eager(0.4)),
  await walk('eager', { volumeThreshold: 5 }, 5, 400, eager(0.5)),
  await walk('overlapping', {}, 6, 400, eager(0.4), 0.6),
  await walk('overlapping', { volumeThreshold: 4, resetTimeout: 3000 }, 7, 400, eager(0.5), 0.6),
];

export default [{ name: 'opossum', package: 'opossum', walks: opossum }];
