// Registers the commands. Each is in its own file.
import * as vscode from 'vscode';
import type { ChatView } from '../chat/view';
import type { PanelView } from '../panel/view';
import type { Server } from '../server/server';
import { addByIdentifier } from './add';
import { checkReferences } from './check';
import { chooseCorpus, FirstUse } from './choose';
import { buildCorpus, buildDemo, type CorpusRequest } from './corpus';
import { Doctor } from './doctor';
import { explainCitation } from './explain';
import { growCorpus } from './grow';
import { showHighlights } from './highlights';
import { placeOfCursor } from './place';
import { showRecent } from './recent';
import { relatedWorkByChoice, relatedWorkFromSelection } from './related';
import { rewriteWithKeywords } from './rewrite';
import { citeByName, suggest } from './suggest';

export function registerCommands(
  context: vscode.ExtensionContext,
  server: Server,
  panel: PanelView,
  chat: ChatView,
): void {
  const storage = context.globalStorageUri;
  const firstUse = new FirstUse(server, storage);
  const doctor = new Doctor(server);
  context.subscriptions.push(doctor);
  const register = (name: string, run: (...args: never[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(`scilit.${name}`, guarded(server, run)));
  const registerSearch = (name: string, run: () => Promise<void>) =>
    register(name, async () => {
      placeOfCursor(server);
      if (await firstUse.goOn()) await run();
    });
  registerSearch('suggestCitation', () => suggest(server, 'sentence'));
  registerSearch('insertMark', () => suggest(server, 'mark'));
  register('citeByName', (named?: string) => citeByName(server, named));
  registerSearch('relatedWorkFromSelection', () => relatedWorkFromSelection(server));
  registerSearch('relatedWorkByChoice', () => relatedWorkByChoice(server));
  register('rewriteWithKeywords', () => rewriteWithKeywords(server));
  register('showHighlights', () => showHighlights());
  register('checkReferences', () => checkReferences(server));
  register('explainCitation', () => explainCitation(server));
  register('ask', () => chat.open());
  register('insertAnswer', (turn: number, sentence: number, document: string) =>
    chat.insert(turn, sentence, document),
  );
  register('searchHere', () => panel.searchHere());
  register('online', () => panel.searchOnline());
  register('addByIdentifier', (named?: string) => addByIdentifier(server, named));
  register('buildCorpus', (asked?: CorpusRequest) =>
    asked ? buildCorpus(server, storage, asked) : chooseCorpus(server, storage),
  );
  register('recentPapers', () => showRecent(server));
  register('growFromBibliography', () => growCorpus(server));
  server.onCommand('scilit.growCorpus', () => growCorpus(server));
  register('demoCorpus', () => buildDemo(server, storage));
  register('doctor', () => doctor.examine());
  register('restart', () => server.restart());
  register('showLog', () => server.log.show());
}

/** Wraps a command so that its errors are shown to the user. */
function guarded(server: Server, run: (...args: never[]) => unknown): (...args: never[]) => Promise<unknown> {
  return async (...args) => {
    try {
      return await run(...args);
    } catch (error) {
      server.tell(error);
      return undefined;
    }
  };
}
