// Warnings: one sentence and one way out.
import * as vscode from 'vscode';

/** The editor cuts a message off after a line, unless it has a button. */
const aLine = 60;

export async function warn(message: string): Promise<void> {
  const aboutProgram = message.includes('scilit.server.path');
  const button = aboutProgram ? 'Open Settings' : 'Doctor';
  const buttons = message.length > aLine ? [button] : [];
  const choice = await vscode.window.showWarningMessage(`SciLit: ${message}`, ...buttons);
  if (choice && aboutProgram)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'scilit.server.path');
  else if (choice) await vscode.commands.executeCommand('scilit.doctor');
}
