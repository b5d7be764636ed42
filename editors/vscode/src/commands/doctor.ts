// Doctor: what is installed, what is active, and why, as the program says it.
import * as vscode from 'vscode';
import { status } from '../protocol';
import { run } from '../server/run';
import type { Server } from '../server/server';
import { flags } from '../server/settings';

export async function doctor(server: Server): Promise<string> {
  const program = server.program();
  const { corpora } = await server.request(status, {});
  const lines = [`program: ${program}`];
  // The corpora that the server has open, wherever they were named.
  const indexes = corpora.flatMap(({ path }) => ['--index', path]);
  const args = ['doctor', ...indexes, ...flags('engine', 'models', 'onnxruntime')];
  const { output } = await run(program, args, (line) => lines.push(line));
  const report = `${output}${lines.join('\n')}\n`;
  const document = await vscode.workspace.openTextDocument({ content: report, language: 'plaintext' });
  await vscode.window.showTextDocument(document, { preview: true });
  return report;
}
