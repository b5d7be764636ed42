// Suggest citation, and insert citation mark only: a list of papers to choose
// from, each with its highlights.
import * as vscode from 'vscode';
import { capital, matches, type Paper, refOf } from '../papers';
import { type DiscoverResult, discover, draft, type Mode } from '../protocol';
import type { Server } from '../server/server';
import { placeOfCursor } from './place';

/** How many papers the list has; typing filters it. */
const listed = 20;

interface Item extends vscode.QuickPickItem {
  paper: Paper;
}

export async function suggest(server: Server, mode: Mode, named?: string): Promise<void> {
  const { spot } = placeOfCursor(server);
  const found = await searching((token) =>
    server.request(discover, { ...spot, offset: 0, limit: listed, ...(named && { named }) }, token),
  );
  const chosen = await choose(found, mode, named ? `Papers that “${named}” may be` : titleOf(found));
  if (chosen.length === 0) return;
  const refs = chosen.map((item) => refOf(item.paper));
  const what = refs.length > 1 ? { papers: refs, mode: 'mark' as const } : { ...refs[0], mode };
  await server.write(await server.request(draft, { ...spot, ...what }));
}

const several: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('checklist'),
  tooltip: 'Choose several papers',
};

/** A button makes it a list of several for a mark: Enter then takes those that are ticked. */
function choose(found: DiscoverResult, mode: Mode, title: string): Promise<readonly Item[]> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.items = found.papers.map(itemOf);
  pick.title = title;
  pick.placeholder = mode === 'mark' ? 'Insert a citation mark for' : 'Write a sentence that cites';
  pick.buttons = mode === 'mark' ? [several] : [];
  pick.matchOnDescription = pick.matchOnDetail = true;
  return new Promise((resolve) => {
    pick.onDidTriggerButton(() => {
      pick.canSelectMany = true;
      pick.buttons = [];
    });
    pick.onDidAccept(() => {
      if (pick.selectedItems.length === 0) return; // none is ticked yet
      resolve(pick.selectedItems);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve([]);
      pick.dispose();
    });
    pick.show();
  });
}

/** Asks what the paper is called, and writes the citation alone. */
export async function citeByName(server: Server, given?: string): Promise<void> {
  placeOfCursor(server);
  const named =
    given ??
    (await vscode.window.showInputBox({
      title: 'Cite by identifier or title',
      prompt: 'A DOI, an arXiv or PubMed identifier, an address, or words of authors and title',
    }));
  if (named?.trim()) await suggest(server, 'mark', named.trim());
}

function searching<T>(work: (token: vscode.CancellationToken) => Thenable<T>): Thenable<T> {
  const location = vscode.ProgressLocation.Window;
  return vscode.window.withProgress({ location, title: 'SciLit: searching' }, (_, token) => work(token));
}

function titleOf(found: DiscoverResult): string {
  const mistake = found.mistakes[0];
  if (mistake?.hint) return `${matches(found.matching)}. ${mistake.message}`;
  if (mistake)
    return `${matches(found.matching)}, without what is wrong in column ${mistake.start + 1}: ${mistake.message}`;
  if (found.relaxation) return capital(found.relaxation.text);
  const about = found.keywords ? ` “${found.keywords}”` : '';
  return `${matches(found.matching)}${about}`;
}

function itemOf(paper: Paper): Item {
  return { label: paper.byline, description: paper.title, detail: paper.highlights[0]?.text ?? '', paper };
}
