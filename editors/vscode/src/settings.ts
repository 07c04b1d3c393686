// What the server gets of the settings: an object in the form of .luaflow.json with what
// the user set, and nothing else. The server puts it before the files of the project, so
// a default of the editor must not be in it.

import * as vscode from 'vscode';

/** Settings of the extension, which the server has no use for. */
const ours = new Set(['path', 'args', 'fixOnSave', 'leaveUnusedToOthers', 'features', 'references', 'hints', 'workspace', 'trace.server']);

type Settings = Record<string, unknown>;

interface Manifest {
  contributes: { configuration: { properties: Record<string, { properties?: object }> }[] };
}

export class ServerSettings {
  private readonly names: string[] = [];
  private readonly unusedCodes: string[];

  constructor(manifest: Manifest) {
    const sections = manifest.contributes.configuration.map(c => c.properties);
    for (const name of sections.flatMap(s => Object.keys(s)).map(key => key.slice('luaflow.'.length))) {
      if (!ours.has(name)) {
        this.names.push(name);
      }
    }
    const severities = sections.map(s => s['luaflow.severity']).find(s => s !== undefined);
    this.unusedCodes = Object.keys(severities?.properties ?? {}).filter(code => code.startsWith('unused-'));
  }

  /** What holds for a folder, a file, or where there is neither. */
  for(scope: vscode.Uri | undefined): Settings {
    const config = vscode.workspace.getConfiguration('luaflow', scope ? { uri: scope, languageId: 'lua' } : { languageId: 'lua' });
    const settings: Settings = {};
    for (const name of this.names) {
      const value = together(setValues(config.inspect(name)));
      if (value !== undefined && value !== null) {
        settings[name] = value;
      }
    }
    if (config.get('leaveUnusedToOthers')) {
      const ignored = settings['ignore'] ?? [];
      settings['ignore'] = Array.isArray(ignored) ? [...ignored, ...this.unusedCodes] : ignored; // the server says what is wrong
    }
    return settings;
  }
}

/** What somebody set: the user, the workspace, the folder; for all, and for Lua. */
function setValues(found: ReturnType<vscode.WorkspaceConfiguration['inspect']>): unknown[] {
  return [
    found?.globalValue, found?.globalLanguageValue,
    found?.workspaceValue, found?.workspaceLanguageValue,
    found?.workspaceFolderValue, found?.workspaceFolderLanguageValue,
  ].filter(value => value !== undefined);
}

/** What holds of values of which the last go before the first: of objects, key by key. */
function together(values: unknown[]): unknown {
  return values.length > 0 && values.every(isObject) ? Object.assign({}, ...values) : values.at(-1);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
