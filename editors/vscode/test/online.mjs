// Searches the recorded online repositories: the panel shows the hosts and queries before
// sending anything, accepts other keywords, sends those, and cites a paper. Then adds a
// DOI. Runs under ../world.sh.
//
//   node test/online.mjs SERVER_MAIN VSIX FOLDER SERVER SENT
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { play } from './play.mjs';

const [serverMain, vsix, workspace, server, sent] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const paper = join(workspace, 'main.md');
writeFileSync(paper, 'We study the chemical ecology of sound.\n');
const requests = () => readFileSync(sent, 'utf8').trim();

async function accessible(panel, what) {
  await panel.evaluate(axe);
  const { violations } = await panel.evaluate(() => window.axe.run(document));
  if (violations.length > 0) throw new Error(`axe-core, ${what}: ${JSON.stringify(violations, null, 1)}`);
  console.log(`ok axe-core, ${what}: no violations`);
}

/** Other keywords change the queries, and send nothing. */
async function plan(bench, panel) {
  await panel.locator('#queries', { hasText: 'api.crossref.org' }).waitFor();
  await panel.locator('#routing', { hasText: 'Sources: crossref' }).waitFor();
  await accessible(panel, 'what would be sent');
  const keywords = panel.locator('#online-keywords');
  if (!(await keywords.inputValue()).includes('ecology')) throw new Error('no keywords are proposed');
  await keywords.fill('ecology, sound');
  await panel.locator('#queries code', { hasText: /^ecology sound$/ }).waitFor();
  await panel.locator('#send:enabled').waitFor();
  if (requests() !== '') throw new Error(`sent was ${requests()}`);
  await bench.picture('online');
  console.log('ok online: shown before it is sent, by other keywords too');
}

/** Cites a paper using only the keyboard. */
async function cite(bench, panel) {
  await panel.locator('#online-keywords').press('Enter');
  await panel.locator('#sources', { hasText: 'crossref: 2 records' }).waitFor();
  await panel.locator('#online-status', { hasText: '2 papers found, 2 confirmed' }).waitFor();
  if (!requests().includes('query.bibliographic=ecology+sound')) throw new Error(`sent was ${requests()}`);
  if (requests().split('\n').length !== 1) throw new Error(`more was sent: ${requests()}`);
  await accessible(panel, 'what came');
  const keys = bench.page.keyboard;
  const title = panel.locator('#online-papers .title', { hasText: 'Chemical Ecology' });
  await title.press('Enter');
  await panel.locator('#online-papers .draft:visible .sentence').waitFor();
  await keys.press('Tab');
  await keys.press('Enter');
  await panel.locator('#status', { hasText: 'Cited as kessler2012chemical' }).waitFor();
  await bench.saveUntil(() => readFileSync(paper, 'utf8').includes('kessler2012chemical'));
  console.log('ok online: sent what was shown, and cited by keyboard');
}

async function add(bench) {
  await bench.goToEndOf(1);
  await bench.command('SciLit: Add by Identifier...');
  await bench.fillBox('Add by identifier', '10.1371/journal.pone.0033693');
  const question = bench.page.locator('.notification-toast', { hasText: '10.1371/journal.pone.0033693' });
  await question.locator('.monaco-button', { hasText: /^Send$/ }).click();
  await bench.saveUntil(() => readFileSync(paper, 'utf8').includes('sadasivan2012methylphenidate'));
  console.log('ok online: added a DOI');
}

async function whole(bench) {
  await bench.openFile('main.md');
  await bench.goToEndOf(1);
  await bench.command('SciLit: Search Online...');
  const panel = await bench.panel('#online[open]');
  await plan(bench, panel);
  await cite(bench, panel);
  await add(bench);
}

const more = { 'scilit.server.path': server, 'scilit.online': { sources: ['crossref'] } };
await play({ serverMain, vsix, env: { SCILIT_INDEX: '' }, more }, workspace, whole);
