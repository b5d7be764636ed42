// Runs test/suite inside the real extension host; exits with 1 if a test fails.
//
//   node test/host.mjs SERVER_MAIN WORKSPACE INDEX
import { fileURLToPath } from 'node:url';
import { startEditor } from './editor.mjs';

const [serverMain, workspace, index] = process.argv.slice(2);
const extension = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const { base, page, stop } = await startEditor({ serverMain, env: { SCILIT_INDEX: index } });
const remote = (path) => `vscode-remote://${new URL(base).host}${path}`;
const payload = JSON.stringify([
  ['extensionDevelopmentPath', remote(extension)],
  ['extensionTestsPath', remote(`${extension}/dist/test/index.js`)],
]);
const errors = []; // of the editor, which logs some of its own at every start
const code = await new Promise((done) => {
  setTimeout(() => {
    console.error('the tests did not end in five minutes');
    done(124);
  }, 300_000).unref();
  void (async () => {
    await page.exposeFunction('codeAutomationLog', (type, args) =>
      type === 'error' ? errors.push(args) : console.log(...args),
    );
    await page.exposeFunction('codeAutomationExit', (code) => done(code));
    await page.goto(
      `${base}/?folder=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(payload)}`,
    );
  })();
});
await stop();
if (code !== 0) for (const args of errors) console.error(...args);
process.exit(code);
