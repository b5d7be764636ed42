// The item in the status bar: which engine runs, over how many papers, and
// whether it works just now.
import * as vscode from 'vscode';
import { type StatusResult, status } from './protocol';
import { isManuscript, type Server } from './server/server';

export class StatusItem implements vscode.Disposable {
  readonly item = vscode.window.createStatusBarItem('scilit.status', vscode.StatusBarAlignment.Right, 90);
  private readonly listeners: vscode.Disposable[];
  private known: StatusResult | undefined;

  constructor(private readonly server: Server) {
    this.item.name = 'SciLit';
    this.item.command = 'scilit.doctor';
    this.listeners = [
      server.onDidChangeBusy(() => this.show()),
      server.onDidChangeEngine(() => this.refresh()),
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
    ];
    this.show();
  }

  /** Asks the server what runs; it answers once its engine is open. */
  async refresh(): Promise<void> {
    try {
      this.known = await this.server.request(status, {});
    } catch {
      this.known = undefined; // the server's own message says why
    }
    this.show();
  }

  dispose(): void {
    this.item.dispose();
    for (const listener of this.listeners) listener.dispose();
  }

  private show(): void {
    const { text, label } = describe(this.known, this.server.busy);
    this.item.text = text;
    this.item.tooltip = tooltip(this.known);
    this.item.accessibilityInformation = { label, role: 'button' };
    const editor = vscode.window.activeTextEditor;
    if (editor && (isManuscript(editor.document) || editor.document.languageId === 'bibtex'))
      this.item.show();
    else this.item.hide();
  }
}

/** What the item says, and what a screen reader says. */
export function describe(known: StatusResult | undefined, busy: boolean): { text: string; label: string } {
  const icon = busy ? '$(loading~spin)' : known?.engine === 'none' ? '$(warning)' : '$(quote)';
  const work = busy ? ', searching' : '';
  if (known === undefined) return { text: `${icon} SciLit`, label: `SciLit${work}` };
  if (known.engine === 'none')
    return { text: `${icon} SciLit: no corpus`, label: `SciLit: no corpus${work}` };
  const parts = [...known.corpora, known.library ?? { papers: 0 }];
  const papers = parts.reduce((sum, corpus) => sum + corpus.papers, 0).toLocaleString('en');
  return {
    text: `${icon} SciLit: ${known.engine}, ${papers}`,
    label: `SciLit: ${known.engine} engine, ${papers} papers${work}`,
  };
}

function tooltip(known: StatusResult | undefined): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  if (known === undefined) return text.appendText('The server has not answered yet.');
  if (known.problem) return text.appendText(known.problem);
  text.appendText(`Engine: ${known.engine}, by ${known.embedder || 'words alone'}`);
  for (const corpus of known.corpora) {
    text.appendText(
      `\n${corpus.name}: ${corpus.papers} papers, ${corpus.fullTexts} with full text, ${corpus.path}`,
    );
  }
  if (known.library)
    text.appendText(`\nlibrary: ${known.library.papers} papers of yours, ${known.library.state}`);
  for (const note of known.notes) text.appendText(`\n${note}`);
  return text;
}
