// Headless Chromium for the tests of the web page.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const check = (holds, message) => {
  if (!holds) throw new Error(message);
};

export class Browser {
  static async open(address, pictures) {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
    if (pictures) mkdirSync(pictures, { recursive: true });
    return new Browser(browser, address, pictures);
  }

  constructor(browser, address, pictures) {
    Object.assign(this, { browser, address, pictures });
  }

  close() {
    return this.browser.close();
  }

  /** Runs play in a new window. Fails if a script fails, or if the page requests anything from another host. */
  async window({ javaScript = true, scheme = 'light', width = 1200 } = {}, play) {
    const context = await this.browser.newContext({
      baseURL: this.address,
      javaScriptEnabled: javaScript,
      colorScheme: scheme,
      reducedMotion: 'reduce',
      viewport: { width, height: width < 500 ? 800 : 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // a test may provoke an error status
      if (message.type() === 'error' && !message.text().includes('the server responded with a status of'))
        complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(this.address) && !request.url().startsWith('blob:'))
        complaints.push(`asked ${request.url()}`);
    });
    try {
      await play(page);
      check(!complaints.length, complaints.join('\n'));
    } catch (error) {
      if (this.pictures) await page.screenshot({ path: join(this.pictures, 'failed.png') }).catch(() => {});
      throw error;
    } finally {
      await context.close();
    }
  }

  async picture(page, name) {
    if (this.pictures) await page.screenshot({ path: join(this.pictures, `${name}.png`), fullPage: true });
  }
}

/** Fails if axe-core finds a violation, or if the page is wider than its window. */
export async function inspect(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((tags) => globalThis.axe.run({ runOnly: tags }), rules);
  const found = violations.map((v) => `${v.id}: ${v.help}\n  ${v.nodes.map((n) => n.html).join('\n  ')}`);
  check(!found.length, `${name}: ${found.join('\n')}`);
  const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
  check(wide <= 0, `${name} is ${wide} pixels wider than its window`);
}
