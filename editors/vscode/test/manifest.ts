// The tests of what package.json says and VS Code does: the schema of .luaflow.json, the
// walkthrough, documents that are nowhere on a disk.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { at, diagnostic, fileIn, luaflow, next, open, parts, test, until } from './kit';

const manifest = () => vscode.extensions.getExtension('luaflow.luaflow')!;

test('a .luaflow.json is validated and completed', async () => {
  const { document: receipt } = await open('shop', 'receipt.lua');
  await diagnostic(receipt.uri, 'dead-store');
  const uri = fileIn('shop', '.luaflow.json');
  await vscode.workspace.fs.writeFile(uri, Buffer.from('{\n  // a comment\n  "dialect": "5.7",\n  "severity": { "dead-stone": "off" },\n  \n}\n'));
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    assert.equal(document.languageId, 'jsonc');
    const ofSchema = (text: string) => until(`the schema refuses ${text}`, vscode.languages.onDidChangeDiagnostics,
      () => vscode.languages.getDiagnostics(uri).find(d => d.source !== 'luaflow' && d.range.contains(at(document, text))));
    assert.match((await ofSchema('"5.7"')).message, /Valid values: "auto", "5.1"/);
    assert.match((await ofSchema('"dead-stone"')).message, /dead-stone/);
    const offered = async (position: vscode.Position) => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', uri, position);
      return items.map(i => typeof i.label === 'string' ? i.label : i.label.label);
    };
    const options = await offered(new vscode.Position(4, 2));
    for (const option of ['std', 'globals', 'ignore', 'files']) {
      assert.ok(options.includes(option), `${option} is among ${options.join(', ')}`);
    }
    assert.ok((await offered(at(document, '5.7'))).includes('"luajit"'));
  } finally {
    await vscode.workspace.fs.delete(uri);
  }
});

interface Step {
  id: string;
  description: string;
  media: { markdown: string };
  completionEvents: string[];
}

test('the walkthrough has what it shows, and its commands and settings are there', async () => {
  const { extensionUri, packageJSON } = manifest();
  const steps: Step[] = packageJSON.contributes.walkthroughs[0].steps;
  const commands = new Set(await vscode.commands.getCommands());
  for (const { id, description, media, completionEvents } of steps) {
    await vscode.workspace.fs.stat(vscode.Uri.joinPath(extensionUri, media.markdown));
    const links = [...description.matchAll(/\(command:([^?)]+)/g)].map(m => m[1]!);
    const events = completionEvents.map(e => e.split(':') as [string, string]);
    for (const command of [...links, ...events.filter(e => e[0] === 'onCommand').map(e => e[1])]) {
      assert.ok(commands.has(command), `${id}: ${command}`);
    }
    for (const [, setting] of events.filter(e => e[0] === 'onSettingChanged')) {
      assert.notEqual(vscode.workspace.getConfiguration().inspect(setting)?.defaultValue, undefined, `${id}: ${setting}`);
    }
  }
  const shown = next('it is open', vscode.window.tabGroups.onDidChangeTabs);
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', 'luaflow.luaflow#start');
  await shown;
  await vscode.commands.executeCommand('workbench.actions.view.problems');
  await vscode.commands.executeCommand('workbench.action.openSettings', 'luaflow');
});

test('no workspace says which program is started, and other extensions have the rest to themselves', async () => {
  const { contributes, capabilities } = manifest().packageJSON;
  const settings = Object.assign({}, ...contributes.configuration.map((c: { properties: object }) => c.properties));
  for (const name of ['luaflow.path', 'luaflow.args']) {
    assert.equal(settings[name].scope, 'machine');
    assert.ok(capabilities.untrustedWorkspaces.restrictedConfigurations.includes(name), name);
  }
  assert.deepEqual(Object.keys(contributes).filter(k => /grammars|snippets|themes/i.test(k)), []);
  const { server } = await parts();
  await until('it runs', server.onDidChangeState, () => server.state === 'running');
  const provided = Object.keys(server.client!.initializeResult!.capabilities).filter(k => k.endsWith('Provider'));
  assert.deepEqual(provided.sort(), ['callHierarchyProvider', 'codeActionProvider', 'diagnosticProvider', 'executeCommandProvider', 'hoverProvider', 'inlineValueProvider']);
});

test('no key of ours is one of VS Code itself', async () => {
  const own: { command: string; key: string }[] = manifest().packageJSON.contributes.keybindings;
  const commands = new Set(await vscode.commands.getCommands());
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse('vscode://defaultsettings/keybindings.json'));
  const all: { command: string; key: string }[] = JSON.parse(document.getText().replace(/^\s*\/\/.*$/gm, ''));
  assert.ok(all.length > 500, 'the keys of VS Code');
  for (const { command, key } of own.filter(k => k.command !== 'luaflow.endSlice')) {
    assert.ok(commands.has(command), command);
    assert.deepEqual(all.filter(k => k.key === key).map(k => k.command), [command], key);
  }
});

// What it says is not there to be read: that takes a native module (see .ci/vscode).
test('the log is shown', async () => {
  await parts();
  await vscode.commands.executeCommand('luaflow.log');
  await until('it is visible', vscode.window.onDidChangeVisibleTextEditors,
    () => vscode.window.visibleTextEditors.some(e => e.document.uri.scheme === 'output'));
});

/** A file system with one file in it. */
class OneFile implements vscode.FileSystemProvider {
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;
  constructor(readonly path: string, readonly text: string) {}
  stat({ path }: vscode.Uri): vscode.FileStat {
    const type = path === this.path ? vscode.FileType.File : vscode.FileType.Directory;
    if (type !== vscode.FileType.File && path !== '/') {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    return { type, ctime: 0, mtime: 0, size: this.text.length };
  }
  readDirectory(): [string, vscode.FileType][] {
    return [[this.path.slice(1), vscode.FileType.File]];
  }
  readFile(): Uint8Array {
    return Buffer.from(this.text);
  }
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }
  private readOnly(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
  createDirectory = this.readOnly;
  writeFile = this.readOnly;
  delete = this.readOnly;
  rename = this.readOnly;
}

test('a folder that is not on a disk: its files are not checked, and the server does not mind', async () => {
  assert.equal(manifest().packageJSON.capabilities.virtualWorkspaces.supported, 'limited');
  const { server, onDidShowMessage } = await parts();
  const { document: receipt } = await open('shop', 'receipt.lua');
  await diagnostic(receipt.uri, 'dead-store');
  const pid = server.pid;
  const text = 'local x = 1\nx = 2\nprint(x)\n';
  const provider = vscode.workspace.registerFileSystemProvider('nowhere', new OneFile('/a.lua', text), { isReadonly: true });
  const root = vscode.Uri.parse('nowhere:/');
  const count = vscode.workspace.workspaceFolders!.length;
  try {
    const added = next('the folder is there', vscode.workspace.onDidChangeWorkspaceFolders);
    vscode.workspace.updateWorkspaceFolders(count, 0, { uri: root, name: 'nowhere' });
    await added;
    const { document } = await vscode.window.showTextDocument(vscode.Uri.joinPath(root, 'a.lua'));
    assert.equal(document.languageId, 'lua');
    for (const command of ['luaflow.why', 'luaflow.bytecode', 'luaflow.graph', 'luaflow.sliceBackward', 'luaflow.fixAll']) {
      const told = next('it is told', onDidShowMessage);
      await vscode.commands.executeCommand(command);
      assert.match((await told).text, /only Lua files on a disk and untitled Lua documents are checked/);
    }
    const untitled = await vscode.workspace.openTextDocument({ language: 'lua', content: text });
    await vscode.window.showTextDocument(untitled, { preview: false });
    await diagnostic(untitled.uri, 'dead-store');
    assert.deepEqual(luaflow(document.uri), []);
    assert.equal(server.pid, pid);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  } finally {
    const gone = next('the folder is gone', vscode.workspace.onDidChangeWorkspaceFolders);
    vscode.workspace.updateWorkspaceFolders(count, 1);
    await gone;
    provider.dispose();
  }
});
