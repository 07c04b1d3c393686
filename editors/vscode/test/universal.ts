// The tests of the package that has no server in it, where there is none on the PATH.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { diagnostic, open, parts, test, until } from './kit';

export { run } from './kit';

test('without a server it says so, and with luaflow.path it runs', async () => {
  const { server, status } = await parts();
  const { document } = await open('shop', 'receipt.lua');
  await until('there is none', server.onDidChangeState, () => server.state === 'failed');
  assert.match(server.problem ?? '', /no luaflow on the PATH: install it, or name it in the setting luaflow\.path/);
  assert.match(status.item.text, /error/);
  await vscode.workspace.getConfiguration('luaflow').update('path', process.env['LUAFLOW_TEST_SERVER'], vscode.ConfigurationTarget.Global);
  await diagnostic(document.uri, 'dead-store');
  assert.equal(server.problem, undefined);
});
