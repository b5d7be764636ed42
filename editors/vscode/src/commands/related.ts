// Related work from selection: a paragraph with a sentence for each scilit
// comment or line of keywords that is selected, about the best paper of each or
// about those that the user takes.
import * as vscode from 'vscode';
import { type PaperRef, refOf } from '../papers';
import { type RelatedOffer, related } from '../protocol';
import type { Server } from '../server/server';
import { warn } from '../server/warn';
import { pickPapers } from './pick';
import { placeOfCursor } from './place';
import { searching } from './suggest';

type Taken = PaperRef & { topic: number };

export async function relatedWorkFromSelection(server: Server): Promise<void> {
  await write(server, selected(server));
}

export async function relatedWorkByChoice(server: Server): Promise<void> {
  const asked = selected(server);
  const offer = await searching((token) => server.request(related, asked, token));
  const papers = await take(offer);
  if (papers.length > 0) await write(server, { ...asked, papers });
}

function selected(server: Server) {
  const { editor, spot } = placeOfCursor(server);
  const { start, end } = editor.selection;
  return { textDocument: spot.textDocument, range: { start, end } };
}

/** Lists the papers of each topic, one after the other; none where the user leaves a list. */
async function take({ topics }: RelatedOffer): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const [topic, { keywords, relaxation, papers }] of topics.entries()) {
    if (papers.length === 0) {
      void warn(`No paper was found for “${keywords}”: try other keywords.`);
      continue;
    }
    const { papers: chosen } = await pickPapers(papers, {
      title: `${topic + 1} of ${topics.length}: “${keywords}”${relaxation ? `, ${relaxation.text}` : ''}`,
      placeholder: 'Tick the papers to write about, in their order',
      several: 'yes',
    });
    if (chosen.length === 0) return [];
    taken.push(...chosen.map((paper) => ({ topic, ...refOf(paper) })));
  }
  return taken;
}

async function write(server: Server, asked: object): Promise<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: 'SciLit: writing related work',
    cancellable: true,
  };
  await vscode.window.withProgress(options, async (_, token) => {
    try {
      await server.execute('scilit.relatedWork', asked, token);
    } catch (error) {
      server.log.error(String(error)); // the server has shown what went wrong
    }
  });
}
