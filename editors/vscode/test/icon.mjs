// Renders media/icon.svg to media/icon.png.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
await page.setContent(
  `<style>body{margin:0}svg{width:256px;height:256px}</style>${readFileSync('media/icon.svg', 'utf8')}`,
);
await page.screenshot({ path: 'media/icon.png', omitBackground: true });
await browser.close();
