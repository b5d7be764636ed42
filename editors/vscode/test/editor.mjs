// A real VS Code: its server with our extension, and headless Chromium as its window.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const settings = {
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'files.autoSave': 'off',
  'git.enabled': false,
  'editor.minimap.enabled': false,
  'editor.wordWrap': 'on',
  'workbench.enableExperiments': false,
  'security.workspace.trust.startupPrompt': 'never',
};

/**
 * Starts the editor. The extension host, and thus the server, receives env. If trusting is
 * false, no workspace is trusted until the user agrees. more contains additional settings.
 */
export async function startEditor({ serverMain, vsix, env, trusting = true, dialogs = false, more = {} }) {
  const home = mkdtempSync(join(tmpdir(), 'scilit-vscode-'));
  for (const folder of ['data/User', 'data/Machine', 'extensions', 'home'])
    mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, 'data/Machine/settings.json'), JSON.stringify({ ...settings, ...more }));
  const folders = ['--server-data-dir', home, '--extensions-dir', join(home, 'extensions')];
  // A separate home, so that the extension must bring everything it needs.
  const options = {
    env: { ...process.env, XDG_CACHE_HOME: join(home, 'cache'), HOME: join(home, 'home'), ...env },
  };
  if (vsix) {
    const installed = spawnSync(
      process.execPath,
      [serverMain, ...folders, '--install-extension', vsix],
      options,
    );
    if (installed.status !== 0) throw new Error(`install: ${installed.stderr}${installed.stdout}`);
  }
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [
      serverMain,
      ...folders,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--without-connection-token',
      '--accept-server-license-terms',
      '--telemetry-level',
      'off',
      ...(trusting ? ['--disable-workspace-trust'] : []),
      ...(dialogs ? [] : ['--enable-smoke-test-driver']), // which makes the editor refuse modal dialogs
    ],
    { ...options, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = ''; // of the editor, which logs errors of its own at every start
  server.stderr.on('data', (text) => {
    log += text;
  });
  await new Promise((ready, fail) => {
    server.on('exit', (code) => fail(new Error(`the editor ended with ${code}: ${log}`)));
    server.stdout.on('data', (text) => String(text).includes('Extension host agent listening') && ready());
  });
  const browser = await chromium.launchPersistentContext(join(home, 'chromium'), {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
  const stop = async () => {
    await browser.close();
    server.removeAllListeners('exit');
    server.kill();
    await new Promise((ended) => server.once('close', ended));
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  return { log: () => log, base: `http://127.0.0.1:${port}`, home, browser, page: browser.pages()[0], stop };
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
