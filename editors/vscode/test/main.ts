// The tests in a workspace of two folders that is trusted.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { at, diagnostic, open, test } from './kit';

export { run } from './kit';

test('diagnostics', async () => {
  const { document } = await open('shop', 'receipt.lua');
  const dead = await diagnostic(document.uri, 'dead-store');
  assert.equal(dead.severity, vscode.DiagnosticSeverity.Warning);
  assert.deepEqual(dead.range.start, at(document, 'discount = 0\n  end'));
  assert.ok(typeof dead.code === 'object' && dead.code.target.path.endsWith('dead-store.md'), 'the code links to its page');
});
