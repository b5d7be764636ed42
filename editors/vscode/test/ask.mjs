// Asks papers from a Markdown manuscript with the keyboard: shows the answer with its
// passages, inserts a sentence with its citation, asks the paper cited there, and starts a
// new conversation. axe-core checks the page in a light and a dark theme.
//
//   node test/ask.mjs SERVER_MAIN VSIX WORKSPACE INDEX
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { play } from './play.mjs';

const [serverMain, vsix, workspace, index] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const text = (name) => readFileSync(join(workspace, name), 'utf8');
const entries = () => text('references.bib').match(/^@/gm).length;

async function accessible(frame, what) {
  await frame.evaluate(axe);
  const { violations } = await frame.evaluate(() => window.axe.run(document));
  const lines = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((n) => n.html).join('\n  ')}`,
  );
  if (lines.length > 0) throw new Error(`axe-core, ${what}:\n${lines.join('\n')}`);
  console.log(`ok axe-core, ${what}: no violations`);
}

const question = 'Which tasks probe what sentence embeddings capture?';

async function asked(bench) {
  await bench.openFile('main.md');
  await bench.goToEndOf(10);
  await bench.command('SciLit: Ask Papers...');
  const page = await bench.panel('#question');
  const keys = bench.page.keyboard;
  await page.locator('#scope option', { hasText: 'demo' }).waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.activeElement?.id === 'text');
  await keys.type(question);
  await keys.press('Enter');
  await page.locator('#status', { hasText: 'Answered from' }).waitFor();
  const first = page.locator('.sentences .sentence').first();
  if (!/^“[^”]+” \[1\]$/.test(await first.textContent())) throw new Error(await first.textContent());
  await page.getByRole('button', { name: 'Passage 1', exact: true }).first().focus();
  await keys.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'answer-1-passage-1');
  console.log('ok answered, from a sentence to its passage by keyboard');
  return page;
}

async function inserted(bench, page) {
  const before = entries();
  await page
    .getByRole('button', { name: /^Insert with citations/ })
    .first()
    .press('Enter');
  await page.locator('#status', { hasText: 'Inserted with its citations.' }).waitFor();
  await bench.saveUntil(() => /“[^”]+” \[@\w+\]\./.test(text('main.md')) && entries() === before + 1);
  console.log('ok a sentence inserted with its citation and its entry');
}

/** Asks the same question of the paper cited at the cursor, from which the inserted sentence came. */
async function cited(bench, page) {
  const line = text('main.md')
    .split('\n')
    .findLastIndex((line) => /\[@\w+\]\.$/.test(line));
  await bench.goToEndOf(line + 1);
  for (let back = 0; back < 4; back++) await bench.page.keyboard.press('ArrowLeft');
  await bench.command('SciLit: Ask Papers...');
  await page.locator('#scope option[value="cited"]').waitFor({ state: 'attached' });
  await page.locator('#scope').selectOption('cited');
  await page.locator('#text').fill(question);
  await page.locator('#text').press('Enter');
  await page.locator('#answer-2 .sentence').first().waitFor();
  await page.locator('#topic summary').click();
  await page.locator('#asked-with h2', { hasText: 'Closest passages' }).waitFor();
  console.log('ok asked the paper that is cited at the cursor');
}

async function whole(bench) {
  const page = await asked(bench);
  await accessible(page, 'an answer, light');
  await inserted(bench, page);
  await cited(bench, page);
  await bench.command('Preferences: Toggle between Light/Dark Themes');
  await page.locator('body.vscode-dark').waitFor();
  await accessible(page, 'a conversation, dark');
  await page.locator('#forget').click();
  await page.locator('#turns > li').first().waitFor({ state: 'detached' });
  console.log('ok a new conversation');
}

await play({ serverMain, vsix, env: { SCILIT_INDEX: index } }, workspace, whole);
