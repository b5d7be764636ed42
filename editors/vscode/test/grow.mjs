// A bibliography and no corpus: the first offer is to build one. Declines the plan, then accepts it,
// cites a paper from the grown corpus, and lists the papers found by an update. Runs under
// ../world.sh with a made-up literature.
//
//   node test/grow.mjs SERVER_MAIN VSIX FOLDER SERVER SENT [PICTURES]
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { play } from './play.mjs';

const [serverMain, vsix, workspace, server, sent, pictures] = process.argv.slice(2);
const paper = join(workspace, 'main.tex');
const cache = `${workspace}-cache`;
const requests = () => readFileSync(sent, 'utf8').trim();
const text = (name) => readFileSync(join(workspace, name), 'utf8');
const title = (key) => new RegExp(`@article{${key},[^@]*title = {(.*)}`).exec(text('references.bib'))[1];
// New papers cite this work, whatever their words are.
appendFileSync(
  join(workspace, 'references.bib'),
  `@article{classic,
  author = {Letison, Ana},
  title = {Predicting fetibaba in the growth of kobababa, part 1},
  doi = {10.5555/world.1}
}
`,
);
writeFileSync(
  paper,
  `\\documentclass{article}
\\begin{document}
It is known that ${title('key7').toLowerCase()} matters.

The dynamics were compared by others \\cite{classic}.
\\bibliography{references}
\\end{document}
`,
);

async function answer(bench, button) {
  const dialog = bench.page.locator('.monaco-dialog-box', {
    hasText: 'Build a corpus from this bibliography?',
  });
  const plan = await dialog.locator('#monaco-dialog-message-detail').textContent();
  if (!plan.includes('api.openalex.org') || !plan.includes('61 identifiers'))
    throw new Error(`the plan is ${plan}`);
  if (requests() !== '') throw new Error(`sent was ${requests()}`);
  if (button === 'Build') await bench.picture('grow');
  await dialog.locator('.monaco-button', { hasText: new RegExp(`^${button}$`) }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The first offer shows the plan; nothing is sent if the user declines it. */
async function refused(bench) {
  await bench.page.keyboard.press('Control+Alt+k');
  const rows = await bench.quickPick();
  await rows.first().filter({ hasText: 'Build a corpus from this bibliography' }).waitFor();
  await bench.accept();
  await answer(bench, 'Cancel');
  if (requests() !== '') throw new Error(`sent was ${requests()}`);
  console.log('ok grow: the first offer shows the plan, and sends nothing');
}

async function grown(bench) {
  await bench.command('SciLit: Build a Corpus from This Bibliography');
  await answer(bench, 'Build');
  const told = bench.page.locator('.notification-toast', { hasText: /the corpus has [\d,]+ papers/ });
  await told.waitFor();
  const hosts = requests()
    .split('\n')
    .map((line) => line.split('/')[0]);
  if (hosts.some((host) => host !== 'api.openalex.org')) throw new Error(`sent was ${requests()}`);
  console.log('ok grow: the corpus is built after consent');
}

/** Cites a paper that the bibliography did not contain. */
async function cited(bench) {
  const titles = Array.from(text('references.bib').matchAll(/title = {(.*)}/g), ([, name]) => name);
  await bench.command('Notifications: Clear All Notifications');
  await bench.goToEndOf(3);
  await bench.command('SciLit: Insert Citation Mark Only');
  const rows = await (await bench.quickPick()).allTextContents();
  const fresh = rows.findIndex((row) => !titles.some((name) => row.includes(name)));
  if (fresh < 0) throw new Error(`no new paper among ${rows.join('\n')}`);
  for (let row = 0; row < fresh; row++) await bench.page.keyboard.press('ArrowDown');
  await bench.accept();
  await bench.saveUntil(
    () =>
      /matters.*\\cite/.test(text('main.tex')) && text('references.bib').match(/^@/gm).length > titles.length,
  );
  console.log('ok grow: a new paper of the grown corpus is cited');
}

/** Papers found by an update are listed with their sentences; Enter goes to one. */
async function publishedSince(bench) {
  const [folder] = readdirSync(join(cache, 'grown'));
  const config = `${workspace}-config`;
  mkdirSync(join(config, 'scilit-lsp'), { recursive: true });
  writeFileSync(
    join(config, 'scilit-lsp/scilit.toml'),
    'engine = "plain"\n[online]\nsources = ["openalex"]\n',
  );
  const env = { ...process.env, SCILIT_CACHE: cache, SCILIT_INDEX: '', XDG_CONFIG_HOME: config };
  execFileSync(server, ['corpus', 'update', '--yes', '--for', paper, join(cache, 'grown', folder)], { env });
  const before = requests();
  await bench.command('SciLit: List New Papers for This Manuscript');
  await bench.page
    .locator('.quick-input-widget', { hasText: /New papers for this manuscript: [1-9]/ })
    .waitFor();
  const rows = await bench.quickPick();
  await rows.first().filter({ hasText: 'The dynamics were compared' }).waitFor();
  await bench.accept();
  await bench.page.locator('.statusbar-item', { hasText: /Ln 5, Col \d+ \(\d+ selected\)/ }).waitFor();
  if (requests() !== before) throw new Error('listing sent something');
  console.log('ok grow: papers published since are listed, and the sentence is found');
}

async function whole(bench) {
  await bench.openFile('main.tex');
  await bench.page.getByText('SciLit: no corpus').waitFor();
  await bench.goToEndOf(3);
  await refused(bench);
  await grown(bench);
  await cited(bench);
  await publishedSince(bench);
}

const more = {
  'scilit.server.path': server,
  'scilit.engine': 'plain',
  'scilit.online': { sources: ['openalex'] },
};
await play(
  { serverMain, vsix, env: { SCILIT_INDEX: '', SCILIT_CACHE: cache }, dialogs: true, more },
  workspace,
  whole,
  pictures,
);
