// The place in the active editor that a command is about.
import * as vscode from 'vscode';
import { isManuscript, type Server } from '../server/server';

export interface Place {
  editor: vscode.TextEditor;
  /** For the server's requests. */
  spot: { textDocument: { uri: string; version: number }; position: vscode.Position };
}

/** The cursor in a manuscript. */
export function placeOfCursor(server: Server): Place {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isManuscript(editor.document)) {
    throw new Error('put the cursor into a LaTeX or Markdown document first.');
  }
  return {
    editor,
    spot: { textDocument: server.identify(editor.document), position: editor.selection.active },
  };
}
