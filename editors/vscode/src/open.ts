// Opens the user's PDF of a paper.
import * as vscode from 'vscode';

/** Opens the PDF in the system's viewer, or in the editor if the file is on a remote machine. */
export async function openPdf({ file }: { file?: string | undefined }): Promise<void> {
  if (!file || !/\.pdf$/i.test(file)) return;
  const uri = vscode.Uri.file(file);
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    void vscode.window.showWarningMessage(`${file} no longer exists.`);
    return;
  }
  if (vscode.env.remoteName || !(await vscode.env.openExternal(uri)))
    await vscode.commands.executeCommand('vscode.open', uri);
}
