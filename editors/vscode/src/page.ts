// HTML pages for webviews. A page may load only its own script and style.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** The content of a page, and its script. */
export interface Page {
  title: string;
  script: string;
  body: string;
}

export function page(webview: vscode.Webview, extension: vscode.Uri, { title, script, body }: Page): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', name)).toString();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" nonce="${nonce}" href="${file('panel.css')}">
</head>
<body>
${body}
<script nonce="${nonce}" src="${file(script)}"></script>
</body>
</html>`;
}
