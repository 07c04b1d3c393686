// The engine of the static page, run by Node.js.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';

/** Returns the function that answers requests, of the engine in a folder that scripts/static.mjs has made. */
export async function answers(folder) {
  runInThisContext(readFileSync(join(folder, 'wasm_exec.js'), 'utf8'));
  const go = new globalThis.Go();
  const { instance } = await WebAssembly.instantiate(gunzipSync(readFileSync(join(folder, 'luaflow.wasm.gz'))), go.importObject);
  await new Promise((resolve, reject) => {
    globalThis.luaflowReady = resolve;
    go.run(instance).then(() => reject(new Error('luaflow has ended')), reject);
  });
  return globalThis.luaflowAsk;
}
