// The upper part: keywords, checked as they are typed, and the text that is
// searched with. What the user leaves as it is follows the document.
import type { FromPanel, Summary } from '../src/panel/messages';
import { byId, element } from './dom';

/** A pause in typing, in milliseconds, after which keywords are checked. */
const pause = 150;

export class QueryForm {
  /** The down arrow leads to the papers. */
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
    this.judgeSoon(); // the corpora may be others than when they were typed
    byId('notes').replaceChildren(...found.notes.map((note) => element('li', {}, note)));
  }

  /** Shows how keywords are understood, unless others stand there by now. */
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
