// Operates VS Code's window as a person would, with keyboard and mouse.

export class Workbench {
  constructor(page, pictures) {
    this.page = page;
    page.setDefaultTimeout(60_000); // for a busy machine
    this.pictures = pictures;
  }

  async open(base, folder) {
    await this.page.goto(`${base}/?folder=${encodeURIComponent(folder)}`, { waitUntil: 'domcontentloaded' });
    await this.page
      .locator('.explorer-folders-view')
      .getByText('main.')
      .first()
      .waitFor({ timeout: 120_000 });
  }

  async openFile(name) {
    await this.page.locator('.explorer-folders-view').getByText(name, { exact: true }).dblclick();
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.page.locator('.monaco-editor .view-line').first().waitFor();
  }

  /** Puts the cursor at the end of a line, counted from 1. */
  async goToEndOf(line) {
    await this.page.locator('.editor-instance .monaco-editor').first().click();
    const box = this.page.locator('.quick-input-widget input');
    for (let tries = 0; tries < 5; tries++) {
      await gone(this.page.locator('.quick-input-widget')); // the key is lost while another list closes
      await this.page.keyboard.press('Control+g');
      if (await seen(box)) break;
    }
    await this.page.keyboard.type(String(line));
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await this.page.keyboard.press('End');
  }

  async command(title) {
    const row = this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
    for (let tries = 0; tries < 5; tries++) {
      if (await this.palette()) {
        await this.page.locator('.quick-input-widget input').fill(`>${title}`);
        if (await seen(row)) return this.page.keyboard.press('Enter');
      }
      await this.page.keyboard.press('Escape'); // closes another list that appeared in between
    }
    throw new Error(`the command palette does not list ${title}`);
  }

  /** Reports whether the command palette opened; the key is lost while the focus moves or another list closes. */
  async palette() {
    if (!(await gone(this.page.locator('.quick-input-widget')))) return false;
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input');
    return (await seen(input)) && (await input.inputValue()).startsWith('>');
  }

  /** Accepts the selected entry of a list, and waits until the list is gone. */
  async accept() {
    const widget = this.page.locator('.quick-input-widget');
    for (let tries = 0; tries < 5; tries++) {
      await this.page.keyboard.press('Enter'); // has no effect while the list is still being filled
      if (await gone(widget)) return;
    }
    throw new Error('Enter does not take the entry of the list');
  }

  /** Fills an input box, and waits until it is gone. */
  async fillBox(title, text) {
    const box = this.page.locator('.quick-input-widget', { hasText: title });
    await box.locator('input').fill(text);
    await this.page.keyboard.press('Enter');
    await box.waitFor({ state: 'hidden' });
  }

  async undo() {
    await this.page.locator('.editor-instance .monaco-editor').first().click();
    await this.page.keyboard.press('Control+z');
  }

  async quickPick() {
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    return rows;
  }

  /** Saves everything until a condition holds on disk, since a .bib file edited unseen opens late. */
  async saveUntil(saved) {
    for (let tries = 0; tries < 20 && !saved(); tries++) {
      await this.command('File: Save All');
      await this.page.waitForTimeout(1000);
    }
    if (!saved()) throw new Error('what was written did not reach the disk');
  }

  /** Returns our panel's frame once it lists papers or contains the wanted element. */
  async panel(wanted = '#papers .paper') {
    for (let tries = 0; tries < 600; tries++) {
      for (const frame of this.page.frames()) {
        const papers = await frame
          .locator(wanted)
          .count()
          .catch(() => 0);
        if (papers > 0) return frame;
      }
      await this.page.waitForTimeout(100);
    }
    throw new Error(`the panel has no ${wanted}`);
  }

  /** Types keywords into the panel, and waits for their papers. */
  async searchFor(panel, keywords) {
    await panel.locator('#keywords').fill(keywords);
    const judged = panel.locator('#judged', { hasText: `${keywords}: ` });
    await judged.waitFor();
    const [, count] = /: ([\d,]+) papers/.exec(await judged.textContent());
    await this.page.keyboard.press('Enter');
    await panel.locator('#status', { hasText: `${count} papers match, 10 shown` }).waitFor();
  }

  /** Returns the number of papers that match keywords, according to the input box for rewriting. */
  async matching(keywords) {
    await this.command('SciLit: Rewrite with Other Keywords');
    const box = this.page.locator('.quick-input-widget', { hasText: 'Rewrite with other keywords' });
    await box.locator('input').fill(keywords);
    const judged = box.locator('.quick-input-message', { hasText: new RegExp(`^${keywords}: `, 'i') });
    const [, count] = /: ([\d,]+) paper/.exec(await judged.textContent());
    await this.page.keyboard.press('Escape');
    return Number(count.replaceAll(',', ''));
  }

  async widenPanel() {
    const edge = await this.page.locator('.part.sidebar').boundingBox();
    await this.page.mouse.move(edge.x + edge.width, 400);
    await this.page.mouse.down();
    await this.page.mouse.move(560, 400, { steps: 5 });
    await this.page.mouse.up();
    await this.page.mouse.move(900, 600); // the edge under the mouse is highlighted
  }

  async picture(name) {
    if (!this.pictures) return;
    await this.page.locator('.statusbar-item', { hasText: 'Activating' }).waitFor({ state: 'hidden' });
    await this.page.waitForTimeout(1000); // until animations have ended
    await this.page.screenshot({ path: `${this.pictures}/${name}.png` });
  }
}

const PATIENCE = { timeout: 10_000 };

const seen = (locator) =>
  locator.waitFor(PATIENCE).then(
    () => true,
    () => false,
  );

const gone = (locator) =>
  locator.waitFor({ ...PATIENCE, state: 'hidden' }).then(
    () => true,
    () => false,
  );
