// The Ask view: sends questions about papers to the server, and inserts sentences of answers at the
// cursor.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { openPdf } from '../open';
import { page } from '../page';
import { Anchor, manuscriptInSight } from '../panel/anchor';
import {
  type AnswerSentence,
  type AskedPassage,
  type AskReply,
  type AskTurn,
  ask,
  askAbout,
  askForget,
  askInsert,
} from '../protocol';
import type { Server } from '../server/server';
import { chatPage } from './html';
import type { AskStep, FromChat, Scope, ToChat } from './messages';

const asked = (scope: Scope) => {
  if (scope.of === 'cited') return { cited: true };
  return scope.of === 'corpus' ? { corpora: [scope.name] } : {};
};

const nameOf = (document: string, turn: number) => `${document}#${turn}`;

const gone = 'This answer is no longer available: ask again.';

export class ChatView implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  /** Whether the page has loaded. Messages sent before then are lost. */
  private ready = false;
  private takeFocus = false;
  private anchor: Anchor | undefined;
  /** The URI of the document whose conversation is shown. */
  private document = '';
  private readonly turns = new Map<string, AskReply>();
  private running = new vscode.CancellationTokenSource();

  constructor(
    private readonly extension: vscode.Uri,
    private readonly server: Server,
  ) {}

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.ready = false;
    const localResourceRoots = [vscode.Uri.joinPath(this.extension, 'dist')];
    view.webview.options = { enableScripts: true, localResourceRoots };
    view.webview.onDidReceiveMessage((message: FromChat) => this.guard(() => this.handle(message)));
    view.onDidDispose(() => {
      this.view = undefined;
    });
    view.webview.html = page(view.webview, this.extension, chatPage);
  }

  /** Opens the conversation of the document at the cursor. */
  async open(): Promise<void> {
    this.takeFocus = true;
    this.aim();
    await vscode.commands.executeCommand('scilit.chat.focus');
    if (this.ready) await this.guard(() => this.here());
  }

  /** Asks a question at the cursor, and stores the answer, so that insert can use it. */
  async ask(
    question: string,
    scope: Scope,
    token: vscode.CancellationToken,
    hear: (step: AskStep) => void,
  ): Promise<AskTurn & { document: string }> {
    const spot = this.aim();
    const partialResultToken = randomUUID();
    const steps = await this.server.onProgress<AskStep>(partialResultToken, (step) => {
      if (!token.isCancellationRequested) hear(step);
    });
    try {
      const params = { ...spot, ...asked(scope), question, partialResultToken };
      const answer = await this.server.request(ask, params, token);
      const document = spot.textDocument.uri;
      this.turns.set(nameOf(document, answer.turn), answer);
      return { question, document, ...answer };
    } finally {
      steps.dispose();
    }
  }

  /** Inserts a sentence of an answer with its citations. An unsupported sentence needs confirmation. */
  async insert(turn: number, sentence: number, document = this.document): Promise<string> {
    const said = this.turns.get(nameOf(document, turn))?.sentences[sentence - 1];
    if (!said) throw new Error(gone);
    const anyway = said.unsupported === true;
    if (anyway && !(await this.mayInsert(said))) return 'Nothing was inserted.';
    const made = await this.server.request(askInsert, { ...this.target(document), turn, sentence, anyway });
    await this.server.write(made);
    return 'Inserted with its citations.';
  }

  dispose(): void {
    this.anchor?.dispose();
    this.running.cancel();
  }

  private async mayInsert({ reason = 'it was not found in them' }: AnswerSentence): Promise<boolean> {
    const anyway = 'Insert anyway';
    const options = { modal: true, detail: `The passages do not support the whole sentence: ${reason}.` };
    return (
      (await vscode.window.showWarningMessage(
        'Insert a sentence that the passages do not fully support?',
        options,
        anyway,
      )) === anyway
    );
  }

  /** Returns the cursor in a document if it is visible, else the position of its last question. */
  private target(uri: string) {
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
    if (editor)
      return { textDocument: this.server.identify(editor.document), position: editor.selection.active };
    if (this.anchor?.document.uri.toString() !== uri || this.anchor.document.isClosed)
      throw new Error(
        'Open the manuscript that the question is about, and put the cursor where the sentence should go.',
      );
    return { textDocument: this.server.identify(this.anchor.document), position: this.anchor.position };
  }

  private async handle(message: FromChat): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.ready = true;
        if (this.anchor || manuscriptInSight()) await this.here();
        return;
      case 'here':
        return this.here();
      case 'ask':
        return this.converse(message.question, message.scope);
      case 'cancel':
        return this.running.cancel();
      case 'insert':
        return this.tell({ type: 'said', message: await this.insert(message.turn, message.sentence) });
      case 'open':
        return this.openPassage(this.passage(message.turn, message.passage));
      case 'pdf':
        return openPdf(this.passage(message.turn, message.passage));
      case 'forget':
        await this.server.request(askForget, { textDocument: this.aim().textDocument });
        return this.here();
    }
  }

  /** Sends the page the topic at the cursor and the earlier questions. */
  private async here(): Promise<void> {
    const spot = this.aim();
    const topic = await this.server.request(askAbout, spot);
    this.document = spot.textDocument.uri;
    for (const turn of topic.turns) this.turns.set(nameOf(this.document, turn.turn), turn);
    const document = vscode.workspace.asRelativePath(vscode.Uri.parse(this.document));
    this.tell({ type: 'topic', document, topic, focus: this.takeFocus });
    this.takeFocus = false;
  }

  private async converse(question: string, scope: Scope): Promise<void> {
    if (this.aim().textDocument.uri !== this.document) await this.here();
    this.running.cancel();
    this.running = new vscode.CancellationTokenSource();
    const { token } = this.running;
    this.tell({ type: 'asked', question });
    try {
      const turn = await this.ask(question, scope, token, (step) => this.tell({ type: 'step', step }));
      this.tell(token.isCancellationRequested ? { type: 'cancelled' } : { type: 'answered', turn });
    } catch (error) {
      if (!token.isCancellationRequested) throw error;
      this.tell({ type: 'cancelled' }); // the server answers a cancelled request with an error
    }
  }

  private passage(turn: number, number: number): AskedPassage {
    const turns = this.turns.get(nameOf(this.document, turn));
    const found = turns?.passages.find((passage) => passage.number === number);
    if (!found) throw new Error(gone);
    return found;
  }

  /** Opens a whole passage in an untitled document. */
  private async openPassage({ byline, title, section, index, text }: AskedPassage): Promise<void> {
    const where = index === 0 ? section : `${section}, paragraph ${index}`;
    const content = `${byline}. ${title}\n${where}\n\n${text}\n`;
    const document = await vscode.workspace.openTextDocument({ language: 'plaintext', content });
    await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  }

  /** Returns the cursor in the visible manuscript, else the position of the last question. */
  private aim() {
    const editor = manuscriptInSight();
    if (editor) {
      this.anchor?.dispose();
      this.anchor = new Anchor(editor.document, editor.selection.active);
    }
    if (!this.anchor || this.anchor.document.isClosed)
      throw new Error('Open a manuscript, such as a LaTeX or Markdown document, before you ask a question.');
    const { document, position } = this.anchor;
    const spot = { textDocument: this.server.identify(document), position };
    const selection = editor?.selection;
    if (!selection || selection.isEmpty) return spot;
    return { ...spot, selection: { start: selection.start, end: selection.end } };
  }

  /** Shows errors on the page. */
  private async guard(work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof vscode.CancellationError) return;
      this.tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  private tell(message: ToChat): void {
    void this.view?.webview.postMessage(message);
  }
}
