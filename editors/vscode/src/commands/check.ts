// Check References: lists the differences between .bib entries and the records in the indexes.
import * as vscode from 'vscode';
import { isManuscript, type Server } from '../server/server';

/** A finding in the result of the server's scilit.check command. */
interface Finding {
  key: string;
  code: string;
  severity: number;
  message: string;
  uri: string;
  range: { start: vscode.Position; end: vscode.Position };
}

interface Item extends vscode.QuickPickItem {
  finding: Finding;
}

const icons = ['', 'error', 'warning', 'info', 'lightbulb'];

export async function checkReferences(server: Server): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || (!isManuscript(document) && document.languageId !== 'bibtex')) {
    throw new Error('open a manuscript or a .bib file first.');
  }
  const found = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: 'SciLit: checking references',
      cancellable: true,
    },
    (_, token) =>
      server.execute<Finding[]>(
        'scilit.check',
        { textDocument: server.identify(document), quiet: true },
        token,
      ),
  );
  if (found.length === 0) {
    void vscode.window.showInformationMessage('SciLit: no entry contradicts the records in your indexes.');
    return;
  }
  const choice = await vscode.window.showQuickPick(found.map(itemOf), {
    title: `References: ${found.length === 1 ? '1 finding' : `${found.length} findings`}`,
    placeHolder: 'Go to an entry',
    matchOnDetail: true,
  });
  if (choice) await show(choice.finding);
}

function itemOf(finding: Finding): Item {
  const { key, code, severity, message } = finding;
  return { label: `$(${icons[severity] ?? 'info'}) ${key}`, description: code, detail: message, finding };
}

async function show({ uri, range }: Finding): Promise<void> {
  const selection = new vscode.Range(
    range.start.line,
    range.start.character,
    range.end.line,
    range.end.character,
  );
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection });
}
