// The tests of what happens to files while they are open: they are large, have other line
// ends, get other names, or go.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { at, codeOf, diagnostic, fileIn, luaflow, next, parts, put, test, until, without } from './kit';

/** Shows a new file, and deletes it, or the folder it is in, when that is done with. */
async function withFile(name: string, text: string, use: (editor: vscode.TextEditor) => Promise<void>): Promise<void> {
  const uri = fileIn('tools', name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  try {
    await use(await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false }));
  } finally {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(fileIn('tools', name.split('/')[0]!), { recursive: true }).then(undefined, () => {});
  }
}

const gone = (uri: vscode.Uri) => until('nothing is reported of it', vscode.languages.onDidChangeDiagnostics, () => luaflow(uri).length === 0);

test('a file of 5 MB is checked, and what is asked of it is answered', async () => {
  const rows = Array.from({ length: 70_000 }, (_, i) => `  { id = ${i}, name = "item number ${i}", price = ${i}.5, tags = { "a", "b" } },\n`);
  const text = `local unused = 1\nreturn {\n${rows.join('')}}\n`;
  assert.ok(text.length > 5_000_000);
  await withFile('large.lua', text, async editor => {
    await diagnostic(editor.document.uri, 'unused-local');
    const { slices, onDidShowMessage } = await parts();
    put(editor, 'unused');
    const answered = Promise.race([next('a slice is shown', slices.onDidChange), next('it says why not', onDidShowMessage)]);
    await vscode.commands.executeCommand('luaflow.sliceForward');
    assert.ok(await answered);
    await vscode.commands.executeCommand('luaflow.endSlice');
    await vscode.commands.executeCommand('luaflow.fixAll');
    await without(editor.document.uri, 'unused-local');
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});

test('line ends of Windows stay what they are', async () => {
  await withFile('windows.lua', 'local x = 1\r\nx = 2\r\nprint(x)\r\n', async ({ document }) => {
    const dead = await diagnostic(document.uri, 'dead-store');
    assert.deepEqual(dead.range, new vscode.Range(0, 6, 0, 7));
    await vscode.commands.executeCommand('luaflow.fixAll');
    await without(document.uri, 'dead-store');
    assert.equal(document.getText(), 'local x = 2\r\nprint(x)\r\n');
    await document.save();
  });
});

test('a file that gets another name', async () => {
  await withFile('before.lua', 'local x = 1\nx = 2\nprint(x)\n', async editor => {
    const before = editor.document.uri, after = fileIn('tools', 'after.lua');
    await diagnostic(before, 'dead-store');
    const { slices } = await parts();
    put(editor, 'x)');
    const shown = next('a slice is shown', slices.onDidChange);
    await vscode.commands.executeCommand('luaflow.sliceBackward');
    assert.ok(await shown);
    const ended = next('it ends', slices.onDidChange);
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(before, after);
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.equal(await ended, undefined);
    await diagnostic(after, 'dead-store');
    await gone(before);
    await vscode.commands.executeCommand('luaflow.fixAll');
    await without(after, 'dead-store');
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(after);
  });
});

test('a folder that goes while a file in it is open', async () => {
  await withFile('folder/inside.lua', 'local x = 1\nx = 2\nprint(x)\n', async editor => {
    const { document } = editor;
    await diagnostic(document.uri, 'dead-store');
    const { server, why } = await parts();
    const pid = server.pid;
    await vscode.workspace.fs.delete(fileIn('tools', 'folder'), { recursive: true });
    const edit = new vscode.WorkspaceEdit(); // which keeps the text, now that it is nowhere else
    edit.insert(document.uri, at(document, 'print'), 'local y = x\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('the change is checked', vscode.languages.onDidChangeDiagnostics, () => luaflow(document.uri).some(d => codeOf(d) === 'unused-local'));
    await vscode.window.showTextDocument(document);
    put(editor, 'x = 1');
    const answered = next('there are reasons', why.onDidAnswer);
    await vscode.commands.executeCommand('luaflow.why');
    assert.equal((await answered)[0]?.code, 'dead-store');
    assert.equal(server.pid, pid);
    await vscode.commands.executeCommand('luaflow.closeWhy');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
