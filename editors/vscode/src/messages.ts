// What the extension says to people of its own accord, in one place.

import * as vscode from 'vscode';

export interface Message {
  text: string;
  buttons: string[];
}

type Buttons = Record<string, () => unknown>;

const shown = new vscode.EventEmitter<Message>();

/** Fires when a message is shown. */
export const onDidShowMessage = shown.event;

/** Shows a message, and does what belongs to the button that is pressed. */
function show(how: typeof vscode.window.showErrorMessage, text: string, buttons: Buttons): void {
  text = 'luaflow: ' + text;
  const titles = Object.keys(buttons);
  void how(text, ...titles).then(pressed => pressed !== undefined && buttons[pressed]?.());
  shown.fire({ text, buttons: titles });
}

export function error(text: string, buttons: Buttons = {}): void {
  show(vscode.window.showErrorMessage, text, buttons);
}

export function warn(text: string, buttons: Buttons = {}): void {
  show(vscode.window.showWarningMessage, text, buttons);
}

export function inform(text: string): void {
  show(vscode.window.showInformationMessage, text, {});
}

/** The message of whatever was thrown. */
export function reason(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
