// Drives VS Code with the packed extension as a person would, from opening a
// manuscript to saving both files: LaTeX with the list of papers, Markdown with the
// panel and only the keyboard. axe-core checks the panel in a light and a dark theme.
//
//   node test/drive.mjs SERVER_MAIN VSIX WORKSPACE INDEX [PICTURES]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { play } from './play.mjs';

const [serverMain, vsix, workspace, index, pictures] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const text = (name) => readFileSync(join(workspace, name), 'utf8');
const entries = () => text('references.bib').match(/^@/gm).length;

async function latex(bench) {
  await bench.openFile('main.tex');
  await bench.page.getByText('SciLit: neural, 5,260').waitFor({ timeout: 120_000 });
  await bench.goToEndOf(9);
  await bench.page.keyboard.press('Control+Alt+k');
  await bench.quickPick();
  await bench.picture('suggest');
  await bench.accept();
  await bench.page
    .locator('.view-line', { hasText: /\\cite[tp]/ })
    .first()
    .waitFor();
  await bench.saveUntil(() => /\\cite[tp]\{\w+\}/.test(text('main.tex')) && entries() === 2);
  await bench.page.locator('.tab.dirty').first().waitFor({ state: 'hidden' });
  await bench.picture('cited');
  console.log('ok LaTeX: cited from the list, both files saved');
}

/** One undo reverts the document and the .bib file, although both were saved. */
async function undone(bench, before) {
  await bench.undo();
  await bench.saveUntil(() => text('main.tex') === before.text && text('references.bib') === before.bib);
  console.log('ok LaTeX: one undo took back citation and entry');
}

/** Cites two papers in one citation, with a prefix and a page. */
async function together(bench) {
  const { page } = bench;
  await bench.goToEndOf(9);
  await bench.command('SciLit: Insert Citation Mark Only');
  const rows = await bench.quickPick();
  await page.locator('.quick-input-titlebar [aria-label^="Choose several"]').click();
  const ticked = (count) => page.locator('.quick-input-count', { hasText: `${count} Selected` }).waitFor();
  await ticked(0);
  await rows.nth(2).click();
  await ticked(1);
  await rows.nth(1).click();
  await ticked(2);
  await page.locator('.quick-input-titlebar [aria-label^="Cite with a prefix"]').click();
  await bench.fillBox('Before the citation', 'see');
  await bench.fillBox('After the citation', 'p. 3');
  await bench.saveUntil(
    () => /\\citep\[see\]\[p\.~3\]\{\w+,\s*\w+\}/.test(text('main.tex')) && entries() === 3,
  );
  console.log('ok LaTeX: two papers in one citation, with words and a page');
}

async function rewrite(bench) {
  const before = text('main.tex');
  await bench.command('SciLit: Rewrite with Other Keywords');
  const input = bench.page.locator('.quick-input-widget input');
  await bench.page.locator('.quick-input-widget', { hasText: 'Rewrite with other keywords' }).waitFor();
  if ((await input.inputValue()) !== 'sentence embeddings | sentence representations')
    throw new Error('the keywords are not filled in');
  await input.fill('year:soon');
  await bench.page.locator('.quick-input-message', { hasText: 'Column 1' }).waitFor();
  await input.fill('sentence embeddings; probing');
  await bench.page.locator('.quick-input-message', { hasText: /\d+ papers/ }).waitFor();
  await bench.picture('rewrite');
  await bench.page.keyboard.press('Enter');
  await bench.page.locator('.view-line', { hasText: 'probing' }).last().waitFor();
  await bench.saveUntil(
    () =>
      text('main.tex') !== before && text('main.tex').includes('% scilit: sentence embeddings; probing\n'),
  );
  console.log('ok LaTeX: rewritten, the directive has the new keywords');
}

async function markdown(bench) {
  await bench.openFile('main.md');
  await bench.goToEndOf(10);
  await bench.page.keyboard.press('Control+Alt+Shift+k');
  const panel = await bench.panel();
  await panel.locator('.sentence').first().waitFor();
  await bench.widenPanel();
  await bench.picture('panel-light');
  const keys = bench.page.keyboard;
  const focused = () => panel.evaluate(() => document.activeElement?.className || document.activeElement?.id);
  if ((await focused()) !== 'title')
    throw new Error(`the keyboard is at ${await focused()}, not at the first paper`);
  await keys.press('ArrowUp');
  await bench.searchFor(panel, 'sentence embeddings; 2018..');
  for (let paper = 1; paper <= 3; paper++) await keys.press('ArrowDown'); // the .bib file already contains the second
  await keys.press('Enter');
  await panel.locator('.paper:nth-child(3) .sentence').waitFor();
  await keys.press('Tab');
  await keys.press('Enter');
  await panel.locator('#status', { hasText: 'Cited as' }).waitFor();
  await bench.saveUntil(() => entries() === 3);
  console.log('ok Markdown: cited from the panel by keyboard, both files saved');
  return panel;
}

/** Adds papers to the list until all are shown. */
async function page(panel) {
  const total = Number(/^(\d+) papers match/.exec(await panel.locator('#status').textContent())[1]);
  for (let shown = 10; shown < total; shown += 10) {
    await panel.locator('#more').click();
    await panel.locator(`.paper:nth-child(${shown + 1})`).waitFor();
  }
  await panel.locator('#more').waitFor({ state: 'hidden' });
  console.log(`ok panel: all ${await panel.locator('.paper').count()} papers in the list`);
}

/** Searches with edited text, which leaves the document unchanged. */
async function otherText(panel) {
  const document = text('main.md');
  await panel.locator('#keywords').fill('');
  if (await panel.locator('#text').isVisible()) throw new Error('the text is not collapsed');
  await panel.locator('#context summary').click();
  const box = panel.locator('#text');
  if (!(await box.inputValue()).includes('pooling')) throw new Error(`the text is ${await box.inputValue()}`);
  await box.fill('Eye movements show how readers process the words of sentences.');
  await panel.getByRole('button', { name: 'Search' }).click();
  await panel.locator('.paper:nth-child(1) h2', { hasText: /read|eye|gaze/i }).waitFor();
  if (text('main.md') !== document) throw new Error('the document was changed');
  console.log('ok panel: searched with other text');
}

/** Without a source, the panel explains how to enable one, and sends nothing. */
async function noSource(panel) {
  await panel.locator('#online summary').click();
  await panel.locator('#off-reason', { hasText: 'online.sources' }).waitFor();
  if (await panel.locator('#send').isVisible()) throw new Error('something could be sent');
  await accessible(panel, 'dark, without an online source');
}

async function accessible(panel, theme) {
  await panel.evaluate(axe);
  const { violations } = await panel.evaluate(() => window.axe.run(document));
  const lines = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((n) => n.html).join('\n  ')}`,
  );
  if (lines.length > 0) throw new Error(`axe-core, ${theme} theme:\n${lines.join('\n')}`);
  console.log(`ok axe-core, ${theme} theme: no violations`);
}

async function whole(bench) {
  const before = { text: text('main.tex'), bib: text('references.bib') };
  await bench.openFile('main.tex');
  if (!pictures) {
    // A screenshot shows only one citation.
    await together(bench);
    await undone(bench, before);
  }
  await latex(bench);
  await rewrite(bench);
  const panel = await markdown(bench);
  await accessible(panel, 'light');
  await bench.command('Preferences: Toggle between Light/Dark Themes');
  await panel.locator('body.vscode-dark').waitFor();
  await accessible(panel, 'dark');
  await bench.picture('panel-dark');
  await bench.searchFor(panel, 'sentence embeddings; 2018..2020');
  await page(panel);
  await otherText(panel);
  await accessible(panel, 'dark, with the text shown');
  await noSource(panel);
}

await play({ serverMain, vsix, env: { SCILIT_INDEX: index } }, workspace, whole, pictures);
