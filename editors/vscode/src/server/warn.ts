// Warnings: one sentence, and the doctor as the way out where it is no short one.
import * as vscode from 'vscode';

/** The editor cuts a message off after a line, unless it has a button. */
const aLine = 60;

export async function warn(message: string): Promise<void> {
  const buttons = message.length > aLine ? ['Doctor'] : [];
  const choice = await vscode.window.showWarningMessage(`SciLit: ${message}`, ...buttons);
  if (choice) await vscode.commands.executeCommand('scilit.doctor');
}
