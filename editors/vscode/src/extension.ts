// luaflow in VS Code: starts the server, and shows what it knows beyond the protocol.

import * as vscode from 'vscode';
import { BytecodeView } from './bytecode';
import { Fixes } from './fixes';
import { GraphView } from './graph';
import { onDidShowMessage } from './messages';
import { Server } from './server';
import { ServerSettings } from './settings';
import { SliceView } from './slice';
import { Status } from './status';
import { WhyView } from './why';

let server: Server | undefined;

/** The parts, for the tests. It is no interface that other extensions could rely on. */
export interface Parts {
  server: Server;
  status: Status;
  bytecode: BytecodeView;
  graph: GraphView;
  why: WhyView;
  slices: SliceView;
  onDidShowMessage: typeof onDidShowMessage;
}

export function activate(context: vscode.ExtensionContext): Parts {
  const log = vscode.window.createOutputChannel('luaflow', { log: true });
  server = new Server(context, new ServerSettings(context.extension.packageJSON), log);
  const parts: Parts = {
    server,
    status: new Status(server),
    bytecode: new BytecodeView(server),
    graph: new GraphView(context, server),
    why: new WhyView(server),
    slices: new SliceView(server),
    onDidShowMessage,
  };
  context.subscriptions.push(
    log, server, parts.status, parts.bytecode, parts.graph, parts.why, parts.slices, new Fixes(server),
    vscode.commands.registerCommand('luaflow.restart', () => server?.restart()),
    vscode.commands.registerCommand('luaflow.log', () => log.show()),
  );
  void server.start();
  return parts;
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
