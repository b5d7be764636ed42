// The position at which the panel cites papers. It follows its text through edits.
import * as vscode from 'vscode';
import { isManuscript } from '../server/server';

/** Returns the active editor if it shows a manuscript, else a visible editor that does. */
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

/**
 * Maps an offset through simultaneous changes, whose ranges refer to the old text. Text inserted at
 * the offset comes after it.
 */
export function moved(offset: number, changes: readonly Change[]): number {
  let shift = 0;
  for (const { rangeOffset, rangeLength, text } of changes) {
    const end = rangeOffset + rangeLength;
    if (rangeOffset < offset && end <= offset) shift += text.length - rangeLength;
    else if (rangeOffset < offset) shift += rangeOffset - offset;
  }
  return offset + shift;
}
