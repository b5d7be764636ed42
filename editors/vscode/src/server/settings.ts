// The settings as the server gets them: only what the user set, since what it
// gets from an editor counts more than scilit.toml.
import * as vscode from 'vscode';

/** The server's settings, by the names they have under "scilit". */
export const serverSettings = [
  'indexes',
  'engine',
  'writer',
  'bibFile',
  'bibFolders',
  'keyPattern',
  'directive',
  'citeCommand',
  'candidates',
  'prefetch',
  'prefer',
  'otherLanguages',
  'features',
  'texlab',
  'referenceStyle',
  'diagnostics',
  'models',
  'onnxruntime',
  'modelIdleMinutes',
  'grobid',
  'library',
  'network.allow',
  'online',
  'llm',
  'remote',
  'ask',
] as const;

export function settingsThatAreSet(): Record<string, unknown> {
  const config = vscode.workspace.getConfiguration('scilit');
  // The server then takes no index, no .bib, no model, library or host from the workspace, and asks nothing.
  const set: Record<string, unknown> = vscode.workspace.isTrusted ? {} : { restricted: true };
  for (const name of serverSettings) {
    const asked = config.inspect(name); // the editor itself leaves out what is restricted
    const ofWorkspace = asked?.workspaceFolderValue ?? asked?.workspaceValue;
    const value = ofWorkspace !== undefined && !namesServer(ofWorkspace) ? ofWorkspace : asked?.globalValue;
    if (value === undefined) continue;
    if (name === 'network.allow') set.network = { allow: value };
    else set[name] = value;
  }
  return set;
}

/** Only the user names a server that gets words of the manuscript. */
function namesServer(value: unknown): boolean {
  return Array.isArray(value) && value.some((one) => typeof one === 'string' && one.includes('://'));
}

/** Settings that are set as flags of the program, which have the same names but for --index. */
export function flags(...names: ('indexes' | 'engine' | 'models' | 'onnxruntime' | 'grobid')[]): string[] {
  const set = settingsThatAreSet();
  return names.flatMap((name) =>
    [set[name] ?? []]
      .flat()
      .filter((value) => value !== '')
      .flatMap((value) => [name === 'indexes' ? '--index' : `--${name}`, String(value)]),
  );
}
