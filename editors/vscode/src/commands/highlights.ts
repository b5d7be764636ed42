// Show Highlights: opens the hover for the citation or `scilit:` comment at the cursor.
import * as vscode from 'vscode';

export async function showHighlights(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    editor.document.uri,
    editor.selection.active,
  );
  if (hovers.length === 0) throw new Error('put the cursor on a citation or a scilit comment first.');
  await vscode.commands.executeCommand('editor.action.showHover');
}
