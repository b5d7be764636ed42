import assert from 'node:assert/strict';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { chatPage } from '../../src/chat/html';
import { written } from '../../src/chat/participant';
import { inOrder } from '../../src/commands/pick';
import { judge } from '../../src/commands/rewrite';
import { page } from '../../src/page';
import { moved } from '../../src/panel/anchor';
import { panelPage } from '../../src/panel/html';
import { status } from '../../src/protocol';
import { findServer } from '../../src/server/find';
import { run } from '../../src/server/run';
import { settingsThatAreSet } from '../../src/server/settings';
import { describe as describeStatus } from '../../src/status';
import { eventually, extension } from './host';

describe('a list for several papers', () => {
  it('keeps the order in which they were ticked', () => {
    assert.deepEqual(inOrder([], ['b']), ['b']);
    assert.deepEqual(inOrder(['b'], ['a', 'b']), ['b', 'a']);
    assert.deepEqual(inOrder(['b', 'a'], ['a']), ['a']);
  });
});

describe("the panel's anchor", () => {
  const change = (rangeOffset: number, rangeLength: number, text: string) => [
    { rangeOffset, rangeLength, text },
  ];
  for (const [what, changes, want] of [
    ['text before it', change(0, 0, 'abc'), 13],
    ['text right at it', change(10, 0, 'abc'), 10],
    ['text behind it', change(11, 2, 'abc'), 10],
    ['a deletion before it', change(2, 3, ''), 7],
    ['a deletion around it', change(8, 5, 'x'), 8],
    ['several at once', [...change(1, 0, 'ab'), ...change(4, 2, '')], 10],
  ] as const) {
    it(`moves with ${what}`, () => assert.equal(moved(10, changes), want));
  }
});

describe('finding the server', () => {
  const { extensionPath } = extension();

  it('tries the setting first, and reports an invalid one', () => {
    assert.equal(findServer(process.execPath, extensionPath), process.execPath);
    assert.throws(
      () => findServer('/nowhere/scilit-lsp', extensionPath),
      /\/nowhere\/scilit-lsp in the scilit\.server\.path setting is not a program/,
    );
  });

  it('searches the PATH if the extension contains no server', () => {
    const path = process.env.PATH;
    process.env.PATH = join(extensionPath, 'server');
    assert.equal(findServer('', '/nowhere'), join(extensionPath, 'server', 'scilit-lsp'));
    process.env.PATH = '';
    assert.throws(() => findServer('', '/nowhere'), /neither in the extension nor on the PATH/);
    process.env.PATH = path;
  });
});

describe('settings', () => {
  it('are sent to the server only if the user set them, so that scilit.toml applies', async () => {
    assert.deepEqual(settingsThatAreSet(), {});
    const config = vscode.workspace.getConfiguration('scilit');
    await config.update('network.allow', ['example.org'], vscode.ConfigurationTarget.Global);
    assert.deepEqual(settingsThatAreSet(), { network: { allow: ['example.org'] } });
    await config.update('network.allow', undefined, vscode.ConfigurationTarget.Global);
  });
});

describe('keywords', () => {
  it('are checked as they are typed', async () => {
    const { server } = extension().exports;
    assert.match((await judge(server, 'NLP; 2010..2022')).message, /^nlp; 2010\.\.2022: [\d,]+ papers$/i);
    const wrong = await judge(server, 'NLP; year:soon');
    assert.equal(wrong.severity, vscode.InputBoxValidationSeverity.Error);
    assert.match(wrong.message, /^Column 6: /);
  });
});

describe('a running program', () => {
  it('is stopped by cancelling, and publishes nothing', async () => {
    const source = new vscode.CancellationTokenSource();
    const out = mkdtempSync(join(tmpdir(), 'scilit-cancel-'));
    const { extensionPath, exports } = extension();
    const papers = join(extensionPath, '../../testdata/papers/acl.jsonl.gz');
    const args = ['index', 'build', '--progress-lines', '--out', out, papers];
    const lines: string[] = [];
    const onLine = (line: string) => {
      lines.push(line);
      source.cancel();
    };
    const ran = await run(exports.server.program(), args, onLine, { token: source.token });
    assert.match(lines[0] ?? '', /^progress: \d+ papers$/);
    assert.equal(ran.code, 1);
    assert.match(lines.at(-1) ?? '', /interrupted/);
    assert.equal(existsSync(join(out, 'CURRENT')), false);
  });
});

describe('first use', () => {
  it('ends once the bundled demo papers are indexed', async () => {
    const { server } = extension().exports;
    await vscode.commands.executeCommand('scilit.demoCorpus');
    const config = vscode.workspace.getConfiguration('scilit');
    const [, made] = config.get<string[]>('indexes', []);
    assert.match(made ?? '', /corpora.demo$/);
    const opened = await eventually('the demo', async () =>
      (await server.request(status, {})).corpora.find(({ path }) => path === made),
    );
    assert.equal(opened.papers, 5260);
    await config.update('indexes', undefined, vscode.ConfigurationTarget.Global);
  });
});

describe('the status item', () => {
  it('shows missing parts and running work', () => {
    assert.equal(describeStatus(undefined, false).text, '$(quote) SciLit');
    const none = {
      version: '',
      engine: 'none',
      embedder: '',
      corpora: [],
      notes: [],
      notices: [],
      refused: [],
    } as const;
    const bare = { ...none, bare: true, indexes: [], corpora: [], notes: [], notices: [], refused: [] };
    assert.equal(describeStatus(bare, true).label, 'SciLit: no corpus, searching');
    assert.equal(describeStatus(bare, false).command, 'scilit.buildCorpus');
    assert.equal(
      describeStatus({ ...bare, bare: false, indexes: ['/nowhere'] }, false).text,
      '$(warning) SciLit: problem',
    );
    const corpora = [{ name: 'demo', path: '/demo', papers: 5260, fullTexts: 60 }];
    const library = { name: 'library', sources: [], files: 1, papers: 2, state: '', problems: [] };
    assert.equal(
      describeStatus({ ...bare, bare: false, engine: 'plain', indexes: ['/demo'], corpora, library }, false)
        .text,
      '$(quote) SciLit: 5,262 papers',
    );
  });
});

describe('@scilit', () => {
  it('shows sentences with their passages, and marks an unsupported one', () => {
    assert.equal(written({ text: 'We test.', passages: [1, 2], quoted: true }), '“We test.” [1][2]\n\n');
    const doubtful = { text: 'All pass.', passages: [1], unsupported: true, reason: '“all” is not in it' };
    assert.equal(written(doubtful), 'All pass. [1] (not found in its passages: “all” is not in it)\n\n');
  });
});

describe('the pages of webviews', () => {
  const webview = { asWebviewUri: (uri: vscode.Uri) => uri, cspSource: '' } as unknown as vscode.Webview;
  for (const one of [panelPage, chatPage]) {
    it(`${one.title}: loads nothing but its own script and style`, () => {
      const html = page(webview, vscode.Uri.file('/extension'), one);
      assert.match(html, /default-src 'none'; script-src 'nonce-([^']+)'; style-src 'nonce-\1'"/);
      assert.doesNotMatch(html, /https?:/);
      const again = page(webview, vscode.Uri.file('/extension'), one);
      assert.notEqual(html, again, 'each page has a nonce of its own');
    });
  }

  it('has one way to search', () => assert.equal(panelPage.body.match(/Search</g)?.length, 1));
});
