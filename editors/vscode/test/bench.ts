// How long it takes: .ci/vscode bench. Nothing is demanded of the times.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { diagnostic, open, parts, test } from './kit';

export { run } from './kit';

test('times', async () => {
  assert.equal(vscode.extensions.getExtension('luaflow.luaflow')?.isActive, false);
  const start = performance.now();
  await parts();
  const active = performance.now();
  const { document } = await open('shop', 'receipt.lua');
  await diagnostic(document.uri, 'dead-store');
  const found = performance.now();
  console.log(`test: activation ${(active - start).toFixed(0)} ms, first squiggle ${(found - start).toFixed(0)} ms after its begin`);
});
