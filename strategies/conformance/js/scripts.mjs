// The scripts. u is what Math.random gives: its least, middle and almost its largest.
export const US = [0, 0.5, 0.999999];

const outcomes = ['503', '500', '502', '504', '429', '408', '409', '404', '400', '401', '403', '422', 'reset', 'refused', 'timeout'];
const hints = ['503+7', '429+7', '500+7', '503+86400'];

// web is for clients of HTTP: every outcome by method, hints, an outage that ends. latency
// is how long an attempt takes that times out, in ms.
export function web(latency) {
  const rows = [];
  for (const method of ['GET', 'POST']) {
    for (const script of outcomes) rows.push({ script, method, u: 0.5, ...(script === 'timeout' && latency ? { latency } : {}) });
  }
  for (const script of hints) rows.push({ script, method: 'GET', u: 0.5 });
  for (const script of ['503', '503 503 200', '503 429 reset 200', '503+2 503 200']) {
    for (const u of US) if (script !== '503' || u !== 0.5) rows.push({ script, method: 'GET', u });
  }
  return rows;
}

// loop is for what retries a function, and for reconnections.
export function loop() {
  const rows = [];
  for (const script of ['reset', 'reset 200', 'reset reset reset 200']) for (const u of US) rows.push({ script, method: 'GET', u });
  return rows;
}
