// The panel's search of the repositories of the literature: first what would be
// sent and where, then, once the user sends it, what came from where.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { type OnlineStep, onlinePlan, onlineSearch } from '../protocol';
import type { Server } from '../server/server';
import type { ToPanel } from './messages';

/** Where papers are asked for; the keywords of a comment are the server's to read. */
interface Spot {
  textDocument: { uri: string; version: number };
  position: vscode.Position;
  text?: string;
}

export class OnlineSearch {
  private running = new vscode.CancellationTokenSource();

  constructor(
    private readonly server: Server,
    private readonly tell: (message: ToPanel) => void,
  ) {}

  /** Shows what would be sent, by the user's own keywords where there are some. Nothing is sent. */
  async plan(spot: Spot, keywords?: string[]): Promise<void> {
    const { token } = this.begin();
    const asked = { ...spot, ...(keywords && { keywords }) };
    const proposal = await unlessCancelled(token, this.server.request(onlinePlan, asked, token));
    if (proposal) this.tell({ type: 'planned', proposal });
  }

  /** Sends the queries that were shown for these keywords, and no others. */
  async search(spot: Spot, keywords: string[]): Promise<void> {
    const { token } = this.begin();
    const partialResultToken = randomUUID();
    const steps = await this.server.onProgress<OnlineStep>(partialResultToken, (step) => {
      if (!token.isCancellationRequested) this.tell({ type: 'step', step });
    });
    try {
      const asked = { ...spot, keywords, partialResultToken };
      const answer = await unlessCancelled(token, this.server.request(onlineSearch, asked, token));
      if (answer) this.tell({ type: 'came', answer });
    } finally {
      steps.dispose();
    }
  }

  cancel(): void {
    this.running.cancel();
  }

  /** What ran before ends. */
  private begin(): vscode.CancellationTokenSource {
    this.running.cancel();
    this.running = new vscode.CancellationTokenSource();
    return this.running;
  }
}

/** Nothing where the user, or a later request, has cancelled; the server answers that with an error. */
async function unlessCancelled<T>(token: vscode.CancellationToken, work: Promise<T>): Promise<T | undefined> {
  try {
    const result = await work;
    return token.isCancellationRequested ? undefined : result;
  } catch (error) {
    if (token.isCancellationRequested) return undefined;
    throw error;
  }
}
