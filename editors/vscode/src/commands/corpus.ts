// Build or add to a corpus: a folder of papers is chosen, the program indexes
// it, and the new corpus is put into the settings.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { status } from '../protocol';
import { run } from '../server/run';
import type { Server } from '../server/server';
import { flags } from '../server/settings';

/** What to do; for tests and keybindings, which cannot answer questions. */
export interface CorpusRequest {
  /** Folder with files of papers, in any format that the program knows. */
  papers: string;
  /** Name of a new corpus, or the folder of one that is added to. */
  name?: string;
  addTo?: string;
}

export async function buildCorpus(server: Server, storage: vscode.Uri, asked?: CorpusRequest): Promise<void> {
  const request = asked ?? (await ask(server));
  if (!request) return;
  const folder = request.addTo ?? join(storage.fsPath, 'corpora', folderName(request.name ?? 'papers'));
  const how = ['--progress-lines', ...flags('models', 'onnxruntime', 'grobid')];
  const args = request.addTo
    ? ['index', 'add', ...how, folder, request.papers]
    : ['index', 'build', ...how, '--out', folder, '--name', request.name ?? 'papers', request.papers];
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(storage, 'corpora'));
  if (await indexed(server, args)) await open(server, folder);
}

/** Runs the program behind a progress bar; false where the user cancelled. */
async function indexed(server: Server, args: string[]): Promise<boolean> {
  const problems: string[] = [];
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: 'SciLit: indexing',
    cancellable: true,
  };
  const ran = await vscode.window.withProgress(options, async (progress, token) => {
    const onLine = (line: string) => {
      const read = /^progress: (.*)$/.exec(line);
      if (read?.[1]) progress.report({ message: read[1] });
      else problems.push(line);
    };
    const result = await run(server.program(), args, onLine, token);
    return token.isCancellationRequested ? undefined : result;
  });
  for (const line of problems) server.log.warn(line);
  if (!ran) return false;
  if (ran.code !== 0) throw new Error(problems.at(-1) ?? `indexing ended with code ${ran.code}.`);
  server.log.info(ran.output);
  void vscode.window.showInformationMessage(`SciLit: ${ran.output.split('\n')[0]}`);
  return true;
}

/** Makes the server open a corpus: puts it into the user's settings, beside those that are open now. */
async function open(server: Server, folder: string): Promise<void> {
  const config = vscode.workspace.getConfiguration('scilit');
  const corpora = await ownCorpora(server);
  const indexes = config.inspect<string[]>('indexes')?.globalValue ?? corpora.map(({ path }) => path);
  if (indexes.includes(folder)) await server.tellSettings();
  else await config.update('indexes', [...indexes, folder], vscode.ConfigurationTarget.Global);
}

async function ownCorpora(server: Server) {
  const { corpora } = await server.request(status, {});
  return corpora;
}

const folderName = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, '-');

async function ask(server: Server): Promise<CorpusRequest | undefined> {
  const corpora = await ownCorpora(server);
  const fresh = { label: '$(add) New corpus', path: undefined };
  const known = corpora.map(({ name, path, papers }) => ({
    label: name,
    description: `${papers} papers`,
    detail: path,
    path,
  }));
  const target =
    known.length > 0
      ? await vscode.window.showQuickPick([fresh, ...known], { title: 'Where do the papers go?' })
      : fresh;
  if (!target) return undefined;
  const folders = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    canSelectFiles: false,
    title: 'Folder of papers',
    openLabel: 'Index these papers',
  });
  const papers = folders?.[0]?.fsPath;
  if (papers === undefined) return undefined;
  if (target.path !== undefined) return { papers, addTo: target.path };
  const name = await vscode.window.showInputBox({
    title: 'Name of the corpus',
    value: papers.split(/[/\\]/).at(-1) ?? 'papers',
    validateInput: (text) =>
      folderName(text).replace(/[.-]/g, '') === '' ? 'A name has a letter or a digit.' : undefined,
  });
  return name === undefined ? undefined : { papers, name };
}
