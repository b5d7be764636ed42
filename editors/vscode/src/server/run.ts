// Runs commands of the server's program, such as doctor and index build.
import { spawn } from 'node:child_process';
import type * as vscode from 'vscode';

interface Options {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Cancellation kills the program. */
  token?: vscode.CancellationToken;
}

export interface Ran {
  code: number | null;
  output: string;
}

/** Runs a program until it exits, and passes each line of standard error to onLine. */
export function run(
  program: string,
  args: string[],
  onLine: (line: string) => void,
  { token, ...options }: Options = {},
): Promise<Ran> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const cancelling = token?.onCancellationRequested(() => child.kill());
    let output = '';
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    });
    child.on('error', fail);
    child.on('close', (code) => {
      cancelling?.dispose();
      if (rest !== '') onLine(rest);
      done({ code, output });
    });
  });
}
