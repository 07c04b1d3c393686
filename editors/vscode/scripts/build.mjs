// node scripts/build.mjs: makes dist/extension.js, and says what is in it. It may hold
// nothing but this extension, vscode-languageclient and what that needs, and must stay
// under 500 kB. `node scripts/build.mjs test` makes the suites of the tests.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const limit = 500_000; // bytes
const packages = new Set([
  'vscode-languageclient', 'vscode-languageserver-protocol', 'vscode-languageserver-types',
  'vscode-languageserver-textdocument', 'vscode-jsonrpc', 'semver', 'minimatch', 'brace-expansion', 'balanced-match',
]);

const suites = ['test/main.ts', 'test/untrusted.ts', 'test/universal.ts', 'test/bench.ts'];

const test = process.argv[2] === 'test';
const outfile = 'dist/extension.js';
const { metafile } = await build({
  ...(test ? { entryPoints: suites, outdir: 'dist/test' } : { entryPoints: ['src/extension.ts'], outfile }),
  bundle: true, minify: !test, metafile: true, legalComments: 'none',
  platform: 'node', format: 'cjs', target: 'node20', external: ['vscode'], mainFields: ['module', 'main'],
  logLevel: 'warning',
});
await build({ // the script of the panel with the graph
  entryPoints: ['src/page/graph.ts'], outfile: 'dist/graph.js', bundle: true, minify: !test, legalComments: 'none',
  platform: 'browser', format: 'iife', target: 'es2022', logLevel: 'warning',
});
if (!test) {
  const output = metafile.outputs[outfile];
  const within = new Set(Object.keys(output.inputs).map(path => /.*node_modules\/((?:@[^/]*\/)?[^/]*)/.exec(path)?.[1]).filter(Boolean));
  writeFileSync('dist/licenses.txt', [...within].sort().map(license).join('\n'));
  const others = [...within].filter(name => !packages.has(name));
  if (others.length > 0) {
    throw new Error(`${outfile} holds ${others.join(', ')}`);
  }
  if (output.bytes > limit) {
    throw new Error(`${outfile} has ${output.bytes} bytes, more than ${limit}`);
  }
  console.log(`${outfile}: ${output.bytes} bytes, with ${[...within].sort().join(', ')}`);
}

/** The licence of a package, which wants to go where the package goes. */
function license(name) {
  const dir = join('node_modules', name);
  const file = readdirSync(dir).find(f => /^licen[cs]e/i.test(f));
  return `${name}\n\n${readFileSync(join(dir, file), 'utf8')}\n`;
}
