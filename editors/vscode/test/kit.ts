// What the tests have in common. They run inside VS Code's extension host, and wait for
// events: a time counts only as the sign that something hangs.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Parts } from '../src/extension';

const patience = 60_000; // ms, for one thing to happen

type Test = [name: string, body: () => Promise<void>];
const tests: Test[] = [];
const only = process.env['LUAFLOW_TEST'];

export function test(name: string, body: () => Promise<void>): void {
  if (only === undefined || name.includes(only)) {
    tests.push([name, body]);
  }
}

/** Runs the tests in order, and fails if one did. VS Code calls it. */
export async function run(): Promise<void> {
  const failed: string[] = [];
  for (const [name, body] of tests) {
    const start = Date.now();
    try {
      await body();
      console.log(`test: ok   ${name} (${Date.now() - start} ms)`);
    } catch (e) {
      failed.push(name);
      console.log(`test: FAIL ${name}\n${e instanceof Error ? e.stack : String(e)}`);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  }
  if (failed.length > 0) {
    throw new Error(`failed: ${failed.join(', ')}`);
  }
}

/** Waits until something holds, looking again whenever one of the events fires. */
export function until<T>(what: string, event: vscode.Event<any> | vscode.Event<any>[], holds: () => T | undefined | false): Promise<T> {
  return new Promise((resolve, reject) => {
    const subscriptions: vscode.Disposable[] = [];
    const end = (): void => {
      clearTimeout(hung);
      subscriptions.forEach(s => s.dispose());
    };
    const hung = setTimeout(() => {
      end();
      reject(new Error(`waited in vain until ${what}`));
    }, patience);
    const look = (): void => {
      try {
        const value = holds();
        if (value !== undefined && value !== false) {
          end();
          resolve(value);
        }
      } catch (e) {
        end();
        reject(e);
      }
    };
    subscriptions.push(...[event].flat().map(e => e(look)));
    look();
  });
}

/** The next event for which something holds. */
export function next<T>(what: string, event: vscode.Event<T>, holds: (e: T) => boolean = () => true): Promise<T> {
  let found: { value: T } | undefined;
  return until(what, [(listener: any) => event(e => {
    if (holds(e)) {
      found ??= { value: e };
    }
    listener();
  })], () => found).then(f => f.value);
}

/** The extension's parts, once it is active. */
export async function parts(): Promise<Parts> {
  const extension = vscode.extensions.getExtension<Parts>('luaflow.luaflow');
  assert.ok(extension, 'the extension is installed');
  return extension.activate();
}

export function fileIn(folder: string, name: string): vscode.Uri {
  const found = vscode.workspace.workspaceFolders?.find(f => f.name === folder);
  assert.ok(found, folder);
  return vscode.Uri.joinPath(found.uri, name);
}

export async function open(folder: string, name: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(fileIn(folder, name)), { preview: false });
}

export function luaflow(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(d => d.source === 'luaflow');
}

/** A diagnostic of a document, once it is there. */
export function diagnostic(uri: vscode.Uri, code: string): Promise<vscode.Diagnostic> {
  return until(`${code} is reported`, vscode.languages.onDidChangeDiagnostics, () => luaflow(uri).find(d => codeOf(d) === code));
}

export function without(uri: vscode.Uri, code: string): Promise<true> {
  return until(`${code} is reported no more`, vscode.languages.onDidChangeDiagnostics, () => !luaflow(uri).some(d => codeOf(d) === code));
}

export function codeOf(d: vscode.Diagnostic): string {
  return String(typeof d.code === 'object' ? d.code.value : d.code);
}

/** Where a piece of text begins in a document. */
export function at(document: vscode.TextDocument, text: string): vscode.Position {
  const offset = document.getText().indexOf(text);
  assert.ok(offset >= 0, text);
  return document.positionAt(offset);
}

export function put(editor: vscode.TextEditor, text: string): void {
  const position = at(editor.document, text);
  editor.selection = new vscode.Selection(position, position);
}
