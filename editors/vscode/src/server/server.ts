// The language server. It is started once, and restarted when its program changes.
import * as vscode from 'vscode';
import {
  type Disposable,
  ExecuteCommandRequest,
  LanguageClient,
  type LanguageClientOptions,
  ProgressType,
  type RequestType,
  ResponseError,
  State,
  type StaticFeature,
  type WorkspaceEdit,
} from 'vscode-languageclient/node';
import { findServer } from './find';
import { settingsThatAreSet } from './settings';
import { warn } from './warn';

/** The languages of manuscripts; .bib files are synchronized too. */
export const manuscriptLanguages = [
  'latex',
  'tex',
  'context',
  'markdown',
  'quarto',
  'rmd',
  'myst',
  'org',
  'typst',
];

export const isManuscript = (document: vscode.TextDocument) =>
  manuscriptLanguages.includes(document.languageId);

/** Reports to the server whether another server also handles LaTeX. */
const besideTexlab: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    const others = ['efoerster.texlab', 'James-Yu.latex-workshop'];
    const texlab = others.some((id) => vscode.extensions.getExtension(id) !== undefined);
    capabilities.experimental = { ...capabilities.experimental, texlab };
  },
  initialize: () => {},
  getState: () => ({ kind: 'static' }),
  clear: () => {},
};

/** Reports whether an error means that no online source is enabled. */
export const isOnlineOff = (error: unknown): error is Error =>
  error instanceof ResponseError && error.data?.code === 'online_off';

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private starting: Promise<LanguageClient> | undefined;
  private failure: string | undefined;
  private running = 0;
  private readonly busyChanged = new vscode.EventEmitter<void>();
  private readonly engineChanged = new vscode.EventEmitter<void>();
  private readonly listeners: Disposable[] = [];
  /** Commands of code actions that the extension runs instead of the server. */
  private readonly ours = new Map<string, () => Promise<void>>();

  readonly onDidChangeBusy = this.busyChanged.event;
  /** Fires after the server starts, stops or gets new settings. */
  readonly onDidChangeEngine = this.engineChanged.event;

  constructor(
    private readonly extensionFolder: string,
    readonly log: vscode.LogOutputChannel,
  ) {
    this.listeners.push(
      vscode.workspace.onDidChangeConfiguration((e) =>
        this.reconfigure(e).catch((error: unknown) => this.tell(error)),
      ),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.tellSettings()),
    );
  }

  get busy(): boolean {
    return this.running > 0;
  }

  /** Returns the program; throws an error that lists the searched folders. */
  program(): string {
    const named = vscode.workspace.getConfiguration('scilit').get('server.path', '');
    return findServer(named, this.extensionFolder);
  }

  /** The reason why the server is not running; undefined if it is running or starting. */
  get problem(): string | undefined {
    if (this.client?.state === State.Stopped) return 'The server stopped too often.';
    return this.failure;
  }

  /** Starts the server unless it is running. */
  start(): Promise<LanguageClient> {
    if (this.problem) this.starting = undefined;
    this.starting ??= this.launch().catch((error: unknown) => {
      this.failure = messageOf(error);
      this.engineChanged.fire();
      throw error;
    });
    return this.starting;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Sends a request; the server counts as busy until it is answered. */
  async request<P, R>(
    type: RequestType<P, R, void>,
    params: P,
    token?: vscode.CancellationToken,
  ): Promise<R> {
    return this.whileBusy(async () => {
      const client = await this.start();
      // The client would send an undefined token as a second parameter.
      return token
        ? client.sendRequest<R>(type.method, params, token)
        : client.sendRequest<R>(type.method, params);
    });
  }

  /** Runs a command on the server, which requests any edits itself. */
  async execute<R>(command: string, argument: object, token: vscode.CancellationToken): Promise<R> {
    return this.whileBusy(async () => {
      const client = await this.start();
      return client.sendRequest<R>(ExecuteCommandRequest.method, { command, arguments: [argument] }, token);
    });
  }

  /** Registers a handler that replaces the server's for a command of code actions. */
  onCommand(command: string, run: () => Promise<void>): void {
    this.ours.set(command, run);
  }

  /** Calls hear with the partial results of a request. */
  async onProgress<P>(token: string, hear: (value: P) => void): Promise<Disposable> {
    return (await this.start()).onProgress(new ProgressType<P>(), token, hear);
  }

  /** Applies an edit from the server atomically. */
  async write({ edit }: { edit: WorkspaceEdit }): Promise<void> {
    const { protocol2CodeConverter } = await this.start();
    const applied = await vscode.workspace.applyEdit(await protocol2CodeConverter.asWorkspaceEdit(edit));
    if (!applied) throw new Error('the editor did not apply the edit: try again.');
  }

  /** Shows an error, unless the user cancelled. */
  tell(error: unknown): void {
    if (error instanceof vscode.CancellationError) return;
    this.log.error(messageOf(error));
    void warn(messageOf(error));
  }

  identify(document: vscode.TextDocument): { uri: string; version: number } {
    return { uri: document.uri.toString(), version: document.version };
  }

  /** Notifies the server that settings have changed. It then requests them and reopens its corpora. */
  async tellSettings(): Promise<void> {
    await this.client?.sendNotification('workspace/didChangeConfiguration', { settings: null });
    this.engineChanged.fire();
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
    void this.stop();
  }

  private async launch(): Promise<LanguageClient> {
    this.failure = undefined;
    const run = { command: this.program() };
    this.log.info(`starting ${run.command}`);
    const client = new LanguageClient('scilit', 'SciLit', run, this.options());
    client.registerFeature(besideTexlab);
    client.onDidChangeState(({ newState }) => {
      if (newState !== State.Starting) this.engineChanged.fire();
    });
    this.client = client;
    await client.start();
    return client;
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [
        ...[...manuscriptLanguages, 'bibtex'].flatMap((language) => [
          { language, scheme: 'file' },
          { language, scheme: 'untitled' },
        ]),
        { language: 'markdown', scheme: 'vscode-notebook-cell' },
      ],
      outputChannel: this.log,
      initializationOptions: settingsThatAreSet,
      middleware: {
        executeCommand: (command, args, next) => {
          const run = this.ours.get(command);
          return run ? run().catch((error: unknown) => this.tell(error)) : next(command, args);
        },
        workspace: {
          configuration: (params) => params.items.map(() => settingsThatAreSet()),
        },
        provideCodeActions: (document, range, context, token, next) =>
          this.whileBusy(async () => next(document, range, context, token)),
      },
    };
  }

  private async whileBusy<T>(work: () => Promise<T>): Promise<T> {
    this.running++;
    if (this.running === 1) this.busyChanged.fire();
    try {
      return await work();
    } finally {
      this.running--;
      if (this.running === 0) this.busyChanged.fire();
    }
  }

  private async reconfigure(e: vscode.ConfigurationChangeEvent): Promise<void> {
    if (e.affectsConfiguration('scilit.server.path')) await this.restart();
    else if (e.affectsConfiguration('scilit')) await this.tellSettings();
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.starting = undefined;
    this.failure = undefined;
    if (client?.needsStop()) await client.stop();
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
