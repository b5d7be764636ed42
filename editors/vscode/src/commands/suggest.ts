// Suggest citation, and insert citation mark only: a list of papers to choose
// from, each with its highlights.
import * as vscode from 'vscode';
import { matches, type Paper, refOf } from '../papers';
import { type DiscoverResult, discover, draft, type Mode } from '../protocol';
import type { Server } from '../server/server';
import { placeOfCursor } from './place';

/** How many papers the list has; typing filters it. */
const listed = 20;

interface Item extends vscode.QuickPickItem {
  paper: Paper;
}

export async function suggest(server: Server, mode: Mode): Promise<void> {
  const { spot } = placeOfCursor(server);
  const found = await searching((token) =>
    server.request(discover, { ...spot, offset: 0, limit: listed }, token),
  );
  const chosen = await vscode.window.showQuickPick(found.papers.map(itemOf), {
    title: titleOf(found),
    placeHolder: mode === 'mark' ? 'Insert a citation mark for' : 'Write a sentence that cites',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!chosen) return;
  await server.write(await server.request(draft, { ...spot, ...refOf(chosen.paper), mode }));
}

function searching<T>(work: (token: vscode.CancellationToken) => Thenable<T>): Thenable<T> {
  const location = vscode.ProgressLocation.Window;
  return vscode.window.withProgress({ location, title: 'SciLit: searching' }, (_, token) => work(token));
}

function titleOf(found: DiscoverResult): string {
  const mistake = found.mistakes[0];
  if (mistake)
    return `${matches(found.matching)}, without what is wrong in column ${mistake.start + 1}: ${mistake.message}`;
  if (found.relaxed) return `No paper matches “${found.keywords}”: the best without keywords`;
  const about = found.keywords ? ` “${found.keywords}”` : '';
  return `${matches(found.matching)}${about}`;
}

function itemOf(paper: Paper): Item {
  return { label: paper.byline, description: paper.title, detail: paper.highlights[0]?.text ?? '', paper };
}
