// Suggest Citation and Insert Citation Mark Only: cite a paper from a list.
import * as vscode from 'vscode';
import { capital, matches, refOf } from '../papers';
import { type DiscoverResult, discover, draft, type Mode } from '../protocol';
import type { Server } from '../server/server';
import { warn } from '../server/warn';
import { askWords, pickPapers } from './pick';
import { placeOfCursor } from './place';

/** Maximum number of papers in the list. */
const listed = 20;

export async function suggest(server: Server, mode: Mode, named?: string): Promise<void> {
  const { spot } = placeOfCursor(server);
  const found = await searching((token) =>
    server.request(discover, { ...spot, offset: 0, limit: listed, ...(named && { named }) }, token),
  );
  if (found.papers.length === 0) return void warn(nothingIn(found));
  const { papers, words } = await pickPapers(found.papers, {
    title: named ? `Papers that match “${named}”` : titleOf(found),
    placeholder: mode === 'mark' ? 'Insert a citation mark for' : 'Write a sentence that cites',
    several: mode === 'mark' ? 'offered' : 'no',
    words: mode === 'mark',
  });
  if (papers.length === 0) return;
  const around = words ? await askWords() : {};
  if (!around) return;
  const refs = papers.map(refOf);
  const what = words || refs.length > 1 ? { papers: refs, mode: 'mark' as const } : { ...refs[0], mode };
  const drafted = await server.request(draft, { ...spot, ...what, ...around });
  await server.write(drafted);
  if (mode === 'sentence' && !drafted.evidence && drafted.note)
    void warn(`only the citation was inserted: ${drafted.note}`);
}

/** Returns the reason for an empty list. A heading has no text to search with. */
function nothingIn(found: DiscoverResult): string {
  if (found.matching === 0) return `${titleOf(found)}: try other keywords.`;
  return 'there is no text to search with: put the cursor after a sentence, or write keywords in a “scilit:” comment before it.';
}

/** Asks for the name of a paper, and inserts its citation. */
export async function citeByName(server: Server, given?: string): Promise<void> {
  placeOfCursor(server);
  const named =
    given ??
    (await vscode.window.showInputBox({
      title: 'Cite by identifier or title',
      prompt: 'A DOI, an arXiv or PubMed identifier, a URL, or words from the authors and title',
    }));
  if (named?.trim()) await suggest(server, 'mark', named.trim());
}

export function searching<T>(work: (token: vscode.CancellationToken) => Thenable<T>): Thenable<T> {
  const location = vscode.ProgressLocation.Window;
  return vscode.window.withProgress({ location, title: 'SciLit: searching' }, (_, token) => work(token));
}

function titleOf(found: DiscoverResult): string {
  const mistake = found.mistakes[0];
  if (mistake?.hint) return `${matches(found.matching)}. ${mistake.message}`;
  if (mistake)
    return `${matches(found.matching)}, ignoring the mistake in column ${mistake.start + 1}: ${mistake.message}`;
  if (found.relaxation) return capital(found.relaxation.text);
  const about = found.keywords ? ` “${found.keywords}”` : '';
  return `${matches(found.matching)}${about}`;
}
