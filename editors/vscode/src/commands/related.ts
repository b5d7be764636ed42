// Related Work: writes a paragraph with a sentence per topic, about the best paper of each or about
// papers that the user chooses. The topics are the selected `scilit:` comments or keywords. Without
// a selection they are the comments around the cursor, else the user types them.
import * as vscode from 'vscode';
import { type PaperRef, refOf } from '../papers';
import { type RelatedOffer, type RelatedParams, related } from '../protocol';
import type { Server } from '../server/server';
import { warn } from '../server/warn';
import { pickPapers } from './pick';
import { placeOfCursor } from './place';
import { searching } from './suggest';

type Taken = PaperRef & { topic: number };

export async function relatedWorkFromSelection(server: Server): Promise<void> {
  const asked = await topicsOf(server);
  if (asked) await write(server, asked);
}

export async function relatedWorkByChoice(server: Server): Promise<void> {
  const asked = await topicsOf(server);
  if (!asked) return;
  const offer = await searching((token) => server.request(related, asked, token));
  const papers = await take(offer);
  if (papers.length > 0) await write(server, { ...asked, papers });
}

/** Returns the request without papers, or undefined if the user types no topic. */
async function topicsOf(server: Server): Promise<RelatedParams | undefined> {
  const { editor, spot } = placeOfCursor(server);
  const { textDocument } = spot;
  const range = editor.selection.isEmpty ? comments(editor) : editor.selection;
  if (range) return { textDocument, range: { start: range.start, end: range.end } };
  const keywords = await vscode.window.showInputBox({
    title: 'SciLit: related work',
    prompt: 'Topics of the paragraph, one per sentence, separated by semicolons',
    placeHolder: 'probing sentence embeddings; subword units',
    ignoreFocusOut: true,
  });
  if (!keywords?.trim()) return undefined;
  const { active } = editor.selection;
  return { textDocument, range: { start: active, end: active }, keywords };
}

/** Returns the range of adjacent `scilit:` comments around the cursor. */
function comments({ document, selection }: vscode.TextEditor): vscode.Range | undefined {
  const isComment = (line: number) =>
    line >= 0 && line < document.lineCount && /scilit:/i.test(document.lineAt(line).text);
  let first = selection.active.line;
  if (!isComment(first)) return undefined;
  let last = first;
  while (isComment(first - 1)) first--;
  while (isComment(last + 1)) last++;
  return new vscode.Range(first, 0, last, document.lineAt(last).text.length);
}

/** Asks for the papers of each topic in turn; returns none if the user cancels. */
async function take({ topics }: RelatedOffer): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const [topic, { keywords, relaxation, papers }] of topics.entries()) {
    if (papers.length === 0) {
      void warn(`No paper was found for “${keywords}”: try other keywords.`);
      continue;
    }
    const { papers: chosen } = await pickPapers(papers, {
      title: `${topic + 1} of ${topics.length}: “${keywords}”${relaxation ? `, ${relaxation.text}` : ''}`,
      placeholder: 'Tick the papers to write about, in the order of the paragraph',
      several: 'yes',
    });
    if (chosen.length === 0) return [];
    taken.push(...chosen.map((paper) => ({ topic, ...refOf(paper) })));
  }
  return taken;
}

async function write(server: Server, asked: RelatedParams): Promise<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: 'SciLit: writing related work',
    cancellable: true,
  };
  await vscode.window.withProgress(options, async (_, token) => {
    try {
      await server.execute('scilit.relatedWork', asked, token);
    } catch (error) {
      server.log.error(String(error)); // the server has shown the error
    }
  });
}
