// Uses the page in headless Chromium as a user would: without JavaScript, then with JavaScript by
// keyboard. Finally, axe-core checks each page in light and dark mode, on a wide window and on a
// phone.
//
//   node play.mjs ADDRESS [PICTURES]
import { readFileSync } from 'node:fs';
import { Browser, check, inspect } from './browser.mjs';

const [address, pictures] = process.argv.slice(2);
const browser = await Browser.open(address, pictures);

const text =
  'Sentence representations help many tasks. Probing shows which properties of a sentence an embedding holds.';
const titles = (page) => page.locator('.papers h2').allTextContents();

/** Uses only forms and links. */
async function withoutJavaScript(page) {
  await page.goto('/');
  await page.getByLabel('Your text').fill(text);
  await page.getByLabel('Keywords').fill('sentence embeddings | sentence representations');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText(/Papers 1–10 of \d+/).waitFor();
  const first = await titles(page);
  check(
    first.length === 10 && (await page.locator('.papers .sentence').count()) > 3,
    'ten papers with sentences',
  );

  await page.locator('.choose input').first().check();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByText('Papers 11–20').waitFor();
  check((await titles(page))[0] !== first[0], 'page 2 has other papers');
  await page.locator('.choose input').nth(1).check();
  const second = (await titles(page))[1];

  await page.getByRole('button', { name: 'Write related work' }).click();
  const order = page.locator('.order li a');
  check(
    (await order.allTextContents()).join() === [first[0], second].join(),
    'the chosen papers of both pages, in order',
  );
  await page.getByRole('button', { name: `Move down: ${first[0]}` }).click();
  check((await order.allTextContents()).join() === [second, first[0]].join(), 'the other order');
  const paragraph = await page.locator('.paragraph').textContent();
  await page.goto(page.url());
  check(
    (await page.locator('.paragraph').textContent()) === paragraph,
    'the address has all of the paragraph',
  );
  await page.getByRole('button', { name: `Remove: ${second}` }).click();
  check((await order.count()) === 1, 'one paper is left');
  console.log('ok without JavaScript: searched, paged, chosen, related work in both orders');
}

async function paperWithoutJavaScript(page) {
  await page.goto(`/?${new URLSearchParams({ text, keywords: 'sentence embeddings' })}`);
  const bar = page.locator('.years a').last();
  const years = (await bar.getAttribute('title')).split(':')[0];
  await bar.click();
  await page.locator('.years a[aria-current]').waitFor();
  const shown = new Set(await page.locator('.papers .byline span:last-of-type').allTextContents());
  check(
    [...shown].every((year) => years.includes(year)),
    `only papers of ${years}, not ${[...shown]}`,
  );
  await page.getByRole('link', { name: 'All years' }).click();

  await page.locator('.papers a.title').first().click();
  await page.getByRole('heading', { name: 'Cite', exact: true }).waitFor();
  for (const format of [
    'APA',
    'IEEE',
    'Chicago',
    'MLA',
    'Vancouver',
    'BibTeX',
    'BibLaTeX',
    'CSL JSON',
    'RIS',
  ]) {
    await page.locator('summary', { hasText: new RegExp(`^${format}$`) }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `Download ${format}`, exact: true }).click(),
    ]);
    check(readFileSync(await download.path(), 'utf8').length > 40, `${format} is a file`);
  }
  await page.getByLabel('A claim to compare').fill('Embeddings of sentences are compared by probing tasks.');
  await page.getByRole('button', { name: 'Find passages' }).click();
  await page.locator('.relation').waitFor();
  console.log('ok without JavaScript: years, a paper, eight formats, passages of a claim');
}

async function chosenWithoutJavaScript(page) {
  const biomed = page.getByRole('checkbox', { name: /^biomed \d/ }); // titles may contain the word
  await page.goto(`/?${new URLSearchParams({ keywords: 'patients | sentence' })}`);
  await page.getByText('In all 2 corpora').click();
  await biomed.check();
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('Only in biomed').waitFor();
  check(new URL(page.url()).searchParams.getAll('corpus').length === 1, 'the corpus is in the address');
  const links = await page
    .locator('.papers a.title')
    .evaluateAll((all) => all.map((link) => new URL(link.href).pathname));
  check(
    links.length > 0 && links.every((path) => path.startsWith('/paper/biomed/')),
    `only papers of biomed, not ${links}`,
  );
  await page.goto(page.url());
  check(await biomed.isChecked(), 'the address has the corpus');
  await page.locator('.papers a.title').first().click();
  await page.getByRole('link', { name: 'Back to the papers' }).click();
  check(await biomed.isChecked(), 'the corpus stays chosen');
  console.log('ok without JavaScript: one of two corpora, kept by the address');
}

async function askedWithoutJavaScript(page) {
  await page.goto('/ask');
  for (const [n, question] of ['How is machine translation evaluated?', 'And by people?'].entries()) {
    await page.locator('textarea#question').fill(question);
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.locator('.exchange').nth(n).waitFor();
  }
  check(
    (await page.locator('.exchange h2').first().textContent()).startsWith('How is machine'),
    'the conversation has its history',
  );
  await page.locator('.sources a').first().click();
  await page.getByRole('heading', { name: 'Passages' }).waitFor();
  await page.getByRole('link', { name: 'Ask this paper' }).click();
  await page.locator('.asked li').waitFor();
  console.log('ok without JavaScript: a conversation with sources, a question to one paper');
}

/** Stays on the same document, since no navigation reloads it. */
async function keyboard(page) {
  await page.goto('/');
  await page.evaluate(() => (globalThis.kept = true));
  const press = (...keys) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await press('/');
  await page.keyboard.type('sentence embeddings');
  await press('Enter');
  await page
    .getByText(/Papers 1–10 of/)
    .first()
    .waitFor();
  const status = page.locator('#said');
  check((await status.textContent()).includes('Papers 1–10'), 'the answer is announced');
  await press('j', 'j', 'x');
  const chosen = await page.locator('.papers > li:focus-within .title').textContent();
  check(chosen === (await titles(page))[1], 'j goes to the next paper');
  await press('n');
  await page.getByText('Papers 11–20').first().waitFor();
  await press('j', 'x', 'k', 'r');
  await page.locator('.order li').nth(1).waitFor();
  check(
    (await page.locator('.order a').first().textContent()) === chosen,
    'related work has the ticked papers',
  );
  const copy = page.getByRole('button', { name: 'Copy paragraph' });
  await copy.click();
  await page.getByText('Copied', { exact: true }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  check((await page.locator('.paragraph').textContent()).trim() === copied.trim(), 'the paragraph is copied');
  await page.goBack();
  await page.getByText('Papers 11–20').first().waitFor();
  check(await page.evaluate(() => globalThis.kept), 'no page was loaded anew');
  await press('?');
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  console.log('ok keyboard: searched, chosen on two pages, related work copied, back');
}

async function conversations(page) {
  const streams = [];
  page.on('response', (r) => {
    if (r.url().endsWith('/v1/ask')) streams.push(r.headers()['content-type']);
  });
  const ask = async (question) => {
    const had = await page.locator('.exchange:not([aria-busy])').count();
    await page.locator('textarea#question').fill(question);
    await page.locator('textarea#question').press('Control+Enter');
    await page.locator('.exchange:not([aria-busy])').nth(had).waitFor();
  };
  await page.goto('/ask');
  await ask('How is machine translation evaluated?');
  await ask('And by people?');
  await page.getByRole('link', { name: 'New conversation' }).click();
  await page.locator('.exchange').first().waitFor({ state: 'detached' });
  await ask('How are parsers evaluated?');
  const kept = page.locator('#conversations li');
  check((await kept.count()) === 2, 'two conversations are kept');
  check(
    streams.join() === Array(3).fill('text/event-stream').join(),
    `answers come as they are made, not as ${streams}`,
  );
  await page.locator('textarea#question').fill('Which corpora are used for translation?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('link', { name: 'Help' }).click();
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  await page.waitForFunction(() => localStorage['scilit-conversations'].includes('Which corpora'));
  check(
    await page.getByRole('heading', { name: 'Keys' }).isVisible(),
    'a late answer does not turn the page',
  );
  await page.goto('/ask');
  await page.reload();
  await kept.nth(1).locator('.open').click();
  await page.locator('.exchange').nth(1).waitFor();
  check((await page.locator('.sources a').count()) > 0, 'a kept conversation has its sources');
  await page.getByRole('button', { name: 'Remove: How is machine' }).click();
  await kept.nth(1).waitFor({ state: 'detached' });
  check((await page.evaluate(() => Object.keys(sessionStorage).length)) === 0, 'nothing else is stored');
  await leftWhilePutIntoPlace(page);
  console.log('ok conversations: two, kept in the browser, opened again, removed');
}

/** An answer is stored even if the user leaves the page before it is inserted. */
async function leftWhilePutIntoPlace(page) {
  let onItsWay, leave;
  const asked = new Promise((resolve) => (onItsWay = resolve));
  const left = new Promise((resolve) => (leave = resolve));
  const isAsk = (url) => url.pathname === '/ask';
  await page.goto('/ask');
  await page.route(isAsk, async (route) => {
    onItsWay();
    await left;
    await route.abort().catch(() => {}); // the page has aborted the request
  });
  await page.locator('textarea#question').fill('Which treebanks are there?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await asked;
  await page.getByRole('link', { name: 'Help' }).click();
  await page.waitForFunction(() => localStorage['scilit-conversations'].includes('Which treebanks'));
  leave();
  await page.unroute(isAsk);
}

/** Checks all pages with axe-core and takes their screenshots. */
async function lookAt(page, name) {
  const see = async (what) => {
    await inspect(page, `${what} (${name})`);
    await browser.picture(page, `${what}-${name}`);
  };
  await page.goto('/');
  await page.locator('.corpora summary').click();
  await see('start');
  await page.goto(`/?${new URLSearchParams({ text, keywords: 'sentence embeddings; year: soon' })}`);
  await see('papers');
  const refs = await page
    .locator('.choose input')
    .evaluateAll((boxes) => boxes.slice(0, 3).map((box) => box.value));
  await page.goto(`/paper/${refs[0]}?${new URLSearchParams({ text })}`);
  for (const folded of await page.locator('summary').all()) await folded.click();
  await see('paper');
  await page.goto(`/related?${new URLSearchParams([['text', text], ...refs.map((ref) => ['paper', ref])])}`);
  await see('related');
  await page.goto('/ask');
  await page.locator('textarea#question').fill('How is machine translation evaluated?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.locator('.exchange:not([aria-busy]) .sources').waitFor();
  await see('answer');
  await page.goto('/help');
  await see('help');
  await page.goto('/nowhere');
  await see('failure');
  console.log(`ok ${name}: axe-core has no complaint about seven pages`);
}

try {
  for (const play of [
    withoutJavaScript,
    paperWithoutJavaScript,
    chosenWithoutJavaScript,
    askedWithoutJavaScript,
  ])
    await browser.window({ javaScript: false }, play);
  for (const play of [keyboard, conversations]) await browser.window({}, play);
  for (const scheme of ['light', 'dark'])
    await Promise.all(
      [1200, 360].map((width) =>
        browser.window({ scheme, width }, (page) => lookAt(page, `${scheme}-${width}`)),
      ),
    );
} finally {
  await browser.close();
}
