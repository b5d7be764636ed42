// The position of a command in the active editor.
import * as vscode from 'vscode';
import { isManuscript, type Server } from '../server/server';

export interface Place {
  editor: vscode.TextEditor;
  /** Parameters of requests to the server. */
  spot: {
    textDocument: { uri: string; version: number };
    position: vscode.Position;
    /** The selected claim, if any. */
    selection?: { start: vscode.Position; end: vscode.Position };
  };
}

/** Returns the cursor in a manuscript. */
export function placeOfCursor(server: Server): Place {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isManuscript(editor.document)) {
    throw new Error('put the cursor in a manuscript first, such as a LaTeX or Markdown document.');
  }
  const { active, start, end, isEmpty } = editor.selection;
  const at = { textDocument: server.identify(editor.document), position: active };
  return { editor, spot: isEmpty ? at : { ...at, selection: { start, end } } };
}
