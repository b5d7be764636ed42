// The commands, one file each.
import * as vscode from 'vscode';
import type { PanelView } from '../panel/view';
import type { Server } from '../server/server';
import { buildCorpus, type CorpusRequest } from './corpus';
import { doctor } from './doctor';
import { showHighlights } from './highlights';
import { relatedWorkFromSelection } from './related';
import { rewriteWithKeywords } from './rewrite';
import { suggest } from './suggest';

export function registerCommands(context: vscode.ExtensionContext, server: Server, panel: PanelView): void {
  const register = (name: string, run: (...args: never[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(`scilit.${name}`, guarded(server, run)));
  register('suggestCitation', () => suggest(server, 'sentence'));
  register('insertMark', () => suggest(server, 'mark'));
  register('rewriteWithKeywords', () => rewriteWithKeywords(server));
  register('relatedWorkFromSelection', () => relatedWorkFromSelection(server));
  register('showHighlights', () => showHighlights());
  register('searchHere', () => panel.searchHere());
  register('buildCorpus', (asked?: CorpusRequest) => buildCorpus(server, context.globalStorageUri, asked));
  register('doctor', () => doctor(server));
  register('restart', () => server.restart());
  register('showLog', () => server.log.show());
}

/** Shows what went wrong in a command, but for what the user cancelled. */
function guarded(server: Server, run: (...args: never[]) => unknown): (...args: never[]) => Promise<unknown> {
  return async (...args) => {
    try {
      return await run(...args);
    } catch (error) {
      if (error instanceof vscode.CancellationError) return undefined;
      const message = error instanceof Error ? error.message : String(error);
      server.log.error(message);
      void vscode.window.showWarningMessage(`SciLit: ${message}`);
      return undefined;
    }
  };
}
