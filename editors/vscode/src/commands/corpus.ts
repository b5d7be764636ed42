// Index Papers: runs the program to index papers, and adds the corpus to the settings.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { status } from '../protocol';
import { run } from '../server/run';
import type { Server } from '../server/server';
import { flags } from '../server/settings';

/** Arguments of the command for tests and keybindings, which cannot answer prompts. */
export interface CorpusRequest {
  /** Files and folders of papers, in any format that the program reads. */
  papers: string[];
  /** Name of a new corpus; addTo is the folder of an existing one instead. */
  name?: string;
  addTo?: string;
  /** The embedder of a new corpus; the best available by default. */
  embedder?: 'static';
}

/** Returns false if the user cancelled. */
export async function buildCorpus(
  server: Server,
  storage: vscode.Uri,
  asked: CorpusRequest,
): Promise<boolean> {
  const { papers, addTo, name = 'papers', embedder = 'auto' } = asked;
  const folder = addTo ?? join(storage.fsPath, 'corpora', folderName(name));
  const how = ['--progress-lines', ...flags('models', 'onnxruntime', 'grobid')];
  const args = addTo
    ? ['index', 'add', ...how, folder, ...papers]
    : ['index', 'build', ...how, '--out', folder, '--name', name, '--embedder', embedder, ...papers];
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(storage, 'corpora'));
  const built = await indexed(server, args);
  if (built) await open(server, folder);
  return built;
}

/** Indexes the papers included in the extension, with static vectors. This takes seconds. */
export async function buildDemo(server: Server, storage: vscode.Uri): Promise<boolean> {
  const problems: string[] = [];
  const { code, output } = await run(server.program(), ['demo', '--papers'], (line) => problems.push(line));
  if (code !== 0) throw new Error(problems.join(' '));
  return buildCorpus(server, storage, { papers: [output.trim()], name: 'demo', embedder: 'static' });
}

/** Runs the program with a progress bar; returns false if the user cancelled. */
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
      else if (!line.startsWith('notice: ')) problems.push(line);
    };
    const result = await run(server.program(), args, onLine, { token });
    return token.isCancellationRequested ? undefined : result;
  });
  for (const line of problems) server.log.warn(line);
  if (!ran) {
    say('indexing was cancelled. Index the same papers under the same name to continue.');
    return false;
  }
  if (ran.code !== 0) throw new Error(problems.at(-1) ?? `indexing ended with code ${ran.code}.`);
  server.log.info(ran.output);
  void report(ran.output);
  return true;
}

const say = (message: string, ...buttons: string[]) =>
  vscode.window.showInformationMessage(`SciLit: ${message}`, ...buttons);

/** Shows the number of indexed papers; the log lists the skipped ones. */
async function report(output: string): Promise<void> {
  const summary = output.split('\n')[0] ?? '';
  const whole = / 0 skipped$/.test(summary);
  const choice = await (whole ? say(summary) : say(summary, 'Show Log'));
  if (choice) await vscode.commands.executeCommand('scilit.showLog');
}

/** Adds a corpus to the user's settings, keeping the open ones. */
async function open(server: Server, folder: string): Promise<void> {
  const config = vscode.workspace.getConfiguration('scilit');
  const corpora = await ownCorpora(server);
  const indexes = config.inspect<string[]>('indexes')?.globalValue ?? corpora.map(({ path }) => path);
  if (indexes.includes(folder)) await server.tellSettings();
  else await config.update('indexes', [...indexes, folder], vscode.ConfigurationTarget.Global);
}

/** Returns the corpora without the user's library, which the server maintains. */
export async function ownCorpora(server: Server) {
  const { corpora } = await server.request(status, {});
  return corpora;
}

export const folderName = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
