// The control-flow graph of a function in a panel beside its source: blocks, loops, what is never
// executed. A click on a line goes to the text; the block at the cursor is marked, and the graph
// follows the cursor from function to function, and the changes of the source.

import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { Latest } from './latest';
import * as messages from './messages';
import { page } from './page/html';
import type { Block, FromPage, ToPage } from './page/messages';
import { rangeOf } from './ranges';
import type { Graph } from './requests';
import { isServed, type Server } from './server';

/** A graph that is shown, with the block at the cursor, and that the tests can look at. */
export interface ShownGraph {
  document: vscode.TextDocument;
  graph: Graph;
  at: number | undefined;
}

export class GraphView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private isReady = false; // the page listens
  private current: ShownGraph | undefined;
  private readonly shown = new vscode.EventEmitter<ShownGraph | undefined>();
  private readonly loaded = new vscode.EventEmitter<void>();
  private readonly latest = new Latest();
  private readonly disposables: vscode.Disposable[];

  /** Fires when another graph is shown, or another block marked; with none when the panel is closed. */
  readonly onDidShow = this.shown.event;
  /** Fires when the page is there. */
  readonly onDidLoad = this.loaded.event;

  constructor(private readonly context: vscode.ExtensionContext, private readonly server: Server) {
    this.disposables = [
      this.shown, this.loaded,
      vscode.commands.registerTextEditorCommand('luaflow.graph', editor => this.show(editor)),
      vscode.window.onDidChangeTextEditorSelection(e => this.follow(e.textEditor)),
      vscode.workspace.onDidChangeTextDocument(e => {
        const editor = vscode.window.visibleTextEditors.find(v => v.document === e.document);
        if (editor !== undefined && e.contentChanges.length > 0) {
          this.follow(editor);
        }
      }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
    this.panel?.dispose();
  }

  private async show(editor: vscode.TextEditor): Promise<void> {
    try {
      const graph = await this.server.ask('luaflow/graph', editor.document, editor.selection.active);
      this.panel ??= this.open();
      this.panel.reveal(undefined, true);
      this.become(editor, graph);
    } catch (e) {
      messages.inform(messages.reason(e));
    }
  }

  private open(): vscode.WebviewPanel {
    const dist = vscode.Uri.joinPath(this.context.extensionUri, 'dist');
    const panel = vscode.window.createWebviewPanel('luaflow.graph', 'Graph', { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {
      enableScripts: true, localResourceRoots: [dist], retainContextWhenHidden: true,
    });
    panel.webview.onDidReceiveMessage((message: FromPage) => this.receive(message));
    panel.onDidDispose(() => {
      this.panel = this.current = undefined;
      this.isReady = false;
      this.shown.fire(undefined);
    });
    const script = panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, 'graph.js'));
    panel.webview.html = page(script.toString(), panel.webview.cspSource, randomBytes(16).toString('hex'));
    return panel;
  }

  /** Takes what the page says. */
  async receive(message: FromPage): Promise<void> {
    if ('ready' in message) {
      this.isReady = true;
      this.tellAll();
      this.loaded.fire();
      return;
    }
    const shown = this.current;
    const range = shown?.graph.blocks[message.block]?.ranges[message.row];
    if (shown === undefined || range === undefined || shown.document.version !== shown.graph.version) {
      return; // the places are those of another text
    }
    const selection = rangeOf(range);
    const beside = vscode.window.visibleTextEditors.find(e => e.document === shown.document);
    await vscode.window.showTextDocument(shown.document, { selection, viewColumn: beside?.viewColumn ?? vscode.ViewColumn.One });
  }

  private follow(editor: vscode.TextEditor): void {
    if (this.panel === undefined || !isServed(editor.document) || editor !== vscode.window.activeTextEditor) {
      return;
    }
    this.latest.do(async () => {
      const shown = this.current;
      if (shown === undefined || !isOf(shown, editor)) {
        this.become(editor, await this.server.ask('luaflow/graph', editor.document, editor.selection.active));
      } else if (shown.at !== blockAt(shown.graph, editor.selection.active)) {
        shown.at = blockAt(shown.graph, editor.selection.active);
        this.tell({ at: shown.at });
        this.shown.fire(shown);
      }
    });
  }

  private become({ document, selection }: vscode.TextEditor, graph: Graph): void {
    if (this.panel === undefined || graph.version !== document.version) {
      return;
    }
    this.current = { document, graph, at: blockAt(graph, selection.active) };
    this.tellAll();
    this.shown.fire(this.current);
  }

  private tellAll(): void {
    if (this.current === undefined) {
      return;
    }
    const { document, graph, at } = this.current;
    const name = path.posix.basename(document.uri.path);
    const title = graph.path === '0' ? name : `${name}, function in line ${graph.range.start.line + 1}`;
    this.tell({ show: { title, blocks: graph.blocks.map(b => blockOf(document, b)) } });
    this.tell({ at });
  }

  private tell(message: ToPage): void {
    if (this.isReady) {
      void this.panel?.webview.postMessage(message);
    }
  }
}

function blockOf(document: vscode.TextDocument, { ranges, fate, ...rest }: Graph['blocks'][number]): Block {
  return { ...rest, isDead: fate === 'unreachable', rows: ranges.map(r => ({ line: r.start.line, text: document.lineAt(r.start.line).text.trim() })) };
}

/** The block that a place is in: that of the smallest piece of text around it, or of its line. */
function blockAt(graph: Graph, position: vscode.Position): number | undefined {
  let best: [number, number] | undefined; // length of the piece, block
  graph.blocks.forEach((block, n) => {
    for (const range of block.ranges.map(rangeOf)) {
      const isAround = range.contains(position);
      const size = isAround ? range.end.character - range.start.character : 1e6;
      if ((isAround || range.start.line === position.line) && (best === undefined || size < best[0])) {
        best = [size, n];
      }
    }
  });
  return best?.[1];
}

/** Whether a graph is that of the function at an editor's cursor still. */
function isOf({ document: source, graph }: ShownGraph, { document, selection }: vscode.TextEditor): boolean {
  const around = ({ range }: { range: Graph['range'] }) => rangeOf(range).contains(selection.active);
  return document === source && document.version === graph.version && (graph.path === '0' || around(graph)) && !graph.functions.some(around);
}
