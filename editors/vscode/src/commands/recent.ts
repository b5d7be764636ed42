// List New Papers: sentences related to papers found by updates of a grown corpus.
import * as vscode from 'vscode';
import { isManuscript, type Server } from '../server/server';

/** An item in the result of scilit.publishedSince. A paper can have up to three. */
interface RecentPlace {
  title: string;
  year?: number;
  doi?: string;
  cites?: string;
  sentence: string;
  uri: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
}

/** Lists recent papers with their places, and goes to the chosen place. */
export async function showRecent(server: Server): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || !(isManuscript(document) || document.languageId === 'bibtex')) {
    throw new Error('open the manuscript or its .bib file first.');
  }
  const { token } = new vscode.CancellationTokenSource();
  const asked = { textDocument: { uri: document.uri.toString() }, quiet: true };
  const places = await server.execute<RecentPlace[]>('scilit.publishedSince', asked, token);
  if (places.length === 0) {
    const none =
      'SciLit: no new papers related to this manuscript are known. Run `scilit-lsp corpus update` to look for them.';
    void vscode.window.showInformationMessage(none);
    return;
  }
  const papers = new Set(places.map((place) => place.title)).size;
  const chosen = await vscode.window.showQuickPick(
    places.map((place) => ({
      label: place.year ? `${place.title}, ${place.year}` : place.title,
      description: place.cites ? `also cites ${place.cites}` : '',
      detail: place.sentence,
      place,
    })),
    { title: `New papers for this manuscript: ${papers}`, placeHolder: 'Go to the sentence' },
  );
  if (!chosen) return;
  const { start, end } = chosen.place.range;
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(chosen.place.uri), { selection });
}
