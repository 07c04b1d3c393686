// The tests in a workspace that is not trusted.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { diagnostic, open, test } from './kit';

export { run } from './kit';

test('files are checked, and the .luacheckrc is not run', async () => {
  assert.equal(vscode.workspace.isTrusted, false);
  const { document } = await open('configured', 'first.lua');
  await diagnostic(document.uri, 'unused-local');
  await diagnostic(document.uri, 'dead-store'); // which the .luacheckrc ignores
});
