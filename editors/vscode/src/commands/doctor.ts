// Doctor: what is installed, what is active, and why, as the program says it.
import * as vscode from 'vscode';
import { status } from '../protocol';
import { run } from '../server/run';
import type { Server } from '../server/server';
import { settingsThatAreSet } from '../server/settings';

export async function doctor(server: Server): Promise<string> {
  const program = server.program();
  const { corpora } = await server.request(status, {});
  const lines = [`program: ${program}`];
  const { output } = await run(program, ['doctor', ...flags(corpora)], (line) => lines.push(line));
  const report = `${output}${lines.join('\n')}\n`;
  const document = await vscode.workspace.openTextDocument({ content: report, language: 'plaintext' });
  await vscode.window.showTextDocument(document, { preview: true });
  return report;
}

/** The settings as flags. The corpora are those that the server has open, wherever they were named. */
function flags(corpora: { path: string }[]): string[] {
  const { engine, models, onnxruntime } = settingsThatAreSet() as {
    engine?: string;
    models?: string[];
    onnxruntime?: string;
  };
  return [
    ...corpora.flatMap(({ path }) => ['--index', path]),
    ...(engine ? ['--engine', engine] : []),
    ...(models ?? []).flatMap((folder) => ['--models', folder]),
    ...(onnxruntime ? ['--onnxruntime', onnxruntime] : []),
  ];
}
