// The settings for the server: only those that the user has set, since they override scilit.toml.
import * as vscode from 'vscode';
import { serverSettings } from './settingnames';

export function settingsThatAreSet(): Record<string, unknown> {
  const config = vscode.workspace.getConfiguration('scilit');
  // A restricted server takes no index, .bib file, model, library or host from the workspace.
  const set: Record<string, unknown> = vscode.workspace.isTrusted ? {} : { restricted: true };
  for (const name of serverSettings) {
    const asked = config.inspect(name); // without settings that Restricted Mode disables
    const ofWorkspace = asked?.workspaceFolderValue ?? asked?.workspaceValue;
    const isAllowed = ofWorkspace !== undefined && !namesServer(ofWorkspace) && !sendsText(name, ofWorkspace);
    const value = isAllowed ? ofWorkspace : asked?.globalValue;
    if (value === undefined) continue;
    if (name === 'network.allow') set.network = { allow: value };
    else set[name] = value;
  }
  return set;
}

/** Reports whether a setting sends text to a language model. Untrusted workspaces may not set it. */
function sendsText(name: string, value: unknown): boolean {
  return name === 'writer' && value === 'llm' && !vscode.workspace.isTrusted;
}

/** Reports whether a value contains the URL of a server. Only the user may set it. */
function namesServer(value: unknown): boolean {
  return Array.isArray(value) && value.some((one) => typeof one === 'string' && one.includes('://'));
}

/** Returns settings as flags for the program. The names are the same, except for --index. */
export function flags(...names: ('indexes' | 'engine' | 'models' | 'onnxruntime' | 'grobid')[]): string[] {
  const set = settingsThatAreSet();
  return names.flatMap((name) =>
    [set[name] ?? []]
      .flat()
      .filter((value) => value !== '')
      .flatMap((value) => [name === 'indexes' ? '--index' : `--${name}`, String(value)]),
  );
}
