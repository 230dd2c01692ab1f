// A virtual clock for libraries that know nothing of it. It must be imported before any
// of them, since some keep the timers that they find.
import FakeTimers from '@sinonjs/fake-timers';

const real = { setTimeout: globalThis.setTimeout, setImmediate: globalThis.setImmediate, random: Math.random };

export const clock = FakeTimers.install({
  now: 1_800_000_000_000,
  toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
});

// draws sets what Math.random returns from now on.
export function draws(u) { Math.random = u === undefined ? real.random : () => u; }

// Promises, and where sockets are used the sockets too, come to rest before the clock
// moves on.
let sockets = 0;
export function rest(ms) { sockets = ms; }
export async function settle() {
  for (let i = 0; i < 30; i++) await new Promise((r) => real.setImmediate(r));
  if (sockets) await new Promise((r) => real.setTimeout(r, sockets));
}
