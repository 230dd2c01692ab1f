// Records what npm packages do on a fake clock: when their attempts leave, in ms, against
// a service that follows a script, with Math.random fixed; and how opossum walks. The
// vectors are held against the presets by `go test ./strategies`. Run it by
// `npm install && node record.mjs > ../../testdata/javascript.json`.
import FakeTimers from '@sinonjs/fake-timers'
import { readFileSync } from 'node:fs'
import axios from 'axios'
import axiosRetry from 'axios-retry'
import pRetry from 'p-retry'
import CircuitBreaker from 'opossum'
import { ExponentialBackoff, handleAll, retry } from 'cockatiel'

const version = name => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version
const draws = [0, 0.5, 0.999999]

// follow runs one call on a clock of its own.
async function follow(random, call) {
  const clock = FakeTimers.install({ now: 0 })
  const real = Math.random
  Math.random = () => random
  const sent = []
  try {
    const done = call(() => { sent.push(Date.now()); return sent.length }).then(() => true, () => true)
    let over = false
    done.then(() => { over = true })
    for (let i = 0; !over && i < 10000; i++) await clock.nextAsync()
    await done
  } finally {
    Math.random = real
    clock.uninstall()
  }
  return sent
}

const scripts = {
  outage: () => ({ code: 503 }),
  'bad gateway': () => ({ code: 502 }),
  'not found': () => ({ code: 404 }),
  'too many': () => ({ code: 429 }),
  reset: () => ({ code: 0 }),
  timeout: () => ({ code: -1 }),
  'one failure': n => ({ code: n > 1 ? 200 : 500 }),
  'hint of 7 s': () => ({ code: 503, hint: 7 }),
  'hint of a day': () => ({ code: 429, hint: 86400 }),
}

// adapter is a transport of axios that follows a script, each answer after 1 ms.
const adapter = (script, attempt) => async config => {
  const { code, hint } = script(attempt())
  await new Promise(wake => setTimeout(wake, 1))
  const fail = (message, name, response) => { throw new axios.AxiosError(message, name, config, {}, response) }
  if (code === 0) fail('socket hang up', 'ECONNRESET')
  if (code === -1) fail('timeout of 1000ms exceeded', 'ECONNABORTED')
  const response = { status: code, statusText: '', headers: hint ? { 'retry-after': String(hint) } : {}, config, data: '' }
  if (code >= 400) fail('failed', code < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE', response)
  return response
}

const calls = []
for (const [what, script] of Object.entries(scripts)) {
  for (const method of ['get', 'post']) {
    calls.push({
      preset: `axios-retry@${version('axios-retry')}`, what, method, random: 0.5,
      sent: await follow(0.5, attempt => {
        const client = axios.create({ adapter: adapter(script, attempt) })
        axiosRetry(client)
        return client.request({ method, url: 'http://service/' })
      }),
    })
  }
}
for (const random of draws) {
  calls.push({
    preset: `p-retry@${version('p-retry')}`, what: 'outage', method: '', random,
    sent: await follow(random, attempt => pRetry(async () => {
      attempt()
      await new Promise(wake => setTimeout(wake, 1))
      throw new Error('failed')
    })),
  })
  calls.push({
    preset: `cockatiel@${version('cockatiel')}`, what: 'outage', method: '', random,
    sent: await follow(random, attempt => retry(handleAll, { maxAttempts: 3, backoff: new ExponentialBackoff() }).execute(async () => {
      attempt()
      await new Promise(wake => setTimeout(wake, 1))
      throw new Error('failed')
    })),
  })
}

// walk is opossum on a fake clock: pauses and outcomes, and whether the action ran.
async function walk(options, seed, steps, failures) {
  const clock = FakeTimers.install({ now: 0 })
  let state = seed
  const draw = () => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return state / 2 ** 32 }
  const deeds = []
  try {
    let ran = false
    const breaker = new CircuitBreaker(async ok => { ran = true; if (!ok) throw new Error('failed') }, options)
    for (let i = 0; i < steps; i++) {
      const pause = [0, 0, 0, 50, 1000, 5000, 29000, 30001][Math.floor(draw() * 8)]
      await clock.tickAsync(pause)
      const ok = draw() >= failures
      ran = false
      await breaker.fire(ok).catch(() => {})
      deeds.push([pause, ok ? 1 : 0, ran ? 1 : 0])
    }
    breaker.shutdown()
  } finally {
    clock.uninstall()
  }
  return deeds
}

const walks = []
for (const seed of [1, 2, 3]) {
  walks.push({ what: 'as it comes', version: version('opossum'), volume: 0, deeds: await walk({}, seed, 400, 0.4) })
  walks.push({ what: 'volumeThreshold 5', version: version('opossum'), volume: 5, deeds: await walk({ volumeThreshold: 5 }, seed, 400, 0.5) })
}
console.log(JSON.stringify({ calls, walks }).replaceAll('},{', '},\n{'))
