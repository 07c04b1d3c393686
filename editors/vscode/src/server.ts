// The server's life: it is started, and started again when it crashes, when the user wants
// it, when the settings name another program, and when the workspace becomes trusted. Each
// life is a process and a client of its own.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import * as os from 'node:os';
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, type LanguageClientOptions, ResponseError } from 'vscode-languageclient/node';
import * as messages from './messages';
import { locate, type Program } from './program';
import { type Method, methods, type Place, type Requests } from './requests';
import type { ServerSettings } from './settings';

export type State = 'stopped' | 'starting' | 'running' | 'failed';

/** A server that crashes more often than this, within the time, is left alone. */
const maxRestarts = 5;
/** Settings that the server is started with. */
const serverOptions = ['features', 'references', 'hints', 'workspace'];

const restartWindow = 3 * 60 * 1000; // ms

/** How long a server may take to end when it is told to. */
const grace = 2000; // ms

/** The documents that the server is told of. */
export const documents = [
  { scheme: 'file', language: 'lua' },
  { scheme: 'untitled', language: 'lua' },
];

/** Whether the server knows of a document. */
export function isServed(document: vscode.TextDocument): boolean {
  return vscode.languages.match(documents, document) > 0;
}

/** A client that says to the log what it would show: people are told by this extension. */
class Client extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
  override warn(message: string, data?: unknown): void {
    super.warn(message, data, false);
  }
  override info(message: string, data?: unknown): void {
    super.info(message, data, false);
  }
}

/** One start of the program. */
interface Life {
  program: Program;
  client: Client;
  process?: ChildProcessWithoutNullStreams;
  lastWords: string; // the last line of its error stream, or how it ended
  over: boolean; // the connection was closed
  unwanted: boolean; // it is ended before it has started
  exit: Promise<void>; // of the process
}

export class Server implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<State>();
  private current: State = 'stopped';
  private life: Life | undefined;
  private queue: Promise<void> = Promise.resolve();
  private crashes: number[] = []; // when, in ms
  private told: string | undefined;
  private readonly listeners: vscode.Disposable[];

  /** Fires when the state has changed. */
  readonly onDidChangeState = this.changed.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly settings: ServerSettings,
    readonly log: vscode.LogOutputChannel,
  ) {
    this.listeners = [
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.restart()),
      vscode.workspace.onDidChangeConfiguration(e => {
        if (['path', 'args', ...serverOptions].some(name => e.affectsConfiguration(`luaflow.${name}`))) {
          void this.restart();
        }
      }),
    ];
  }

  get state(): State {
    return this.current;
  }

  /** The client of a server that runs. */
  get client(): LanguageClient | undefined {
    return this.current === 'running' ? this.life?.client : undefined;
  }

  get version(): string | undefined {
    return this.client?.initializeResult?.serverInfo?.version;
  }

  get path(): string | undefined {
    return this.life?.program.path;
  }

  /** Why the server is not running, where it cannot. */
  get problem(): string | undefined {
    return this.current === 'failed' ? this.told : undefined;
  }

  get pid(): number | undefined {
    return this.life?.process?.pid;
  }

  start(): Promise<void> {
    return this.inTurn(() => this.launch());
  }

  /** Starts the server anew; it may have crashed as often as it likes before. */
  restart(): Promise<void> {
    this.crashes = [];
    this.giveUpStart();
    return this.inTurn(async () => {
      await this.end();
      await this.launch();
    });
  }

  stop(): Promise<void> {
    this.giveUpStart();
    return this.inTurn(() => this.end());
  }

  dispose(): void {
    vscode.Disposable.from(...this.listeners).dispose();
    void this.stop();
  }

  /** The client, for a question about a document. Throws an Error whose message is for people. */
  about(document: vscode.TextDocument): LanguageClient {
    if (!isServed(document)) {
      throw new Error('only Lua files on a disk and untitled Lua documents are checked');
    }
    const client = this.client;
    if (client === undefined) {
      throw new Error('the server is not running');
    }
    return client;
  }

  /** Asks the server about a place in a document, or fails as about does. */
  async ask<M extends Method>(
    method: M, document: vscode.TextDocument, position: vscode.Position, more?: Omit<Requests[M][0], keyof Place>,
  ): Promise<Requests[M][1]> {
    const client = this.about(document);
    if (!this.requests().includes(method)) {
      throw new Error(this.tooOld([method]));
    }
    return client.sendRequest<Requests[M][1]>(method, { textDocument: { uri: document.uri.toString() }, position, ...more });
  }

  private inTurn(task: () => Promise<void>): Promise<void> {
    return this.queue = this.queue.then(task).catch((e: unknown) => this.log.error(messages.reason(e)));
  }

  /** Ends a program that has not yet answered: it may never do, and others wait for it. */
  private giveUpStart(): void {
    if (this.life !== undefined && this.current === 'starting') {
      this.life.unwanted = true;
      this.life.process?.kill('SIGKILL');
    }
  }

  private become(state: State): void {
    this.current = state;
    this.changed.fire(state);
  }

  /** Starts the program. What keeps it from that is told, and no error. */
  private async launch(): Promise<void> {
    let program: Program;
    try {
      program = locate(this.context);
    } catch (e) {
      this.fail(messages.reason(e));
      return;
    }
    const life: Life = {
      program,
      client: new Client('luaflow', 'luaflow', () => this.spawn(life), this.options(() => life)),
      lastWords: '',
      over: false,
      unwanted: false,
      exit: Promise.resolve(),
    };
    this.life = life;
    this.become('starting');
    this.log.info(`starting ${program.path} ${program.args.join(' ')}`);
    try {
      await life.client.start();
      if (life.over) {
        throw new Error('it ended at once');
      }
    } catch (e) {
      await this.end();
      if (life.unwanted) {
        return;
      }
      const said = life.lastWords || messages.reason(e);
      if (this.crashes.length === 0 || !this.mayCrashAgain()) {
        this.fail(`${program.path} does not start: ${said}`);
        return;
      }
      return this.launch();
    }
    this.become('running');
    const missing = methods.filter(m => !this.requests().includes(m));
    if (missing.length > 0) {
      messages.warn(this.tooOld(missing), this.ways());
    }
  }

  private fail(text: string): void {
    this.log.error(text);
    this.told = text;
    this.become('failed');
    messages.error(text, this.ways());
  }

  /** What can be done about a server that does not work. */
  private ways(): Record<string, () => unknown> {
    return {
      'Show log': () => this.log.show(),
      'Open settings': () => vscode.commands.executeCommand('workbench.action.openSettings', 'luaflow.path'),
      'How to install it': () => vscode.commands.executeCommand('extension.open', this.context.extension.id),
    };
  }

  private requests(): string[] {
    const own = this.client?.initializeResult?.capabilities.experimental as { luaflow?: { requests?: string[] } } | undefined;
    return own?.luaflow?.requests ?? [];
  }

  private tooOld(missing: string[]): string {
    return `${this.path ?? ''} (version ${this.version ?? 'unknown'}) is too old for this extension: ` +
      `it has no ${missing.join(', ')}. Install a newer one, or clear the setting luaflow.path`;
  }

  private async spawn(life: Life): Promise<ChildProcessWithoutNullStreams> {
    const child = spawn(life.program.path, life.program.args, { cwd: os.homedir() });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    life.process = child;
    child.on('error', e => this.log.error(e));
    life.exit = new Promise(resolve => child.once('exit', (code, signal) => {
      const how = signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`;
      this.log.info(`process ${child.pid}: ${how}`);
      life.lastWords ||= how;
      resolve();
    }));
    if (life.unwanted) {
      child.kill('SIGKILL');
    }
    return child;
  }

  private options(life: () => Life): LanguageClientOptions {
    return {
      documentSelector: documents,
      outputChannel: this.log,
      initializationOptions: () => ({
        trusted: vscode.workspace.isTrusted,
        ...Object.fromEntries(serverOptions.map(name => [name, vscode.workspace.getConfiguration('luaflow').get(name)])),
      }),
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          this.closed(life());
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      stdioOptions: {
        stdout: () => {}, // it is the connection
        stderr: stream => {
          let rest = '';
          stream.on('data', (chunk: Buffer) => {
            const lines = (rest + chunk.toString()).split('\n');
            rest = lines.pop() ?? '';
            for (const line of lines.filter(l => l !== '')) {
              life().lastWords = line;
              this.log.info(line);
            }
          });
        },
      },
      middleware: {
        // What cannot be verified is refused when it has been chosen: the message is for people.
        resolveCodeAction: async (action, token, next) => {
          try {
            return await next(action, token);
          } catch (e) {
            if (e instanceof ResponseError) {
              messages.inform(e.message);
              return action;
            }
            throw e;
          }
        },
        workspace: {
          configuration: params => params.items.map(({ section, scopeUri }) =>
            section === 'luaflow' ? this.settings.for(scopeUri ? vscode.Uri.parse(scopeUri) : undefined) : null),
          didChangeConfiguration: () => this.tellSettings(),
        },
      },
    };
  }

  /** Tells the server that settings have changed, which it asks for then. */
  private async tellSettings(): Promise<void> {
    await this.client?.sendNotification('workspace/didChangeConfiguration', { settings: null });
  }

  /** Is called when the connection of a life is at its end. */
  private closed(life: Life): void {
    life.over = true;
    if (life !== this.life || this.current !== 'running') {
      return; // it was ended, or never started
    }
    const again = this.mayCrashAgain();
    void this.inTurn(async () => {
      if (life !== this.life) {
        return;
      }
      await this.end();
      if (again) {
        await this.launch();
        return;
      }
      this.fail(`the server crashed ${maxRestarts + 1} times in three minutes and is not started again; its log may say why`);
    });
  }

  /** Notes a crash, and reports whether the server is to be started once more. */
  private mayCrashAgain(): boolean {
    const now = Date.now();
    this.crashes = [...this.crashes.filter(t => now - t < restartWindow), now];
    return this.crashes.length <= maxRestarts;
  }

  /** Ends the life there is, gently if it lets itself be. */
  private async end(): Promise<void> {
    const life = this.life;
    this.life = undefined;
    if (life === undefined) {
      return;
    }
    this.become('stopped');
    await life.client.dispose().catch((e: unknown) => this.log.debug(messages.reason(e)));
    life.process?.kill();
    const hung = setTimeout(() => life.process?.kill('SIGKILL'), grace);
    await life.exit;
    clearTimeout(hung);
  }
}
