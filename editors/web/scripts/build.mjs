// node scripts/build.mjs: makes dist, which the program luaflow has in it. The same sources make the same bytes.
// node scripts/build.mjs check: says whether dist is what the sources make.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const web = dirname(import.meta.dirname), dist = join(web, 'dist');

/** Returns the files of dist, by name. */
async function files() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: web, entryPoints: ['src/main.ts', 'src/start.ts', 'src/worker.ts', 'src/app.css'], outdir: dist, entryNames: '[name]', bundle: true, minify: true,
    format: 'iife', target: ['chrome123', 'firefox120', 'safari17.5'], legalComments: 'none', charset: 'utf8', metafile: true, write: false, logLevel: 'warning',
  });
  const made = new Map(outputFiles.map(f => [f.path.slice(dist.length + 1).replace('main.js', 'app.js'), Buffer.from(f.contents)]));
  const packages = new Set(Object.keys(metafile.inputs).map(path => /.*node_modules\/((?:@[^/]*\/)?[^/]*)/.exec(path)?.[1]).filter(Boolean));
  made.set('index.html', readFileSync(join(web, 'src', 'index.html')));
  made.set('licenses.txt', Buffer.from([...packages].sort().map(license).join('\n')));
  return made;
}

/** The licence of a package, which wants to go where the package goes. */
function license(name) {
  const dir = join(web, 'node_modules', name);
  const file = readdirSync(dir).find(f => /^licen[cs]e/i.test(f));
  return `${name}\n\n${readFileSync(join(dir, file), 'utf8').trimEnd()}\n`;
}

const made = await files();
if (process.argv[2] === 'check') {
  const there = new Set(readdirSync(dist)), names = [...made.keys()];
  const other = [...there].filter(name => !made.has(name)).concat(names.filter(name => !there.has(name) || !readFileSync(join(dist, name)).equals(made.get(name))));
  if (other.length > 0) {
    console.error(`dist is not what the sources make: ${other.join(', ')} differ. Run: npm run build`);
    process.exitCode = 1;
  }
} else {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  made.forEach((bytes, name) => writeFileSync(join(dist, name), bytes));
  console.log([...made].map(([name, bytes]) => `${name}: ${bytes.length} bytes`).join('\n'));
}
