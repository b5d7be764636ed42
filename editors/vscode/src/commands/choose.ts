// Prompts for the papers of a new corpus, and the offer to users without one.
import * as vscode from 'vscode';
import { count } from '../papers';
import { status } from '../protocol';
import type { Server } from '../server/server';
import { buildCorpus, buildDemo, type CorpusRequest, folderName, ownCorpora } from './corpus';
import { canGrow, growCorpus } from './grow';

const grow = {
  label: '$(references) Build a corpus from this bibliography',
  detail: 'Papers related to your references. Before anything is sent, you see the data and the hosts.',
};
const folder = {
  label: '$(folder) A folder of papers',
  detail: 'PDFs, exports from reference managers, LaTeX sources, ...',
};
const files = {
  label: '$(files) Single files',
  detail: 'A .bib file, a .ris file, a Zotero export, PDFs, ...',
};
const demo = { label: '$(beaker) The demo', detail: '5,260 papers included in SciLit, to try it out' };
const nothing = {
  label: '$(search) Not now',
  detail: 'Search only the .bib files in the workspace',
};

/** Asks for the papers of a corpus, and builds the corpus. */
export async function chooseCorpus(server: Server, storage: vscode.Uri): Promise<void> {
  const source = await vscode.window.showQuickPick([folder, files, demo], {
    title: 'What should be indexed?',
  });
  await make(server, storage, source);
}

/** Offers a corpus if none is configured. If .bib files can be searched, it asks once per session. */
export class FirstUse {
  private offered = false;

  constructor(
    private readonly server: Server,
    private readonly storage: vscode.Uri,
  ) {}

  /** Reports whether to continue with the command. */
  async goOn(): Promise<boolean> {
    const known = await this.server.request(status, {});
    if (!known.bare || (this.offered && known.engine !== 'none')) return true;
    this.offered = true;
    const without = known.engine === 'none' ? [] : [nothing];
    const first = (await canGrow(this.server)) ? [grow] : [];
    const source = await vscode.window.showQuickPick([...first, demo, folder, files, ...without], {
      title: 'No papers can be searched yet. What should be indexed?',
    });
    if (source === nothing) return true;
    if (source === grow) {
      await growCorpus(this.server);
      return false;
    }
    const made = await make(this.server, this.storage, source);
    return made && source === demo; // other papers take too long to continue afterwards
  }
}

async function make(
  server: Server,
  storage: vscode.Uri,
  source: vscode.QuickPickItem | undefined,
): Promise<boolean> {
  if (!source) return false;
  if (source === demo) return buildDemo(server, storage);
  const papers = await choosePapers(source === folder);
  const request = papers && (await chooseTarget(server, papers));
  return request !== undefined && buildCorpus(server, storage, request);
}

async function choosePapers(aFolder: boolean): Promise<string[] | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    canSelectFolders: aFolder,
    canSelectFiles: !aFolder,
    canSelectMany: !aFolder,
    title: aFolder ? 'Folder of papers' : 'Paper files',
    openLabel: 'Index these papers',
  });
  return chosen?.map(({ fsPath }) => fsPath);
}

async function chooseTarget(server: Server, papers: string[]): Promise<CorpusRequest | undefined> {
  const fresh = { label: '$(add) New corpus', path: undefined };
  const known = (await ownCorpora(server)).map(({ name, path, papers }) => ({
    label: name,
    description: count(papers),
    detail: path,
    path,
  }));
  const target =
    known.length > 0
      ? await vscode.window.showQuickPick([fresh, ...known], {
          title: 'Which corpus should the papers be added to?',
        })
      : fresh;
  if (target?.path !== undefined) return { papers, addTo: target.path };
  const name = target && (await chooseName(papers));
  return name === undefined ? undefined : { papers, name };
}

function chooseName(papers: string[]): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: 'Name of the corpus',
    value:
      papers[0]
        ?.split(/[/\\]/)
        .at(-1)
        ?.replace(/\.\w+$/, '') ?? 'papers',
    validateInput: (text) =>
      folderName(text).replace(/[.-]/g, '') === '' ? 'The name must contain a letter or a digit.' : undefined,
  });
}
