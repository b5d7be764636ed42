// First use: nothing is configured and the document names no .bib file. Citing
// offers the demo corpus, and continues with the citation once it is indexed.
// Prints the steps and their duration.
//
//   node test/first.mjs SERVER_MAIN VSIX FOLDER
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { play } from './play.mjs';

const [serverMain, vsix, workspace] = process.argv.slice(2);
const paper = join(workspace, 'main.md');
const bib = join(workspace, 'references.bib');
writeFileSync(paper, 'Sentence embeddings are often computed by pooling the vectors of words.\n');

async function firstCitation(bench) {
  const { page } = bench;
  await bench.openFile('main.md');
  await page.getByText('SciLit: no corpus').waitFor();
  await bench.goToEndOf(1);
  const start = performance.now();
  await page.keyboard.press('Control+Alt+k');
  await page.locator('.quick-input-widget', { hasText: 'No papers can be searched yet' }).waitFor();
  await page.keyboard.press('Enter'); // the demo is the first
  await page.locator('.quick-input-widget', { hasText: '5,260 papers match' }).waitFor();
  await page.keyboard.press('Enter'); // the best paper
  await page.locator('.view-line', { hasText: '@' }).first().waitFor();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  await page.getByText('names no .bib').first().waitFor();
  await bench.saveUntil(() => /@\w+\d{4}/.test(readFileSync(paper, 'utf8')) && existsSync(bib));
  console.log(`ok first use: one key and Enter twice, ${seconds} s to the first citation`);
}

await play({ serverMain, vsix, env: { SCILIT_INDEX: '' } }, workspace, firstCitation);
