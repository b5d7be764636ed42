// Doctor: shows the program's report about its installation, the settings and the open manuscript.
import { delimiter, dirname } from 'node:path';
import * as vscode from 'vscode';
import { run } from '../server/run';
import { isManuscript, type Server } from '../server/server';
import { flags } from '../server/settings';

const scheme = 'scilit-doctor';

/** Provides the report as a read-only virtual document. */
export class Doctor implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  private report = '';
  private reports = 0;

  constructor(private readonly server: Server) {}

  async examine(): Promise<string> {
    const options = { location: vscode.ProgressLocation.Window, title: 'SciLit: running the doctor' };
    this.report = await vscode.window.withProgress(options, () => examine(this.server.program()));
    // A new URI per report, since the editor caches the content of a URI.
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

/** Wraps a long line, since the editor may not. */
const folded = (line: string) => line.replace(/(.{60,100}) /g, '$1\n    ');

function manuscript(): string[] {
  const document = vscode.window.activeTextEditor?.document;
  return document && !document.isUntitled && isManuscript(document) ? [document.uri.fsPath] : [];
}

/** Returns the server's folder and environment, so that the report matches it. */
function surroundings(program: string) {
  const folder = vscode.workspace.isTrusted ? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath : undefined;
  const PATH = dirname(program) + delimiter + (process.env.PATH ?? '');
  return { cwd: folder ?? dirname(program), env: { ...process.env, PATH } };
}
