// The extension: a client of the language server, a panel of papers, and commands. All knowledge
// about papers is in the server.
import * as vscode from 'vscode';
import { registerParticipant } from './chat/participant';
import { ChatView } from './chat/view';
import { registerCommands } from './commands';
import { PanelView } from './panel/view';
import { Server } from './server/server';
import { StatusItem } from './status';

/** The result of activation, for the tests in the extension host. */
export interface Api {
  server: Server;
  panel: PanelView;
  chat: ChatView;
  status: StatusItem;
}

export function activate(context: vscode.ExtensionContext): Api {
  const log = vscode.window.createOutputChannel('SciLit', { log: true });
  const server = new Server(context.extensionPath, log);
  const panel = new PanelView(context.extensionUri, server);
  const chat = new ChatView(context.extensionUri, server);
  const status = new StatusItem(server);
  context.subscriptions.push(log, server, panel, chat, status, ...registerParticipant(chat));
  context.subscriptions.push(vscode.window.registerWebviewViewProvider('scilit.panel', panel));
  context.subscriptions.push(vscode.window.registerWebviewViewProvider('scilit.chat', chat));
  registerCommands(context, server, panel, chat);
  // Activation does not wait for the server, so that the editor starts faster.
  server.start().catch((error: unknown) => server.tell(error));
  return { server, panel, chat, status };
}
