// Records what npm packages do on a fake clock, a file of vectors each:
// node record.mjs [DIR [NAME...]]
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { rest } from './clock.mjs';
import { trace } from './trace.mjs';

const [dir = '../../testdata/js', ...only] = process.argv.slice(2);

function version(name) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;
}

for (const file of readdirSync(new URL('libraries', import.meta.url)).sort()) {
  const { default: libraries } = await import(`./libraries/${file}`);
  for (const lib of libraries) {
    if (only.length && !only.includes(lib.name)) continue;
    rest(lib.sockets ?? 0);
    const calls = [];
    for (const row of lib.rows?.() ?? []) calls.push(await trace(row, lib.call, lib.most));
    const walks = await lib.walks?.() ?? [];
    const head = { preset: lib.preset ?? lib.name, package: lib.package, version: version(lib.package) };
    const list = (rows) => '[\n' + rows.map((r) => JSON.stringify(r)).join(',\n') + '\n]';
    writeFileSync(`${dir}/${lib.name}.json`, JSON.stringify(head).slice(0, -1) + `,"calls":${list(calls)},"walks":${list(walks)}}\n`);
    console.log(`${lib.name}@${head.version}: ${calls.length} calls, ${walks.length} walks`);
  }
}
process.exit(0);
