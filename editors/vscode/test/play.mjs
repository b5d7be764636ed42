// A play: an editor, what a user does in it, and a picture of where it failed.
import { mkdirSync } from 'node:fs';
import { startEditor } from './editor.mjs';
import { Workbench } from './workbench.mjs';

/** Plays in an editor that startEditor's options describe; ends the process, with 1 where the play throws. */
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
