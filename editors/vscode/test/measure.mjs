// Prints the extension's activation time as reported by the editor, and the time
// that the panel takes to show 100 papers.
//
//   node test/measure.mjs SERVER_MAIN VSIX WORKSPACE INDEX
import { startEditor } from './editor.mjs';
import { Workbench } from './workbench.mjs';

const [serverMain, vsix, workspace, index] = process.argv.slice(2);
const editor = await startEditor({ serverMain, vsix, env: { SCILIT_INDEX: index } });
const bench = new Workbench(editor.page);

/** Loads real papers, ten at a time, as the panel does. */
async function hundredPapers(panel) {
  await panel.evaluate(() => {
    window.told = [];
    window.addEventListener('message', ({ data }) => window.told.push(data));
  });
  await bench.searchFor(panel, 'sentence | word');
  for (let shown = 10; shown < 100; shown += 10) {
    await panel.locator('#more').click();
    await panel.locator(`.paper:nth-child(${shown + 1})`).waitFor();
  }
}

/** Returns the milliseconds from the message with all papers to the frame that shows them (median of 20). */
function renderTime(panel) {
  return panel.evaluate(async () => {
    const pages = window.told.filter(({ type }) => type === 'found');
    const data = { ...pages[0], papers: pages.flatMap(({ papers }) => papers) };
    const times = [];
    for (let i = 0; i < 20; i++) {
      const start = performance.now();
      window.dispatchEvent(new MessageEvent('message', { data }));
      await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
      times.push(performance.now() - start);
    }
    return { papers: data.papers.length, median: times.sort((a, b) => a - b)[10], slowest: times.at(-1) };
  });
}

await bench.open(editor.base, workspace);
await bench.openFile('main.tex');
await bench.page.getByText('SciLit: neural, 5,260').waitFor({ timeout: 120_000 });
await bench.goToEndOf(9);
await bench.page.keyboard.press('Control+Alt+Shift+k');
const panel = await bench.panel();
await hundredPapers(panel);
console.log('panel', await renderTime(panel));
await bench.command('Developer: Show Running Extensions');
const row = bench.page.locator('.runtime-extensions-editor .extension', { hasText: 'SciLit' });
await row.waitFor();
console.log('activation', (await row.textContent()).replace(/\s+/g, ' '));
await editor.stop();
