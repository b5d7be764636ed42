// Restricted Mode: an untrusted workspace names a program, models, a library, and the user's
// language model as the writer. These settings are ignored, and citing works; once the
// workspace is trusted, its program is started.
//
//   node test/restricted.mjs SERVER_MAIN VSIX WORKSPACE INDEX
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { play } from './play.mjs';

const [serverMain, vsix, workspace, index] = process.argv.slice(2);
const inside = (name) => join(workspace, name);
const started = inside('started'); // exists once the workspace's program has run

writeFileSync(inside('program'), `#!/bin/sh\ntouch '${started}'\n`);
chmodSync(inside('program'), 0o755);
mkdirSync(inside('.vscode'));
writeFileSync(
  inside('.vscode/settings.json'),
  JSON.stringify({
    'scilit.server.path': inside('program'),
    'scilit.onnxruntime': inside('program'),
    'scilit.models': [workspace],
    'scilit.indexes': [workspace],
    'scilit.bibFile': inside('other.bib'),
    'scilit.writer': 'llm',
    'scilit.keyPattern': '[auth]of[year]', // harmless, so it applies
  }),
);
mkdirSync(`${workspace}-library`);
writeFileSync(
  `${workspace}-library/own.bib`,
  '@book{z, title={Zyzzyvology}, author={Zed, Zoe}, year=2001}\n',
);
writeFileSync(
  inside('scilit.toml'),
  `models = ["${workspace}"]\nonnxruntime = "${inside('program')}"\nindexes = ["${workspace}"]\nbibFile = "other.bib"\n[library]\nfolders = ["${workspace}-library"]\n`,
);

// The user's language model, which counts its requests.
let requests = 0;
const model = createServer((_, response) => {
  requests++;
  response.end('{}');
});
await new Promise((ready) => model.listen(0, '127.0.0.1', ready));
const llm = { url: `http://127.0.0.1:${model.address().port}/v1`, model: 'test' };

async function restricted(bench) {
  await bench.page.getByText('Restricted Mode', { exact: true }).first().waitFor();
  await bench.openFile('main.tex');
  await bench.page.getByText('SciLit: neural, 5,260').waitFor({ timeout: 120_000 });
  await bench.goToEndOf(9);
  await bench.page.keyboard.press('Control+Alt+k');
  await bench.quickPick();
  await bench.accept();
  await bench.saveUntil(() => /\\cite[tp]\{\w+of\d{4}\}/.test(readFileSync(inside('main.tex'), 'utf8')));
  if (await bench.matching('Zyzzyvology')) throw new Error('the library of the workspace is searched');
  if (existsSync(started)) throw new Error('the program of the workspace was started');
  if (requests > 0) throw new Error("the user's language model got text");
  console.log('ok Restricted Mode: cited; no program, model or library of the workspace is taken');
}

async function trusted(bench) {
  await bench.command('Workspaces: Manage Workspace Trust');
  await bench.page.getByRole('button', { name: 'Trust', exact: true }).click();
  for (let tries = 0; tries < 300 && !existsSync(started); tries++) await bench.page.waitForTimeout(100);
  if (!existsSync(started)) throw new Error('the program of the workspace was not started');
  console.log('ok trusted: the program of the workspace is started');
}

const options = {
  serverMain,
  vsix,
  env: { SCILIT_INDEX: index },
  trusting: false,
  more: { 'scilit.llm': llm },
};
await play(options, workspace, async (bench) => {
  await restricted(bench);
  await trusted(bench);
});
