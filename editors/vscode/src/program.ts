// Where the server's program is: where the setting says, in the extension's package, on
// the PATH.

import { accessSync, constants, statSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';

export interface Program {
  path: string;
  args: string[];
}

const windows = process.platform === 'win32';

/** Finds the program, or says in an Error why there is none. */
export function locate(context: vscode.ExtensionContext): Program {
  const config = vscode.workspace.getConfiguration('luaflow');
  const more = config.get<unknown>('args') ?? [];
  if (!Array.isArray(more) || !more.every(arg => typeof arg === 'string')) {
    throw new Error('the setting luaflow.args is not a list of strings');
  }
  const args = ['lsp', ...more];
  const named = config.get<unknown>('path') ?? '';
  if (typeof named !== 'string') {
    throw new Error('the setting luaflow.path is not a string');
  }
  const wanted = named.trim();
  if (wanted !== '') {
    const found = find(wanted);
    if (found === undefined) {
      throw new Error(`there is no program ${wanted}, which the setting luaflow.path names`);
    }
    return { path: found, args };
  }
  const own = context.asAbsolutePath(path.join('bin', windows ? 'luaflow.exe' : 'luaflow'));
  const found = executable(own) ? own : find('luaflow');
  if (found === undefined) {
    throw new Error('this package of the extension has no server in it, and there is no luaflow on the PATH: ' +
      'install it, or name it in the setting luaflow.path');
  }
  return { path: found, args };
}

/** The file of a program that is given by its path, or by its name on the PATH. */
function find(name: string): string | undefined {
  if (name.startsWith('~/') || windows && name.startsWith('~\\')) {
    name = path.join(os.homedir(), name.slice(2));
  }
  if (path.basename(name) !== name) {
    return endings(path.resolve(os.homedir(), name)).find(executable);
  }
  return (process.env['PATH'] ?? '').split(path.delimiter)
    .filter(dir => path.isAbsolute(dir)) // the current folder may be anybody's
    .flatMap(dir => endings(path.join(dir, name)))
    .find(executable);
}

function endings(file: string): string[] {
  return windows && path.extname(file) === '' ? [file + '.exe'] : [file];
}

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
