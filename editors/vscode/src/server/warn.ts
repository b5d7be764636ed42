// Warnings with one sentence and one button.
import * as vscode from 'vscode';

/** Length of a line in a notification. The editor truncates longer messages without a button. */
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
