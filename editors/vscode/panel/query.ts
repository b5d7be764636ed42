// The query form: keywords, checked as the user types, and the query text. A field follows the
// document until the user edits it.
import type { FromPanel, Summary } from '../src/panel/messages';
import { byId, element } from './dom';

/** Delay after the last keystroke before keywords are checked, in milliseconds. */
const pause = 150;

export class QueryForm {
  /** Called when the user presses the down arrow in the form. */
  onDown = () => {};
  private readonly input = byId('keywords') as HTMLInputElement;
  private readonly text = byId('text') as HTMLTextAreaElement;
  private readonly hint = byId('judged');
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown = { keywords: '', text: '', own: { keywords: false, text: false } };

  constructor(private readonly tell: (message: FromPanel) => void) {
    byId('query').addEventListener('submit', (e) => {
      e.preventDefault();
      this.search();
    });
    this.text.addEventListener('keydown', (e) => {
      if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) this.search();
    });
    this.input.addEventListener('input', () => this.judgeSoon());
    this.input.addEventListener('keydown', (e) => {
      if (e.key === 'ArrowDown') {
        e.preventDefault();
        this.onDown();
      }
    });
  }

  focus(): void {
    this.input.focus();
  }

  show(found: Summary): void {
    const text = found.context.join('\n').replaceAll('[CITE]', '[…]');
    this.shown = { keywords: found.keywords, text, own: found.own };
    this.input.value = found.keywords;
    this.text.value = text;
    this.judgeSoon(); // the corpora may have changed
    byId('notes').replaceChildren(...found.notes.map((note) => element('li', {}, note)));
  }

  /** Shows the meaning of keywords, unless the user has changed them since. */
  judge(keywords: string, message: string, mistaken: boolean): void {
    if (keywords !== this.input.value) return;
    this.hint.textContent = message;
    this.hint.classList.toggle('mistaken', mistaken);
    this.input.setAttribute('aria-invalid', String(mistaken));
  }

  private search(): void {
    const { keywords, text, own } = this.shown;
    this.tell({
      type: 'search',
      ...((own.keywords || this.input.value !== keywords) && { keywords: this.input.value }),
      ...((own.text || this.text.value !== text) && { text: this.text.value.replaceAll('[…]', '[CITE]') }),
    });
  }

  private judgeSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell({ type: 'judge', keywords: this.input.value }), pause);
  }
}
