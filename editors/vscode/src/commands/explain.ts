// Explain Citation: shows the passages of the cited paper that are closest to the sentence.
import * as vscode from 'vscode';
import { type ExplainedPassage, type Explanation, explain, type Relation } from '../protocol';
import type { Server } from '../server/server';
import { placeOfCursor } from './place';

const relations: Record<Relation, string> = {
  supports: 'supports the sentence',
  refutes: 'contradicts the sentence',
  related: 'is only related to the sentence',
  not_found: 'does not mention this in the available text',
};

/** Escapes icon syntax in text from papers, which is untrusted. */
const plain = (text: string) => text.replaceAll('$(', '$ (');

const where = ({ section, index }: ExplainedPassage) =>
  index === 0 ? section : `${section}, paragraph ${index}`;

const itemOf = (passage: ExplainedPassage): vscode.QuickPickItem => ({
  label: plain(passage.sentence),
  description: plain(`${passage.score.toFixed(2)}  ${where(passage)}`),
  detail: plain(passage.reason),
});

export async function explainCitation(server: Server): Promise<void> {
  const { spot } = placeOfCursor(server);
  const explained = await server.request(explain, spot);
  const chosen = await vscode.window.showQuickPick(explained.passages.map(itemOf), {
    title: plain(
      `${explained.byline}: ${relations[explained.relation]} (support ${explained.support.toFixed(2)} out of 1)`,
    ),
    placeHolder: plain(`${explained.reason}. ${explained.use.text}`),
    matchOnDetail: true,
  });
  const passage =
    chosen && explained.passages[explained.passages.map(itemOf).findIndex((i) => i.label === chosen.label)];
  if (passage) await open(explained, passage);
}

/** Opens the whole passage in an untitled document. */
async function open(explained: Explanation, passage: ExplainedPassage): Promise<void> {
  const content = `${explained.byline}. ${explained.title}\n${where(passage)}\n\n${passage.text}\n`;
  const document = await vscode.workspace.openTextDocument({ language: 'plaintext', content });
  await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
}
