// Records what libraries do, one file each: node record.mjs [DIR [NAME...]]
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { rest } from './clock.mjs';
import { trace } from './trace.mjs';

const [dir = '../../testdata/js', ...only] = process.argv.slice(2);

export function version(name) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;
}

for (const file of readdirSync(new URL('libraries', import.meta.url)).sort()) {
  const { default: libraries } = await import(`./libraries/${file}`);
  for (const lib of libraries) {
    if (only.length && !only.includes(lib.name)) continue;
    rest(lib.sockets ?? 0);
    const rows = [];
    if (lib.walks) rows.push(...await lib.walks());
    for (const row of lib.rows?.() ?? []) rows.push(await trace(row, lib.call, lib.most));
    await lib.close?.();
    const head = { library: lib.name, preset: lib.preset ?? lib.name, package: lib.package, version: version(lib.package) };
    const text = JSON.stringify(head).slice(0, -1) + ',"rows":[\n' + rows.map((r) => JSON.stringify(r)).join(',\n') + '\n]}\n';
    writeFileSync(`${dir}/${lib.name}.json`, text);
    console.log(`${lib.name}@${head.version}: ${rows.length} rows`);
  }
}
process.exit(0);
