// The status bar item: the engine, the number of papers, and whether a request is running.
import * as vscode from 'vscode';
import { count } from './papers';
import { type StatusResult, status } from './protocol';
import { isManuscript, type Server } from './server/server';

export class StatusItem implements vscode.Disposable {
  readonly item = vscode.window.createStatusBarItem('scilit.status', vscode.StatusBarAlignment.Right, 90);
  private readonly listeners: vscode.Disposable[];
  private known: StatusResult | undefined;

  constructor(private readonly server: Server) {
    this.item.name = 'SciLit';
    this.listeners = [
      server.onDidChangeBusy(() => this.show()),
      server.onDidChangeEngine(() => this.refresh()),
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
    ];
    this.show();
  }

  /** Requests the status, which the server sends once its engine is open. */
  async refresh(): Promise<void> {
    if (this.server.problem) return this.show();
    try {
      this.known = await this.server.request(status, {});
    } catch {
      this.known = undefined; // the server's own message explains why
    }
    this.show();
  }

  dispose(): void {
    this.item.dispose();
    for (const listener of this.listeners) listener.dispose();
  }

  private show(): void {
    const { problem, busy } = this.server;
    const { text, label, command, tooltip } = problem ? stopped(problem) : describe(this.known, busy);
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.command = command;
    this.item.accessibilityInformation = { label, role: 'button' };
    const editor = vscode.window.activeTextEditor;
    if (editor && (isManuscript(editor.document) || editor.document.languageId === 'bibtex'))
      this.item.show();
    else this.item.hide();
  }
}

/** The text of the item, its label for screen readers, and its command. */
interface Shown {
  text: string;
  label: string;
  command: string;
  tooltip: string;
}

const stopped = (problem: string): Shown => ({
  text: '$(warning) SciLit: stopped',
  label: 'SciLit: stopped',
  command: 'scilit.restart',
  tooltip: `${problem} Click to restart it.`,
});

export function describe(known: StatusResult | undefined, busy: boolean): Shown {
  const { says, spoken = says, icon = '$(quote)', command = 'scilit.doctor' } = summary(known);
  const work = busy ? ', searching' : '';
  return {
    text: `${busy ? '$(loading~spin)' : icon} SciLit${says}`,
    label: `SciLit${spoken}${work}`,
    command,
    tooltip: tooltip(known),
  };
}

interface Summary {
  says: string;
  spoken?: string;
  icon?: string;
  command?: string;
}

function summary(known: StatusResult | undefined): Summary {
  if (known === undefined) return { says: '' };
  const icon = '$(warning)';
  if (known.bare) return { says: ': no corpus', icon, command: 'scilit.buildCorpus' };
  if (known.engine === 'none') return { says: ': problem', icon };
  const parts = [...known.corpora, known.library ?? { papers: 0 }];
  const papers = parts.reduce((sum, { papers }) => sum + papers, 0);
  const missing = known.indexes.filter((folder) => !known.corpora.some(({ path }) => path === folder));
  if (missing.length > 0)
    return { says: `: ${missing.length} of ${known.indexes.length} indexes missing`, icon };
  if (known.engine !== 'neural') return { says: `: ${count(papers)}` };
  return {
    says: `: ${known.engine}, ${papers.toLocaleString('en')}`,
    spoken: `: ${known.engine} engine, ${count(papers)}`,
  };
}

function tooltip(known: StatusResult | undefined): string {
  if (known === undefined) return 'The server has not answered yet.';
  if (known.bare) return 'Only the .bib files in the workspace are searched. Click to index papers.';
  if (known.problem) return `${known.problem}\nClick for a diagnosis.`;
  const corpora = known.corpora.map(
    ({ name, papers, fullTexts, path }) => `${name}: ${count(papers)}, ${fullTexts} with full text, ${path}`,
  );
  const library = known.library
    ? [`your library: ${count(known.library.papers)}, ${known.library.state}`]
    : [];
  return [engineOf(known), ...corpora, ...library, ...known.notes].join('\n');
}

/** Returns the engine and the reason for it. It depends on the corpora's vectors; the demo's are static. */
function engineOf({ engine, embedder }: StatusResult): string {
  if (engine === 'neural') return `Engine: neural, with ${embedder}`;
  if (!embedder) return 'Engine: plain, without embeddings';
  return 'Engine: plain, since these corpora have static vectors, like the demo. Corpora that you build use the neural engine if it is installed.';
}
