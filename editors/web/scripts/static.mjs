// node scripts/static.mjs OUT [ENGINE]: makes the page as files that anybody can host: dist, and luaflow as WebAssembly
// beside it. ENGINE is a luaflow.wasm that is there already; without one it is compiled, which takes Go.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const limit = 3_500_000; // bytes of all files, packed
const web = dirname(import.meta.dirname);

/** Returns luaflow as WebAssembly. */
function compiled() {
  const folder = mkdtempSync(join(tmpdir(), 'luaflow-static-'));
  try {
    const file = join(folder, 'luaflow.wasm');
    execFileSync('go', ['build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', '-o', file, './engine'], { cwd: web, env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' }, stdio: 'inherit' });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the page for an engine in a worker. What it may do more than the one that is served is run WebAssembly. */
function page() {
  const replace = (text, from, to) => {
    if (!text.includes(from)) {
      throw new Error(`index.html has no ${from}`);
    }
    return text.replace(from, to);
  };
  const html = replace(readFileSync(join(web, 'dist', 'index.html'), 'utf8'), 'name="luaflow-engine" content="server"', 'name="luaflow-engine" content="worker"');
  return replace(html, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
}

const [out, engine] = process.argv.slice(2);
if (out === undefined) {
  console.error('static: say in which folder the page is to be: npm run static OUT');
  process.exit(2);
}
const root = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
mkdirSync(out, { recursive: true });
cpSync(join(web, 'dist'), out, { recursive: true });
writeFileSync(join(out, 'index.html'), page());
cpSync(join(root, 'lib', 'wasm', 'wasm_exec.js'), join(out, 'wasm_exec.js'));
writeFileSync(join(out, 'luaflow.wasm.gz'), gzipSync(engine === undefined ? compiled() : readFileSync(engine), { level: 9 }));
const sizes = readdirSync(out).map(name => [name, name.endsWith('.gz') ? readFileSync(join(out, name)).length : gzipSync(readFileSync(join(out, name)), { level: 9 }).length]);
const all = sizes.reduce((sum, [, size]) => sum + size, 0);
console.log(`${resolve(out)}: ${all} bytes with gzip: ${sizes.map(([name, size]) => `${name} ${size}`).join(', ')}`);
if (all > limit) {
  console.error(`static: that is more than ${limit}`);
  process.exitCode = 1;
}
