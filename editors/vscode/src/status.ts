// The status item: how the server is, which one it is, and how much it has found.

import * as vscode from 'vscode';
import { isServed, type Server, type State } from './server';

const icons: Record<State, string> = {
  stopped: '$(circle-slash)', starting: '$(loading~spin)', running: '$(check)', failed: '$(error)',
};

export class Status implements vscode.Disposable {
  readonly item: vscode.StatusBarItem;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.item = vscode.window.createStatusBarItem('luaflow.status', vscode.StatusBarAlignment.Right, 100);
    this.item.name = 'luaflow';
    this.item.command = { command: 'workbench.action.quickOpen', title: 'Commands', arguments: ['>luaflow: '] };
    this.disposables = [
      this.item,
      server.onDidChangeState(() => this.update()),
      vscode.languages.onDidChangeDiagnostics(() => this.update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
    ];
    this.update();
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private update(): void {
    const { state } = this.server;
    const document = vscode.window.activeTextEditor?.document;
    const here = document ? findings(vscode.languages.getDiagnostics(document.uri)) : 0;
    const everywhere = vscode.languages.getDiagnostics().reduce((sum, [, list]) => sum + findings(list), 0);
    this.item.text = state === 'running' && here > 0 ? `$(warning) luaflow ${here}` : `${icons[state]} luaflow`;
    this.item.tooltip = [
      state === 'running' ? `luaflow ${this.server.version ?? ''}` : `luaflow: the server is ${words[state]}`,
      ...(this.server.path ? [this.server.path] : []),
      `${count(here)} in this file, ${count(everywhere)} in all that are open`,
    ].join('\n');
    this.item.backgroundColor = state === 'failed' ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    if (state === 'failed' || (document && isServed(document))) {
      this.item.show();
    } else {
      this.item.hide();
    }
  }
}

const words: Record<State, string> = {
  stopped: 'stopped', starting: 'starting', running: 'running', failed: 'not running, see its log',
};

/** How many of the diagnostics are ours and more than hints. */
function findings(diagnostics: readonly vscode.Diagnostic[]): number {
  return diagnostics.filter(d => d.source === 'luaflow' && d.severity !== vscode.DiagnosticSeverity.Hint).length;
}

function count(n: number): string {
  return n === 1 ? '1 finding' : `${n} findings`;
}
