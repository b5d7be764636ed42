// Where the panel's papers are to be cited: a place that stays with its text
// while the document changes.
import * as vscode from 'vscode';
import { isManuscript } from '../server/server';

/** The editor of a manuscript that has the keyboard, else one that can be seen. */
export function manuscriptInSight(): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const editors = activeTextEditor ? [activeTextEditor, ...visibleTextEditors] : visibleTextEditors;
  return editors.find((e) => isManuscript(e.document));
}

export class Anchor implements vscode.Disposable {
  private offset: number;
  private readonly listener: vscode.Disposable;

  constructor(
    readonly document: vscode.TextDocument,
    position: vscode.Position,
  ) {
    this.offset = document.offsetAt(position);
    this.listener = vscode.workspace.onDidChangeTextDocument((e) => {
      if (e.document === this.document) this.offset = moved(this.offset, e.contentChanges);
    });
  }

  get position(): vscode.Position {
    return this.document.positionAt(this.offset);
  }

  dispose(): void {
    this.listener.dispose();
  }
}

interface Change {
  rangeOffset: number;
  rangeLength: number;
  text: string;
}

/** An offset after changes, whose ranges are those before any of them. What is inserted right at it comes behind it. */
export function moved(offset: number, changes: readonly Change[]): number {
  let shift = 0;
  for (const { rangeOffset, rangeLength, text } of changes) {
    const end = rangeOffset + rangeLength;
    if (rangeOffset < offset && end <= offset) shift += text.length - rangeLength;
    else if (rangeOffset < offset) shift += rangeOffset - offset;
  }
  return offset + shift;
}
