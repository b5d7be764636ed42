// Build a Corpus from This Bibliography: shows the server's plan, which the server carries out if the user
// agrees.
import * as vscode from 'vscode';
import { isManuscript, isOnlineOff, type Server } from '../server/server';

/** The result of scilit.growCorpus with `plan`: everything that would be sent. */
interface Plan {
  summary: string;
  text: string;
}

const title = 'Build a corpus from this bibliography?';
const build = 'Build';

/** Builds a corpus from the references of the active document, if the user agrees to the plan. */
export async function growCorpus(server: Server): Promise<void> {
  const plan = await planned(server).catch(async (error: unknown) => {
    if (!isOnlineOff(error)) throw error;
    return (await enabled()) ? planned(server) : undefined;
  });
  if (!plan || !(await agreed(plan))) return;
  await run(server, { shown: plan.text });
}

/** Reports whether the active document has references. */
export async function canGrow(server: Server): Promise<boolean> {
  try {
    await planned(server);
    return true;
  } catch (error) {
    return isOnlineOff(error);
  }
}

const planned = (server: Server) => run<Plan>(server, { plan: true });

async function run<R>(server: Server, asked: object): Promise<R> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || !(isManuscript(document) || document.languageId === 'bibtex')) {
    throw new Error('open the manuscript or its .bib file first.');
  }
  const { token } = new vscode.CancellationTokenSource();
  return server.execute<R>('scilit.growCorpus', { uri: document.uri.toString(), ...asked }, token);
}

async function agreed(plan: Plan): Promise<boolean> {
  const whole = 'Show the Whole Plan';
  const options = { modal: true, detail: plan.summary };
  const choice = await vscode.window.showInformationMessage(title, options, build, whole);
  if (choice !== whole) return choice === build;
  const content = await vscode.workspace.openTextDocument({ content: plan.text });
  await vscode.window.showTextDocument(content, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
  });
  return (await vscode.window.showInformationMessage(`SciLit: ${title}`, build)) === build;
}

/** Offers to enable a source of citations in the user's own settings. */
async function enabled(): Promise<boolean> {
  const enable = 'Enable OpenAlex';
  const detail =
    'OpenAlex lists the citations of papers. Its host, api.openalex.org, receives the identifiers of your ' +
    'references after you have seen the plan. This changes your own settings, not the workspace settings.';
  const choice = await vscode.window.showInformationMessage(
    'No citation index is enabled.',
    { modal: true, detail },
    enable,
  );
  if (choice !== enable) return false;
  const config = vscode.workspace.getConfiguration('scilit');
  const own = config.inspect<{ sources?: string[] }>('online')?.globalValue ?? {};
  const sources = [...(own.sources ?? []), 'openalex'];
  await config.update('online', { ...own, sources }, vscode.ConfigurationTarget.Global);
  return true;
}
