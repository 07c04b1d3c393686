// The tests in a workspace of two folders that is trusted.

import * as assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { type CodeActionParams, ExecuteCommandRequest, LanguageClient } from 'vscode-languageclient/node';
import { at, codeOf, diagnostic, fileIn, luaflow, next, open, parts, put, test, until, without } from './kit';

import './files';
import './manifest';
export { run } from './kit';

const here = vscode.ConfigurationTarget;

test('diagnostics, with tags, a link and places that they are related to', async () => {
  const { document } = await open('shop', 'receipt.lua');
  const dead = await diagnostic(document.uri, 'dead-store');
  assert.equal(dead.severity, vscode.DiagnosticSeverity.Warning);
  assert.deepEqual(dead.range.start, at(document, 'discount = 0\n  end'));
  assert.ok(typeof dead.code === 'object' && dead.code.target.path.endsWith('dead-store.md'), 'the code links to its page');
  await vscode.workspace.fs.stat(dead.code.target);
  const unused = await diagnostic(document.uri, 'unused-local');
  assert.deepEqual(unused.tags, [vscode.DiagnosticTag.Unnecessary]);
  const title = luaflow(document.uri).find(d => codeOf(d) === 'dead-store' && d.range.start.isEqual(at(document, 'title =')));
  assert.equal(title, undefined, 'title is read');
});

test('a place that a finding is related to', async () => {
  const { document } = await open('tools', 'join.lua');
  const dead = await diagnostic(document.uri, 'dead-store');
  const related = dead.relatedInformation?.[0];
  assert.ok(related, 'something is related');
  assert.equal(related.location.uri.toString(), document.uri.toString());
  assert.deepEqual(related.location.range.start, at(document, 'text = table.concat(list, separator)'));
});

test('a hover whose lines link to the text', async () => {
  const { document } = await open('shop', 'receipt.lua');
  await diagnostic(document.uri, 'dead-store');
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, at(document, 'discount > 0'));
  const text = hovers.flatMap(h => h.contents).map(c => typeof c === 'string' ? c : c.value).join('\n');
  assert.match(text, /local variable `discount`/);
  assert.match(text, /\]\(file:.*receipt\.lua#L2\b/);
});

test('a .luacheckrc counts', async () => {
  const { document } = await open('configured', 'first.lua');
  await diagnostic(document.uri, 'unused-local');
  assert.ok(!luaflow(document.uri).some(d => codeOf(d) === 'dead-store'), 'it ignores dead stores');
});

async function quickFixes(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
  return vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, range, vscode.CodeActionKind.QuickFix.value, 10);
}

test('the quick fix is the preferred one, and mends the finding', async () => {
  const { document } = await open('shop', 'receipt.lua');
  const before = document.getText();
  const dead = await diagnostic(document.uri, 'dead-store');
  const fix = (await quickFixes(document, dead.range)).find(a => a.isPreferred);
  assert.ok(fix?.edit, 'there is a preferred fix');
  assert.ok(await vscode.workspace.applyEdit(fix.edit));
  assert.equal(document.getText(), before.replace('    discount = 0\n', ''));
  await without(document.uri, 'dead-store');
  await vscode.commands.executeCommand('undo');
  assert.equal(document.getText(), before);
  await diagnostic(document.uri, 'dead-store');
});

test('fix all', async () => {
  const { document } = await open('shop', 'receipt.lua');
  const before = document.getText();
  await diagnostic(document.uri, 'dead-store');
  const changed = next('the text changes', vscode.workspace.onDidChangeTextDocument, e => e.document === document && e.contentChanges.length > 0);
  await vscode.commands.executeCommand('luaflow.fixAll');
  await changed;
  await without(document.uri, 'dead-store');
  assert.doesNotMatch(document.getText(), /discount = 0\n  end/);
  await vscode.commands.executeCommand('undo');
  assert.equal(document.getText(), before);
});

test('fix on save, where it is switched on', async () => {
  const config = vscode.workspace.getConfiguration('luaflow', fileIn('tools', 'join.lua'));
  await config.update('fixOnSave', true, here.WorkspaceFolder);
  const { document } = await open('tools', 'join.lua');
  const before = document.getText();
  await diagnostic(document.uri, 'dead-store');
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), '-- joins\nlocal typed = 1\n');
  await vscode.workspace.applyEdit(edit);
  await vscode.commands.executeCommand('workbench.action.files.save');
  assert.equal(document.isDirty, false);
  assert.doesNotMatch(document.getText(), /unused/);
  assert.match(document.getText(), /local typed = 1/);
  await config.update('fixOnSave', undefined, here.WorkspaceFolder);
  const back = new vscode.WorkspaceEdit();
  back.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), before);
  await vscode.workspace.applyEdit(back);
  await vscode.commands.executeCommand('workbench.action.files.save');
  assert.equal(document.getText(), before);
});

test('fix all in the workspace, seen before and undone at once', async () => {
  const { document: receipt } = await open('shop', 'receipt.lua');
  const join = await vscode.workspace.openTextDocument(fileIn('tools', 'join.lua'));
  const texts = [receipt.getText(), join.getText()];
  await fixWorkspace();
  assert.doesNotMatch(receipt.getText(), /discount = 0\n  end/);
  assert.doesNotMatch(join.getText(), /unused/);
  await vscode.window.showTextDocument(receipt);
  await vscode.commands.executeCommand('undo');
  await until('both are as they were', vscode.workspace.onDidChangeTextDocument,
    () => receipt.getText() === texts[0] && join.getText() === texts[1]);
});

/** Has all files fixed, and all be as it is shown before. */
async function fixWorkspace(): Promise<void> {
  const done = vscode.commands.executeCommand('luaflow.fixWorkspace').then(() => true);
  // The preview says no event when it is there; that it can be applied is the sign.
  while (!await Promise.race([done, vscode.commands.executeCommand('refactorPreview.apply').then(() => pause())])) { /* it is not there yet */ }
}

const pause = (): Promise<false> => new Promise(resolve => setTimeout(resolve, 50, false));

test('fix all in the workspace, in which one file is no text, and another is edited meanwhile', async () => {
  const { document: receipt } = await open('shop', 'receipt.lua');
  await diagnostic(receipt.uri, 'dead-store');
  const all = await Promise.all([receipt.uri, fileIn('tools', 'join.lua'), fileIn('configured', 'first.lua')]
    .map(async uri => [uri, (await vscode.workspace.openTextDocument(uri)).getText()] as const));
  const chunk = fileIn('tools', 'chunk.lua'), last = fileIn('tools', 'last.lua');
  await vscode.workspace.fs.writeFile(chunk, Buffer.from('\x1bLuaS\0\x19\x93\r\n\x1a\n\x04\x08', 'latin1'));
  await vscode.workspace.fs.writeFile(last, Buffer.from('local x = 1\nx = 2\nprint(x)\n'));
  // The receipt is edited when its fixes are known, and those of the last file are asked for.
  const client: any = (await parts()).server.client;
  const { sendRequest } = client;
  client.sendRequest = async (type: unknown, params: CodeActionParams, ...more: unknown[]) => {
    if (params.textDocument?.uri.endsWith('/last.lua')) {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(receipt.uri, new vscode.Position(0, 0), '-- new\n-- new\n');
      assert.ok(await vscode.workspace.applyEdit(edit));
    }
    return sendRequest.call(client, type, params, ...more);
  };
  try {
    await fixWorkspace();
    assert.match(receipt.getText(), /^-- new\n-- new\nlocal function receipt/);
    assert.match(receipt.getText(), /\n    total = total - discount\n  end\n/);
  } finally {
    delete client.sendRequest;
    await vscode.workspace.saveAll();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const [uri, text] of all) {
      await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
    }
    for (const uri of [chunk, last]) {
      await vscode.workspace.fs.delete(uri);
    }
  }
});

test('why: reasons in a tree whose lines jump', async () => {
  const { why } = await parts();
  const editor = await open('shop', 'receipt.lua');
  await diagnostic(editor.document.uri, 'dead-store');
  put(editor, 'discount = 0\n  end');
  const answered = next('there are reasons', why.onDidAnswer);
  await vscode.commands.executeCommand('luaflow.why');
  const [first] = await answered;
  assert.equal(first?.code, 'dead-store');
  assert.deepEqual(why.getChildren(), await answered);
  const step = why.getChildren(first).find(s => s.range !== undefined && s.range.start.line !== first?.range.start.line);
  assert.ok(step, 'a step elsewhere');
  const { command } = why.getTreeItem(step);
  assert.ok(command);
  await vscode.commands.executeCommand(command.command, ...command.arguments ?? []);
  assert.equal(vscode.window.activeTextEditor?.selection.start.line, step.range?.start.line);
  await vscode.commands.executeCommand('luaflow.closeWhy');
  assert.deepEqual(why.getChildren(), []);
});

test('bytecode beside the source, with the cursor in both', async () => {
  const { bytecode } = await parts();
  const editor = await open('shop', 'receipt.lua');
  const { document } = editor;
  await diagnostic(document.uri, 'dead-store');
  put(editor, 'discount = 0\n  end');
  const shown = next('the listing is shown', bytecode.onDidMark);
  await vscode.commands.executeCommand('luaflow.bytecode');
  const listing = await shown;
  const beside = vscode.window.visibleTextEditors.find(e => e.document.uri.toString() === listing.uri.toString());
  assert.ok(beside, 'it is in an editor');
  assert.notEqual(beside.viewColumn, editor.viewColumn);
  assert.match(beside.document.getText(), /LOADK|LOADNIL|MOVE/);
  assert.equal(listing.code.path, '0/0');
  assert.equal(listing.dead.length, 1);
  const store = listing.code.instructions.find(i => i.line === listing.dead[0]);
  assert.equal(store?.range?.start.line, at(document, 'discount = 0\n  end').line);
  assert.equal(listing.unreachable.length, 1); // the return that ends every function

  // From the source to the listing.
  const selected = next('the listing follows', vscode.window.onDidChangeTextEditorSelection, e => e.textEditor === beside);
  put(editor, 'title:upper');
  await selected;
  assert.match(beside.document.lineAt(beside.selection.start.line).text, /SELF|GETUPVAL|MOVE/);

  // A variable that is assigned to is its own instruction, not those of its line.
  const target = next('the listing follows to a target', vscode.window.onDidChangeTextEditorSelection, e => e.textEditor === beside);
  put(editor, 'tax =');
  await target;
  assert.equal(beside.selections.length, 1);
  assert.match(beside.document.lineAt(beside.selection.start.line).text, /MUL/);

  // To the function around it, and back.
  for (const [text, path] of [['return receipt', '0'], ['title:upper', '0/0']] as const) {
    const other = next(`the listing is that of ${path}`, bytecode.onDidMark, l => l.code.path === path);
    put(editor, text);
    await other;
  }

  // From the listing to the source.
  await vscode.window.showTextDocument(beside.document, { viewColumn: beside.viewColumn });
  const back = next('the source follows', vscode.window.onDidChangeTextEditorSelection, e => e.textEditor.document === document);
  const line = listing.dead[0]!;
  vscode.window.activeTextEditor!.selection = new vscode.Selection(line, 0, line, 0);
  await back;
  assert.equal(editor.selection.start.line, at(document, 'discount = 0\n  end').line);

  // The listing of a text that changes.
  await vscode.window.showTextDocument(document, { viewColumn: editor.viewColumn });
  const again = next('the listing has no dead store', bytecode.onDidMark, l => l.dead.length === 0);
  const edit = new vscode.WorkspaceEdit();
  edit.delete(document.uri, document.lineAt(at(document, 'discount = 0\n  end').line).rangeIncludingLineBreak);
  await vscode.workspace.applyEdit(edit);
  await again;
  await vscode.commands.executeCommand('undo');
});

test('slices fade the rest, until they end', async () => {
  const { slices } = await parts();
  const editor = await open('shop', 'receipt.lua');
  const { document } = editor;
  put(editor, 'total\nend');
  const shown = next('the slice is shown', slices.onDidChange);
  await vscode.commands.executeCommand('luaflow.sliceBackward');
  const slice = await shown;
  assert.ok(slice);
  const faded = (text: string): boolean => slice.faded.includes(at(document, text).line);
  assert.ok(faded('local tax'), 'tax does not matter to total');
  assert.ok(!faded('total = total + item.price'), 'the price does');
  const ended = next('it ends', slices.onDidChange);
  await vscode.commands.executeCommand('luaflow.endSlice');
  assert.equal(await ended, undefined);

  put(editor, 'rate)');
  const forward = next('the slice is shown', slices.onDidChange);
  await vscode.commands.executeCommand('luaflow.sliceForward');
  const other = await forward;
  assert.ok(other && !other.faded.includes(at(document, 'local tax').line), 'tax comes of rate');
  assert.ok(other.faded.includes(at(document, 'local title').line), 'title does not');

  // It moves with the text; a broken statement leaves it as it is, and what it is about takes it along.
  const change = async (make: (edit: vscode.WorkspaceEdit) => void) => {
    const edit = new vscode.WorkspaceEdit();
    make(edit);
    assert.ok(await vscode.workspace.applyEdit(edit));
  };
  const before = document.getText();
  const moved = next('the slice is that of the new text', slices.onDidChange);
  await change(edit => edit.insert(document.uri, new vscode.Position(0, 0), 'local broken = (\n'));
  await diagnostic(document.uri, 'syntax-error');
  await change(edit => edit.replace(document.uri, new vscode.Range(0, 0, 1, 0), '-- new\n-- new\n'));
  const now = await moved;
  assert.deepEqual(now?.faded.slice(0, 2), [0, 1]);
  assert.equal(now?.slice.at.start.line, other.slice.at.start.line + 2);
  // So it does in one change of the whole text, as formatters make it.
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const place = now!.slice.at.start;
  const indented = next('the slice is that of the indented text', slices.onDidChange);
  const text = document.getText();
  await change(edit => edit.replace(document.uri, whole, text.replace(/^(?=.)/gm, '  ')));
  assert.deepEqual((await indented)?.slice.at.start, { line: place.line, character: place.character + 2 });
  const around = next('the slice is that of the text with more around it', slices.onDidChange);
  await change(edit => edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), `-- first\n${text}-- last\n`));
  assert.deepEqual((await around)?.slice.at.start, { line: place.line + 1, character: place.character });
  const back = next('the slice is that of the text before', slices.onDidChange);
  await change(edit => edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text));
  assert.deepEqual((await back)?.slice.at.start, place);

  const gone = next('it goes with what it is about', slices.onDidChange);
  await change(edit => edit.replace(document.uri, new vscode.Range(place.line, 0, place.line + 1, 0), ''));
  assert.equal(await gone, undefined);
  const returned = next('it comes back with that', slices.onDidChange);
  await vscode.commands.executeCommand('undo');
  assert.deepEqual((await returned)?.slice.at.start, place);
  const over = next('it ends', slices.onDidChange);
  await vscode.commands.executeCommand('luaflow.endSlice');
  assert.equal(await over, undefined);
  await change(edit => edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), before));
  await document.save();
});

test('the graph of a function in a panel, which follows the cursor, and whose lines lead to the text', async () => {
  const { graph } = await parts();
  const editor = await open('shop', 'receipt.lua');
  const { document } = editor;
  await diagnostic(document.uri, 'dead-store');
  put(editor, 'discount = 0\n  end');
  const shown = next('the graph is shown', graph.onDidShow);
  const loaded = next('the page is there', graph.onDidLoad);
  await vscode.commands.executeCommand('luaflow.graph');
  const first = await shown;
  await loaded;
  assert.equal(first?.graph.path, '0/0');
  const blocks = first.graph.blocks;
  assert.ok(blocks.some((b, n) => b.loop === n), 'it has a loop');
  const row = (text: string): [number, number] => {
    const line = at(document, text).line;
    const block = blocks.findIndex(b => b.ranges.some(r => r.start.line === line));
    assert.ok(block >= 0, text);
    return [block, blocks[block]!.ranges.findIndex(r => r.start.line === line)];
  };
  assert.equal(first.at, row('discount = 0\n  end')[0]);
  const follows = next('another block is marked', graph.onDidShow);
  put(editor, 'local title');
  assert.equal((await follows)?.at, row('local title')[0]);

  // A click, as the page tells it.
  const [block, inIt] = row('total = total + item.price');
  await graph.receive({ block, row: inIt });
  assert.equal(vscode.window.activeTextEditor?.document, document);
  assert.equal(vscode.window.activeTextEditor?.selection.start.line, at(document, 'total = total + item.price').line);

  const outside = next('the graph is that of the file', graph.onDidShow, s => s?.graph.path === '0');
  put(vscode.window.activeTextEditor!, 'return receipt');
  await outside;
  const closed = next('it is closed', graph.onDidShow, s => s === undefined);
  const tab = vscode.window.tabGroups.all.flatMap(g => g.tabs).find(t => t.label === 'Graph');
  assert.ok(tab, 'there is a tab');
  await vscode.window.tabGroups.close(tab);
  await closed;
});

/** A client of another Lua server: one that has no commands of ours. */
class OtherClient extends LanguageClient {
  override registerFeature(feature: Parameters<LanguageClient['registerFeature']>[0]): void {
    if (!('registrationType' in feature) || feature.registrationType.method !== ExecuteCommandRequest.method) {
      super.registerFeature(feature);
    }
  }
}

// The other server is luaflow itself with all features: what it answers to such a request any Lua server does.
test('beside another Lua server there is one outline, one rename and one colouring', async () => {
  const { document } = await open('tools', 'join.lua');
  await diagnostic(document.uri, 'dead-store');
  const other = new OtherClient('other', 'another Lua server', { command: process.env['LUAFLOW_TEST_SERVER']!, args: ['lsp'] }, {
    documentSelector: [{ language: 'lua' }], initializationOptions: { features: 'all' }, middleware: { handleDiagnostics: () => {} },
  });
  await other.start();
  try {
    const { server } = await parts();
    const capabilities = (client: LanguageClient) => client.initializeResult!.capabilities as Record<string, unknown>;
    for (const provider of ['documentSymbolProvider', 'renameProvider', 'semanticTokensProvider', 'definitionProvider', 'referencesProvider',
      'documentHighlightProvider', 'foldingRangeProvider', 'inlayHintProvider', 'workspaceSymbolProvider']) {
      assert.equal(provider in capabilities(server.client!), false, `luaflow has ${provider}`);
      assert.ok(capabilities(other)[provider], `the other has no ${provider}`);
    }
    const ask = <T>(command: string, ...args: unknown[]) => vscode.commands.executeCommand<T>(command, document.uri, ...args);
    const symbols = (await ask<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider')).map(s => s.name);
    assert.ok(symbols.length > 0 && new Set(symbols).size === symbols.length, `outline: ${symbols.join(', ')}`);
    const name = at(document, 'separator');
    const edits = await ask<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', name, 'between');
    const places = edits.get(document.uri).map(e => `${e.range.start.line}:${e.range.start.character}`);
    assert.ok(places.length > 1 && new Set(places).size === places.length, `rename: ${places.join(', ')}`);
    // VS Code asks one provider for colours, the last of the best: that is the other's, and luaflow is asked for none.
    const asked: string[] = [];
    const listeners = [server.client!, other].map((client: any) => {
      const { sendRequest } = client;
      client.sendRequest = (type: any, ...more: unknown[]) => {
        if (/semanticTokens/.test(type.method ?? type)) {
          asked.push(client.name);
        }
        return sendRequest.call(client, type, ...more);
      };
      return () => delete client.sendRequest;
    });
    const tokens = await ask<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens');
    listeners.forEach(stop => stop());
    assert.deepEqual([...new Set(asked)], [other.name], 'who is asked for colours');
    const words: string[] = [];
    for (let i = 0, line = 0, character = 0; i < tokens.data.length; i += 5) {
      const [down, along, length] = tokens.data.slice(i, i + 3) as unknown as [number, number, number];
      [line, character] = [line + down, down > 0 ? along : character + along];
      words.push(`${line}:${character}-${character + length}`);
    }
    assert.ok(words.length > 0 && new Set(words).size === words.length, `colours: ${words.join(', ')}`);
    const highlights = await ask<vscode.DocumentHighlight[]>('vscode.executeDocumentHighlights', name);
    const marked = highlights.map(h => `${h.range.start.line}:${h.range.start.character}`);
    assert.ok(marked.length > 0 && new Set(marked).size === marked.length, `highlights: ${marked.join(', ')}`);
  } finally {
    await other.dispose();
  }
});

test('with all features VS Code has definitions, references, rename, call hierarchies, outlines, folds, hints and colours of it', async () => {
  const { server } = await parts();
  const config = vscode.workspace.getConfiguration('luaflow');
  const restarted = async (change: () => Thenable<void>) => {
    const pid = server.pid;
    await change();
    await until('another server runs', server.onDidChangeState, () => server.state === 'running' && server.pid !== pid);
  };
  await restarted(() => config.update('features', 'all', here.Global));
  try {
    const { document } = await open('shop', 'receipt.lua');
    await diagnostic(document.uri, 'dead-store');
    const ask = <T>(command: string, ...args: unknown[]) => vscode.commands.executeCommand<T>(command, document.uri, ...args);
    const read = at(document, 'total\nend');
    const linesOf = (list: (vscode.Location | vscode.LocationLink)[]) =>
      list.map(l => ('range' in l ? l.range : l.targetSelectionRange ?? l.targetRange).start.line + 1).sort((a, b) => a - b);
    assert.deepEqual(linesOf(await ask('vscode.executeDefinitionProvider', read)), [2, 4, 8]);
    assert.deepEqual(linesOf(await ask('vscode.executeDeclarationProvider', read)), [2]);
    assert.equal((await ask<vscode.Location[]>('vscode.executeReferenceProvider', read)).length, 7);
    const renamed = await ask<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', read, 'sum');
    assert.equal(renamed.get(document.uri).length, 7);
    const [item] = await ask<vscode.CallHierarchyItem[]>('vscode.prepareCallHierarchy', read);
    const sources = await vscode.commands.executeCommand<vscode.CallHierarchyIncomingCall[]>('vscode.provideIncomingCalls', item);
    assert.deepEqual(sources.map(s => s.from.range.start.line + 1).sort((a, b) => a - b), [2, 4, 8]);
    const [given] = await ask<vscode.CallHierarchyItem[]>('vscode.prepareCallHierarchy', at(document, 'rate)'));
    const goals = await vscode.commands.executeCommand<vscode.CallHierarchyOutgoingCall[]>('vscode.provideOutgoingCalls', given);
    assert.deepEqual(goals.map(g => g.to.range.start.line + 1), [13]);
    assert.deepEqual((await ask<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider')).map(s => s.name), ['receipt']);
    assert.ok((await ask<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider')).length >= 3);
    const hints = await ask<vscode.InlayHint[]>('vscode.executeInlayHintProvider', new vscode.Range(0, 0, document.lineCount, 0));
    assert.deepEqual(hints.map(h => h.label), ['= "Receipt"']);
    assert.ok((await ask<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens')).data.length > 0);
    const found = await vscode.commands.executeCommand<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', 'receipt');
    assert.ok(found.some(s => s.name === 'receipt'));
  } finally {
    await restarted(() => config.update('features', undefined, here.Global));
  }
});

test('problems of files that are not open, where they are wanted', async () => {
  const { server } = await parts();
  const config = vscode.workspace.getConfiguration('luaflow');
  const closed = fileIn('tools', 'closed.lua');
  await vscode.workspace.fs.writeFile(closed, Buffer.from('local x = 1\nx = 2\nprint(x)\n'));
  const restarted = async (value: string | undefined) => {
    const pid = server.pid;
    await config.update('workspace', value, here.Global);
    await until('another server runs', server.onDidChangeState, () => server.state === 'running' && server.pid !== pid);
  };
  await restarted('all');
  try {
    const dead = await diagnostic(closed, 'dead-store');
    assert.equal(dead.range.start.line, 0);
    assert.ok(!vscode.workspace.textDocuments.some(d => d.uri.toString() === closed.toString()), 'it is not open');
    await vscode.workspace.fs.writeFile(closed, Buffer.from('local x = 1\nprint(x)\n'));
    await without(closed, 'dead-store');
  } finally {
    await restarted(undefined);
    await vscode.workspace.fs.delete(closed);
  }
});

test('settings change what is reported, for one folder, without a restart', async () => {
  const { server } = await parts();
  const pid = server.pid;
  const { document: receipt } = await open('shop', 'receipt.lua');
  const { document: join } = await open('tools', 'join.lua');
  await diagnostic(receipt.uri, 'dead-store');
  await diagnostic(join.uri, 'dead-store');
  const config = vscode.workspace.getConfiguration('luaflow', join.uri);
  await config.update('severity', { 'dead-store': 'off' }, here.WorkspaceFolder);
  await without(join.uri, 'dead-store');
  await diagnostic(receipt.uri, 'dead-store');
  await config.update('severity', undefined, here.WorkspaceFolder);
  await diagnostic(join.uri, 'dead-store');
  assert.equal(server.pid, pid);
});

test('what is unused is left to others, where that is wanted', async () => {
  const { document } = await open('shop', 'receipt.lua');
  await diagnostic(document.uri, 'unused-local');
  const config = vscode.workspace.getConfiguration('luaflow');
  await config.update('leaveUnusedToOthers', true, here.Workspace);
  await without(document.uri, 'unused-local');
  await diagnostic(document.uri, 'dead-store');
  await config.update('leaveUnusedToOthers', undefined, here.Workspace);
  await diagnostic(document.uri, 'unused-local');
});

test('an untitled document', async () => {
  const document = await vscode.workspace.openTextDocument({ language: 'lua', content: 'local x = 1\nx = 2\nprint(x)\n' });
  await vscode.window.showTextDocument(document);
  await diagnostic(document.uri, 'dead-store');
  await vscode.commands.executeCommand('luaflow.fixAll');
  await without(document.uri, 'dead-store');
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
});

test('the status item says how many findings there are, and of which version', async () => {
  const { status, server } = await parts();
  const { document } = await open('shop', 'receipt.lua');
  await diagnostic(document.uri, 'dead-store');
  const count = luaflow(document.uri).filter(d => d.severity !== vscode.DiagnosticSeverity.Hint).length;
  assert.equal(status.item.text, `$(warning) luaflow ${count}`);
  assert.ok(server.version !== undefined && String(status.item.tooltip).includes(server.version));
});

test('a server that is killed comes back', async () => {
  const { server } = await parts();
  const { document } = await open('shop', 'receipt.lua');
  await diagnostic(document.uri, 'dead-store');
  const pid = server.pid!;
  process.kill(pid, 'SIGKILL');
  await until('it is known', server.onDidChangeState, () => server.state !== 'running');
  await until('it runs again', server.onDidChangeState, () => server.state === 'running');
  assert.notEqual(server.pid, pid);
  await diagnostic(document.uri, 'dead-store');
});

test('a server that crashes again and again is left alone, and the log is offered', async () => {
  const { server, onDidShowMessage } = await parts();
  const { document } = await open('shop', 'receipt.lua');
  await server.restart(); // which forgets earlier crashes
  const told = next('it is told', onDidShowMessage);
  for (let crash = 0; crash <= 5; crash++) {
    const pid = await until('it runs', server.onDidChangeState, () => server.state === 'running' && server.pid);
    process.kill(pid, 'SIGKILL');
    await until('it is known', server.onDidChangeState, () => server.state !== 'running' || server.pid !== pid);
  }
  const message = await told;
  assert.match(message.text, /crashed 6 times/);
  assert.ok(message.buttons.includes('Show log'));
  assert.equal(server.state, 'failed');
  await vscode.commands.executeCommand('luaflow.restart');
  await diagnostic(document.uri, 'dead-store');
});

/** Has another program serve while something is done. */
async function served(by: string, during: () => Promise<void>): Promise<void> {
  const { server } = await parts();
  const config = vscode.workspace.getConfiguration('luaflow');
  await config.update('path', by, here.Global);
  try {
    await during();
  } finally {
    await config.update('path', undefined, here.Global);
    await until('the right one is back', server.onDidChangeState, () => server.state === 'running' && server.path !== by);
  }
}

test('a server that is too old serves, and what it cannot do is told', async () => {
  const { server, onDidShowMessage } = await parts();
  const old = `${process.env['LUAFLOW_TEST_TMP']}/workspace/old-server`;
  const told = next('it is told', onDidShowMessage);
  await served(old, async () => {
    const { text, buttons } = await told;
    assert.match(text, /old-server \(version v0\.0\.1\) is too old .*luaflow\/why/);
    assert.ok(buttons.includes('Open settings'));
    assert.equal(server.state, 'running');
    const editor = await open('shop', 'receipt.lua');
    put(editor, 'discount = 0\n  end');
    const refused = next('the command says so', onDidShowMessage);
    await vscode.commands.executeCommand('luaflow.why');
    assert.match((await refused).text, /too old/);
  });
});

test('a server that is missing, and one that is none', async () => {
  const { onDidShowMessage } = await parts();
  for (const [path, says] of [['/nowhere/luaflow', /no program \/nowhere\/luaflow/], ['/bin/false', /\/bin\/false does not start/]] as const) {
    const told = next('it is told', onDidShowMessage);
    await served(path, async () => {
      assert.match((await told).text, says);
    });
  }
});

test('settings of a wrong type are told, and nothing is started by them', async () => {
  const { server, onDidShowMessage } = await parts();
  const config = vscode.workspace.getConfiguration('luaflow');
  for (const [name, value, says] of [['path', 5, /luaflow\.path is not a string/], ['args', '--log', /luaflow\.args is not a list of strings/]] as const) {
    await until('it runs', server.onDidChangeState, () => server.state === 'running');
    const told = next('it is told', onDidShowMessage);
    await config.update(name, value, here.Global);
    assert.match((await told).text, says);
    assert.equal(server.state, 'failed');
    await config.update(name, undefined, here.Global);
  }
  await until('it runs again', server.onDidChangeState, () => server.state === 'running');
});

test('luaflow.path with a ~ and with spaces', async () => {
  const { server } = await parts();
  const home = process.env['LUAFLOW_TEST_TMP']!;
  const { document } = await open('shop', 'receipt.lua');
  await fs.mkdir(`${home}/my own programs`);
  await fs.copyFile(process.env['LUAFLOW_TEST_SERVER']!, `${home}/my own programs/luaflow`);
  await served('~/my own programs/luaflow', async () => {
    await until('it runs', server.onDidChangeState, () => server.state === 'running' && server.path === `${home}/my own programs/luaflow`);
    await diagnostic(document.uri, 'dead-store');
  });
});

test('a server that never answers, and one that does not end, hold nothing up', async () => {
  const { server } = await parts();
  await served(`${process.env['LUAFLOW_TEST_TMP']}/workspace/mute-server`, async () => {
    await until('it is started', server.onDidChangeState, () => server.state === 'starting' && server.path?.endsWith('mute-server'));
  });
  const pid = server.pid!;
  process.kill(pid, 'SIGSTOP');
  await vscode.commands.executeCommand('luaflow.restart');
  assert.equal(server.state, 'running');
  assert.notEqual(server.pid, pid);
});
