// Helpers shared by the tests, for the workspace and for waiting.
import * as vscode from 'vscode';
import type { Api } from '../../src/extension';

export const extension = () => {
  const found = vscode.extensions.getExtension<Api>('scilit-lsp.scilit');
  if (!found) throw new Error('the extension is not installed');
  return found;
};

export function workspaceFile(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error('the tests need a workspace');
  return vscode.Uri.joinPath(folder.uri, name);
}

/** Shows a file with the cursor before the first occurrence of text. */
export async function showAt(name: string, text: string): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(workspaceFile(name));
  const editor = await vscode.window.showTextDocument(document);
  const at = document.positionAt(document.getText().indexOf(text));
  editor.selection = new vscode.Selection(at, at);
  return editor;
}

/** Runs work with a user setting, and then resets the setting. */
export async function withSetting<T>(name: string, value: unknown, work: () => Promise<T>): Promise<T> {
  const set = (to: unknown) =>
    vscode.workspace.getConfiguration('scilit').update(name, to, vscode.ConfigurationTarget.Global);
  await set(value);
  try {
    return await work();
  } finally {
    await set(undefined);
  }
}

/** Polls until look returns a value, or fails with the description of what it waited for. */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  for (let tries = 0; tries < 300; tries++) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** Accepts the selected item or the text of the open quick pick or input box. */
export const accept = () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');

export async function revert(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter((d) => d.isDirty)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
