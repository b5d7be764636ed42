// Doctor: what is installed, what is active, and what is wrong, as the program
// says it of the settings and of the manuscript that is open.
import { delimiter, dirname } from 'node:path';
import * as vscode from 'vscode';
import { run } from '../server/run';
import { isManuscript, type Server } from '../server/server';
import { flags } from '../server/settings';

const scheme = 'scilit-doctor';

/** The report, in a document that never asks to be saved. */
export class Doctor implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  private report = '';
  private reports = 0;

  constructor(private readonly server: Server) {}

  async examine(): Promise<string> {
    const options = { location: vscode.ProgressLocation.Window, title: 'SciLit: examining' };
    this.report = await vscode.window.withProgress(options, () => examine(this.server.program()));
    // A name of its own, since the editor keeps what it has read.
    const uri = vscode.Uri.from({ scheme, path: 'SciLit Doctor', query: String(++this.reports) });
    await vscode.window.showTextDocument(uri, { preview: true });
    return this.report;
  }

  provideTextDocumentContent(): string {
    return this.report;
  }

  dispose(): void {
    this.registration.dispose();
  }
}

async function examine(program: string): Promise<string> {
  const errors: string[] = [];
  const args = ['doctor', ...flags('indexes', 'engine', 'models', 'onnxruntime'), ...manuscript()];
  const { output } = await run(program, args, (line) => errors.push(line), surroundings(program));
  return [`program: ${program}`, ...output.trimEnd().split('\n'), ...errors, ''].map(folded).join('\n');
}

/** No line is cut off where the editor does not wrap lines. */
const folded = (line: string) => line.replace(/(.{60,100}) /g, '$1\n    ');

function manuscript(): string[] {
  const document = vscode.window.activeTextEditor?.document;
  return document && !document.isUntitled && isManuscript(document) ? [document.uri.fsPath] : [];
}

/** As the server sees them: in the workspace, whose scilit.toml counts where it is trusted, by a program that is found. */
function surroundings(program: string) {
  const folder = vscode.workspace.isTrusted ? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath : undefined;
  const PATH = dirname(program) + delimiter + (process.env.PATH ?? '');
  return { cwd: folder ?? dirname(program), env: { ...process.env, PATH } };
}
