// Online searches in the panel: shows the queries and their hosts, and sends them on request.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { type OnlineStep, onlinePlan, onlineSearch } from '../protocol';
import type { Server } from '../server/server';
import type { ToPanel } from './messages';

/** A position to search for. The server reads the keywords of the comment itself. */
interface SearchPosition {
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

  /** Shows the queries without sending them, with the user's keywords if any. */
  async plan(position: SearchPosition, keywords?: string[]): Promise<void> {
    const { token } = this.begin();
    const asked = { ...position, ...(keywords && { keywords }) };
    const proposal = await unlessCancelled(token, this.server.request(onlinePlan, asked, token));
    if (proposal) this.tell({ type: 'planned', proposal });
  }

  /** Sends only the queries that were shown for these keywords. */
  async search(position: SearchPosition, keywords: string[]): Promise<void> {
    const { token } = this.begin();
    const partialResultToken = randomUUID();
    const steps = await this.server.onProgress<OnlineStep>(partialResultToken, (step) => {
      if (!token.isCancellationRequested) this.tell({ type: 'step', step });
    });
    try {
      const asked = { ...position, keywords, partialResultToken };
      const answer = await unlessCancelled(token, this.server.request(onlineSearch, asked, token));
      if (answer) this.tell({ type: 'came', answer });
    } finally {
      steps.dispose();
    }
  }

  cancel(): void {
    this.running.cancel();
  }

  /** Cancels the previous search, and returns a new cancellation source. */
  private begin(): vscode.CancellationTokenSource {
    this.running.cancel();
    this.running = new vscode.CancellationTokenSource();
    return this.running;
  }
}

/** Returns undefined for a cancelled request, which the server answers with an error. */
async function unlessCancelled<T>(token: vscode.CancellationToken, work: Promise<T>): Promise<T | undefined> {
  try {
    const result = await work;
    return token.isCancellationRequested ? undefined : result;
  } catch (error) {
    if (token.isCancellationRequested) return undefined;
    throw error;
  }
}
