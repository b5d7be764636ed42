// Related work from selection: a paragraph with a sentence for each scilit
// comment or line of keywords that is selected.
import * as vscode from 'vscode';
import type { Server } from '../server/server';
import { placeOfCursor } from './place';

export async function relatedWorkFromSelection(server: Server): Promise<void> {
  const { editor, spot } = placeOfCursor(server);
  const { start, end } = editor.selection;
  const asked = { textDocument: spot.textDocument, range: { start, end } };
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
