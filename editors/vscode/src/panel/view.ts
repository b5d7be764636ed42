// The view of the panel: answers its messages with requests to the server.
import * as vscode from 'vscode';
import { judge } from '../commands/rewrite';
import { openPdf } from '../open';
import { page } from '../page';
import { type CitationText, type Paper, type PaperRef, refOf } from '../papers';
import { bibtex, type DraftResult, discover, draft, explain, status } from '../protocol';
import { isOnlineOff, type Server } from '../server/server';
import { Anchor, manuscriptInSight } from './anchor';
import { panelPage } from './html';
import type { FromPanel, Summary, ToPanel } from './messages';
import { OnlineSearch } from './online';

const corpusCommands = {
  demo: 'scilit.demoCorpus',
  papers: 'scilit.buildCorpus',
  bibliography: 'scilit.growFromBibliography',
};

/** Number of papers per page of the list. */
const pageSize = 10;

/** Number of alternative sentences per paper. */
const mostVariants = 6;

/** Returns a draft without its edit, which the page does not need. */
const writtenOf = ({ text, formName, evidence, support, prefer, note }: DraftResult): CitationText => ({
  text,
  formName,
  evidence,
  support,
  prefer,
  note,
});

/** Describes which of the sentences about a paper is shown. After the last one, the first is shown again. */
function placeIn(count: number, index: number, form = ''): string {
  if (count === 1) return 'No other sentence was found.';
  if (index === count) return `Only ${count} sentences were found: the first is shown again.`;
  return `Sentence ${index + 1} of ${count}${form && ` (${form})`}.`;
}

const idOf = (ref: PaperRef) => `${ref.corpus}/${ref.paper}`;

export class PanelView implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  /** Whether the page has loaded. Messages sent before then are lost. */
  private ready = false;
  /** Whether the next list of papers takes the focus. */
  private takeFocus = false;
  private anchor: Anchor | undefined;
  /** The user's keywords, which replace those of the `scilit:` comment. */
  private keywords: string | undefined;
  /** The user's text, which replaces the sentences of the document. */
  private text: string | undefined;
  private shown: { summary: Summary; papers: Paper[] } | undefined;
  /** Index of the sentence that each paper's card shows; 0 by default. */
  private readonly chosen = new Map<string, number>();
  private search = new vscode.CancellationTokenSource();
  private readonly listener: vscode.Disposable;
  private readonly online: OnlineSearch;
  /** Whether to open the section for online searches after the page has loaded. */
  private takeOnline = false;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly server: Server,
  ) {
    this.listener = server.onDidChangeEngine(() => this.guard(() => this.renew()));
    this.online = new OnlineSearch(server, (message) => this.tell(message));
    server.onCommand('scilit.searchOnline', () => this.searchOnline());
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.ready = false;
    view.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(this.extension, 'dist')],
    };
    view.webview.onDidReceiveMessage((message: FromPanel) => this.guard(() => this.handle(message)));
    view.onDidDispose(() => {
      this.view = undefined;
    });
    view.webview.html = page(view.webview, this.extension, panelPage);
  }

  /** Opens the panel and searches for papers at the cursor. */
  async searchHere(): Promise<void> {
    this.takeFocus = true;
    const found = this.guard(() => this.handle({ type: 'search' }));
    await vscode.commands.executeCommand('scilit.panel.focus');
    await found;
  }

  /** Opens the panel with the queries of an online search. */
  async searchOnline(): Promise<void> {
    this.aimAtCursor();
    this.takeOnline = true;
    await vscode.commands.executeCommand('scilit.panel.focus');
    this.openOnline();
  }

  private openOnline(): void {
    if (!this.takeOnline || !this.ready) return;
    this.takeOnline = false;
    this.tell({ type: 'online' });
  }

  dispose(): void {
    this.listener.dispose();
    this.anchor?.dispose();
    this.search.cancel();
    this.online.cancel();
  }

  /** Shows errors on the page. */
  private async guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof vscode.CancellationError) return;
      if (isOnlineOff(error)) return this.tell({ type: 'off', message: error.message });
      this.tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  private async handle(message: FromPanel): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.ready = true;
        this.openOnline();
        await Promise.all([this.tellBare(), this.replay()]);
        return;
      case 'search':
        this.aimAtCursor();
        this.keywords = message.keywords;
        this.text = message.text;
        return this.find();
      case 'more':
        return this.findMore();
      case 'draft':
        return this.draft(message.ref);
      case 'another':
        return this.another(message.ref);
      case 'cite':
        return this.cite(message.ref, message.mode);
      case 'copy':
        return this.copy(message.ref);
      case 'pdf':
        return this.openPdf(message.ref);
      case 'judge':
        return this.judge(message.keywords);
      case 'plan':
        if (!this.anchor) this.aimAtCursor();
        return this.online.plan(this.searchPosition(), message.keywords);
      case 'searchOnline':
        return this.online.search(this.searchPosition(), message.keywords);
      case 'cancelOnline':
        return this.online.cancel();
      case 'onlineSettings':
        await vscode.commands.executeCommand('workbench.action.openSettings', 'scilit.online');
        return;
      case 'corpus':
        await vscode.commands.executeCommand(corpusCommands[message.of]);
    }
  }

  /** Restores the content, which a hidden panel loses. */
  private async replay(): Promise<void> {
    if (this.shown) return this.show(this.shown.papers, 0);
    if (!this.anchor && vscode.window.activeTextEditor) {
      this.aimAtCursor();
      await this.find();
    }
  }

  /** Searches again after the corpora have changed. */
  private async renew(): Promise<void> {
    if (!this.ready || this.server.problem) return;
    await this.tellBare();
    if (this.anchor) await this.find();
  }

  private async tellBare(): Promise<void> {
    this.tell({ type: 'bare', bare: (await this.server.request(status, {})).bare });
  }

  /** Moves the anchor to the cursor. Without a visible manuscript, the anchor stays where it is. */
  private aimAtCursor(): void {
    const editor = manuscriptInSight();
    if (!editor) {
      if (this.anchor && !this.anchor.document.isClosed) return;
      throw new Error('Open a LaTeX, Markdown, Org or Typst document and put the cursor after a sentence.');
    }
    this.anchor?.dispose();
    this.anchor = new Anchor(editor.document, editor.selection.active);
  }

  private async find(): Promise<void> {
    this.search.cancel();
    this.search = new vscode.CancellationTokenSource();
    this.shown = undefined;
    this.chosen.clear();
    this.tell({ type: 'searching' });
    const known = await this.server.request(status, {});
    if (known.engine === 'none' && known.bare)
      throw new Error('No papers can be searched yet: index some first.');
    await this.page(0);
  }

  private async findMore(): Promise<void> {
    const offset = this.shown?.papers.length ?? 0;
    if (offset > 0) await this.page(offset);
  }

  private async page(offset: number): Promise<void> {
    const { token } = this.search;
    const { papers, ...found } = await this.server.request(
      discover,
      { ...this.spot(), offset, limit: pageSize },
      token,
    );
    if (token.isCancellationRequested) return;
    const own = { keywords: this.keywords !== undefined, text: this.text !== undefined };
    const summary = { ...found, own };
    this.shown = { summary, papers: [...(this.shown?.papers ?? []), ...papers] };
    this.show(papers, offset);
  }

  private show(papers: Paper[], offset: number): void {
    if (!this.shown || !this.ready) return;
    this.tell({ type: 'found', summary: this.shown.summary, papers, offset, focus: this.takeFocus });
    this.takeFocus = false;
  }

  private async draft(ref: PaperRef): Promise<void> {
    const [made] = await this.variants(ref, 1);
    this.tell({ type: 'drafted', ref, written: writtenOf(made) });
    await this.explain(ref);
  }

  /** Sends the passages of a paper. Errors are ignored, since the text may have no claim. */
  private async explain(ref: PaperRef): Promise<void> {
    try {
      const { passages } = await this.server.request(explain, { ...this.spot(), ...ref });
      this.tell({ type: 'explained', ref, passages });
    } catch (error) {
      this.server.log.debug(`no passages: ${String(error)}`);
    }
  }

  private async another(ref: PaperRef): Promise<void> {
    this.tell({ type: 'said', message: 'Writing another sentence …' });
    const all = await this.variants(ref, mostVariants);
    const next = (this.chosen.get(idOf(ref)) ?? 0) + 1;
    const made = all[next % all.length] ?? all[0];
    this.chosen.set(idOf(ref), next % all.length);
    this.tell({ type: 'drafted', ref, written: writtenOf(made) });
    this.tell({ type: 'said', message: placeIn(all.length, next, made.formName) });
  }

  /** Returns the sentences about a paper, best first. */
  private async variants(ref: PaperRef, variants: number): Promise<[DraftResult, ...DraftResult[]]> {
    const asked = { ...this.spot(), ...ref, mode: 'sentence' as const, variants };
    const best = await this.server.request(draft, asked);
    return [best, ...(best.others ?? [])];
  }

  private async cite(ref: PaperRef, mode: 'sentence' | 'mark'): Promise<void> {
    this.tell({ type: 'said', message: 'Writing …' });
    await this.server.write(await this.drafted(ref, mode));
    const { key } = await this.server.request(bibtex, { ...this.spot(), ...ref });
    this.tell({ type: 'said', message: `Cited as ${key}.` });
  }

  private async drafted(ref: PaperRef, mode: 'sentence' | 'mark'): Promise<DraftResult> {
    if (mode === 'mark') return this.server.request(draft, { ...this.spot(), ...ref, mode });
    const at = this.chosen.get(idOf(ref)) ?? 0;
    const all = await this.variants(ref, at + 1);
    return all[at] ?? all[0];
  }

  private async copy(ref: PaperRef): Promise<void> {
    const { entry } = await this.server.request(bibtex, { ...this.spot(), ...ref });
    await vscode.env.clipboard.writeText(entry);
    this.tell({ type: 'said', message: 'BibTeX entry copied.' });
  }

  private async openPdf(ref: PaperRef): Promise<void> {
    const paper = this.shown?.papers.find((paper) => idOf(refOf(paper)) === idOf(ref));
    if (paper) await openPdf(paper);
  }

  private async judge(keywords: string): Promise<void> {
    const { message, severity } = await judge(this.server, keywords);
    const mistaken = severity === vscode.InputBoxValidationSeverity.Error;
    this.tell({ type: 'judged', keywords, message, mistaken });
  }

  /** Returns the request parameters of the anchor in the current version of the document. */
  private spot() {
    if (!this.anchor) throw new Error('Search for papers first.');
    const { document, position } = this.anchor;
    return {
      textDocument: this.server.identify(document),
      position,
      ...(this.keywords !== undefined && { keywords: this.keywords }),
      ...(this.text !== undefined && { text: this.text }),
    };
  }

  /** Omits the keywords, whose syntax online repositories do not understand. */
  private searchPosition() {
    const { keywords, ...place } = this.spot();
    return place;
  }

  private tell(message: ToPanel): void {
    void this.view?.webview.postMessage(message);
  }
}
