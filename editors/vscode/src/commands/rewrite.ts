// Rewrite with Other Keywords: replaces the citing sentence at the cursor, and writes the keywords
// into its `scilit:` comment.
import * as vscode from 'vscode';
import { count } from '../papers';
import { draft, keywords } from '../protocol';
import type { Server } from '../server/server';
import { placeOfCursor } from './place';

export async function rewriteWithKeywords(server: Server): Promise<void> {
  const { spot } = placeOfCursor(server);
  const current = await server.request(keywords, spot);
  const given = await vscode.window.showInputBox({
    title: 'Rewrite with other keywords',
    prompt: '; and   | or   - not   2010..2022   author: title: venue:',
    value: current.keywords,
    validateInput: (text) => judge(server, text),
  });
  if (given === undefined) return;
  await server.write(await server.request(draft, { ...spot, mode: 'rewrite', keywords: given }));
}

/** Returns the message below the input box: the meaning of the keywords, or a mistake. */
export async function judge(server: Server, text: string): Promise<vscode.InputBoxValidationMessage> {
  const read = await server.request(keywords, { keywords: text });
  const mistake = read.mistakes.find(({ hint }) => !hint);
  if (mistake) {
    return {
      message: `Column ${mistake.start + 1}: ${mistake.message}`,
      severity: vscode.InputBoxValidationSeverity.Error,
    };
  }
  const found = read.matching === null ? '' : `: ${count(read.matching)}`;
  return {
    message: `${read.meaning || 'No keywords'}${found}`,
    severity: vscode.InputBoxValidationSeverity.Info,
  };
}
