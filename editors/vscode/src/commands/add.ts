// Add by Identifier: the server looks up a work in the corpora, or online after a confirmation, and
// cites it. In a .bib file, it adds only the entry.
import * as vscode from 'vscode';
import { isManuscript, type Server } from '../server/server';

export async function addByIdentifier(server: Server, given?: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !(isManuscript(editor.document) || editor.document.languageId === 'bibtex')) {
    throw new Error('put the cursor in a manuscript or a .bib file first.');
  }
  const named =
    given ??
    (await vscode.window.showInputBox({
      title: 'Add by identifier',
      prompt: 'A DOI, an arXiv or PubMed identifier, an ISBN, a URL, or a title',
    }));
  if (!named?.trim()) return;
  const { uri, version } = server.identify(editor.document);
  const asked = { uri, version, at: editor.selection.active, mode: 'mark', named: named.trim() };
  const options = { location: vscode.ProgressLocation.Window, title: 'SciLit: looking up a paper' };
  await vscode.window.withProgress(options, async (_, token) => {
    try {
      await server.execute('scilit.addIdentifier', asked, token);
    } catch (error) {
      server.log.error(String(error)); // the server has already shown it
    }
  });
}
