// A play is a simulated user in an editor, with a screenshot if it fails.
import { mkdirSync } from 'node:fs';
import { startEditor } from './editor.mjs';
import { Workbench } from './workbench.mjs';

/** Runs a play in an editor with startEditor's options, and exits the process, with 1 if the play throws. */
export async function play(options, folder, work, pictures) {
  const editor = await startEditor(options);
  const bench = new Workbench(editor.page, pictures);
  let failed = false;
  try {
    await bench.open(editor.base, folder);
    await work(bench);
  } catch (error) {
    failed = true;
    console.error(process.env.DEBUG ? editor.log() : '', 'FAIL', error);
    mkdirSync('test/out', { recursive: true });
    await editor.page.screenshot({ path: 'test/out/fail.png' });
  }
  await editor.stop();
  process.exit(failed ? 1 : 0);
}
