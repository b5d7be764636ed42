import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { status } from '../../src/protocol';
import { accept, eventually, extension, revert, showAt, withSetting, workspaceFile } from './host';

const directive = '% scilit:';

describe(`SciLit in VS Code ${vscode.version}`, () => {
  afterEach(revert);

  it('stays inactive until a manuscript is opened', async () => {
    assert.equal(extension().isActive, false);
    await showAt('main.tex', directive);
    await eventually('activation', () => extension().isActive);
  });

  it('uses its bundled server', () => {
    assert.equal(
      extension().exports.server.program(),
      join(extension().extensionPath, 'server', 'scilit-lsp'),
    );
  });

  it('shows engine and papers in the status bar', async () => {
    await showAt('main.tex', directive);
    const { item } = extension().exports.status;
    await eventually('the engine', () => item.text === '$(quote) SciLit: neural, 5,260');
    assert.equal(item.accessibilityInformation?.label, 'SciLit: neural engine, 5,260 papers');
  });

  it('offers papers in the light bulb, resolved to one edit of the document and the .bib file', async () => {
    const editor = await showAt('main.tex', directive);
    const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      editor.document.uri,
      editor.selection,
      'refactor.rewrite',
      1,
    );
    const action = found.find(({ title }) => title.startsWith('Suggest citation: '));
    assert.ok(action?.edit);
    const files = action.edit.entries().map(([uri]) => uri.path.split('/').at(-1));
    assert.deepEqual(files.sort(), ['main.tex', 'references.bib']);
  });

  it('explains a directive in a hover', async () => {
    const editor = await showAt('main.tex', 'sentence embeddings |');
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      editor.document.uri,
      editor.selection.active,
    );
    const text = hovers
      .flatMap(({ contents }) => contents.map((c) => (c as vscode.MarkdownString).value))
      .join();
    assert.match(text, /Papers that match: \d+/);
  });

  for (const [command, wanted] of [
    ['scilit.suggestCitation', /experiments\. \\cite[tp]\{\w+\}|\\cite[tp]\{\w+\}\./],
    ['scilit.insertMark', /experiments~?\\citep\{\w+\}\./],
  ] as const) {
    it(`${command} cites the chosen paper`, async () => {
      const { document } = await showAt('main.tex', `\n${directive}`);
      const before = document.getText();
      const done = vscode.commands.executeCommand(command);
      await eventually('an edit', async () => {
        await accept();
        return document.getText() !== before;
      });
      await done;
      assert.match(document.getText(), wanted);
      const bib = await vscode.workspace.openTextDocument(workspaceFile('references.bib'));
      assert.ok(bib.isDirty);
      assert.match(bib.getText(), /^@inproceedings\{reimers2019sentence,[\s\S]*\n@/);
    });
  }

  it('cites a paper by its DOI', async () => {
    const { document } = await showAt('main.tex', `\n${directive}`);
    const done = vscode.commands.executeCommand('scilit.citeByName', '10.18653/v1/p18-1198');
    await eventually('an edit', async () => {
      await accept();
      return /\\citep\{conneau2018\w+\}/.test(document.getText());
    });
    await done;
  });

  it('checks references, and goes to the entry of a finding', async () => {
    const wrong = '@inproceedings{wrong,\n  title = {What you can cram into a single vector}, year = 2011,';
    writeFileSync(
      workspaceFile('wrong.bib').fsPath,
      `${wrong}\n  author = {Conneau, Alexis and others}\n}\n`,
    );
    await showAt('wrong.bib', '@inproceedings');
    const done = vscode.commands.executeCommand('scilit.checkReferences');
    await eventually('the entry', async () => {
      await accept();
      return vscode.window.activeTextEditor?.selection.active.line === 1;
    });
    await done;
  });

  it('shows no empty list at a heading of a document without text', async () => {
    writeFileSync(workspaceFile('heading.md').fsPath, '# Summary\n');
    const { document } = await showAt('heading.md', '# Summary');
    await vscode.commands.executeCommand('scilit.suggestCitation'); // would wait for a choice
    assert.equal(document.getText(), '# Summary\n');
  });

  for (const [file, language] of [
    ['main.qmd', 'quarto'],
    ['main.Rmd', 'rmd'],
  ] as const) {
    it(`recognizes ${file} without another extension`, async () => {
      writeFileSync(workspaceFile(file).fsPath, 'Text.\n');
      const { document } = await showAt(file, 'Text.');
      assert.equal(document.languageId, language);
    });
  }

  it('writes related work about the papers chosen for each topic', async () => {
    const editor = await showAt('main.md', '');
    const { document } = editor;
    await editor.edit((edit) =>
      edit.insert(
        document.lineAt(document.lineCount - 1).range.end,
        '\n\nquestion answering; summarization\n',
      ),
    );
    const from = document.positionAt(document.getText().indexOf('question answering'));
    editor.selection = new vscode.Selection(from, document.lineAt(from.line).range.end);
    const before = document.getText();
    const done = vscode.commands.executeCommand('scilit.relatedWorkByChoice');
    await eventually('an edit', async () => {
      await accept();
      return document.getText() !== before;
    });
    await done;
    const added = document.getText().slice(before.length - 1);
    assert.equal(new Set(added.match(/@\w+\d{4}\w*/g)).size, 2, added);
  });

  it('changes nothing if the keyword box is closed', async () => {
    const { document } = await showAt('main.md', 'mean pooling');
    const before = document.getText();
    const done = vscode.commands.executeCommand('scilit.rewriteWithKeywords');
    await new Promise((next) => setTimeout(next, 500));
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await done;
    assert.equal(document.getText(), before);
  });

  it('builds a corpus, opens it next to the others, and adds to it', async () => {
    const { server } = extension().exports;
    const corpora = async () => (await server.request(status, {})).corpora;
    const papers = mkdtempSync(join(tmpdir(), 'scilit-papers-'));
    const write = (file: string, id: string) =>
      writeFileSync(join(papers, file), JSON.stringify({ Id: id, Title: 'On Tests', Abstract: 'We test.' }));
    write('one.jsonl', '1');
    await vscode.commands.executeCommand('scilit.buildCorpus', { papers: [papers], name: 'My tests!' });
    const mine = await eventually('the corpus', async () =>
      (await corpora()).find((c) => c.name === 'My tests!'),
    );
    assert.equal(mine.papers, 1);
    assert.deepEqual(
      (await corpora()).map(({ name }) => name),
      ['demo', 'My tests!'],
    );
    write('two.jsonl', '2');
    await vscode.commands.executeCommand('scilit.buildCorpus', { papers: [papers], addTo: mine.path });
    await eventually('the second paper', async () => (await corpora()).find((c) => c.papers === 2));
    await vscode.workspace
      .getConfiguration('scilit')
      .update('indexes', undefined, vscode.ConfigurationTarget.Global);
    await eventually('the old setting', async () => (await corpora()).length === 1);
  });

  it('shows the active parts in the doctor report', async () => {
    await vscode.commands.executeCommand('scilit.doctor');
    const report = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(report, /active: searches use BM25 and citation-minilm[\s\S]*neural engine: available/);
    assert.match(report, /program: .*scilit-lsp/);
    assert.doesNotMatch(report, /problem:/);
  });

  it('reports a missing corpus, and a manuscript without a .bib file', async () => {
    writeFileSync(workspaceFile('bare.tex').fsPath, 'Nothing names a file here.\n');
    await showAt('bare.tex', '');
    const { item } = extension().exports.status;
    await withSetting('indexes', ['/nowhere/index'], async () => {
      await eventually('the status item', () => /SciLit: (1 of 1 indexes missing|problem)$/.test(item.text));
      await vscode.commands.executeCommand('scilit.doctor');
    });
    const report = vscode.window.activeTextEditor?.document.getText().replace(/\s+/g, ' ') ?? '';
    assert.match(report, /problem: index \/nowhere\/index contains no index: build one/);
    assert.match(
      report,
      /problem: bare\.tex names no \.bib file, so new entries go to references\.bib next to it/,
    );
    await eventually('the engine', () => item.text.startsWith('$(quote) SciLit: neural'));
  });

  it('reports a program that cannot be started, and starts the next one', async () => {
    const { item } = extension().exports.status;
    await showAt('main.tex', directive);
    await withSetting('server.path', '/nowhere/scilit-lsp', () =>
      eventually('the failure', () => item.text === '$(warning) SciLit: stopped'),
    );
    await eventually('the engine', () => item.text.startsWith('$(quote) SciLit: neural'));
  });

  it('restarts a server that crashed too often on the next request', async () => {
    const { server, status: statusItem } = extension().exports;
    await showAt('main.tex', directive);
    await eventually('its end', async () => {
      if (statusItem.item.text === '$(warning) SciLit: stopped') return true;
      execFileSync('sh', ['-c', `pkill -KILL -P ${process.pid} scilit-lsp || true`]);
      await new Promise((next) => setTimeout(next, 1000)); // a server that crashes while starting is a separate case
      return false;
    });
    assert.equal((await server.request(status, {})).engine, 'neural');
    await eventually('the engine', () => statusItem.item.text.startsWith('$(quote) SciLit: neural'));
  });

  it('survives a restart of the server', async () => {
    await showAt('main.tex', directive);
    await vscode.commands.executeCommand('scilit.restart');
    const answer = await extension().exports.server.request(status, {});
    assert.equal(answer.engine, 'neural');
  });
});
