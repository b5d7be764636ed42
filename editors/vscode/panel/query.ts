// The upper part: keywords, checked as they are typed, and the text that is
// searched for.
import type { FromPanel, Summary } from '../src/panel/messages';
import { byId, element } from './dom';

/** A pause in typing, in milliseconds, after which keywords are checked. */
const pause = 150;

export class QueryForm {
  /** The down arrow leads to the papers. */
  onDown = () => {};
  private readonly input = byId('keywords') as HTMLInputElement;
  private readonly hint = byId('judged');
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tell: (message: FromPanel) => void) {
    byId('query').addEventListener('submit', (e) => {
      e.preventDefault();
      tell({ type: 'search', keywords: this.input.value });
    });
    byId('here').addEventListener('click', () => tell({ type: 'here' }));
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
    this.input.value = found.keywords;
    this.judgeSoon(); // the corpora may be others than when they were typed
    const context = byId('context');
    context.hidden = found.context.length === 0;
    context.querySelector('blockquote')?.replaceChildren(found.context.join(' ').replaceAll('[CITE]', '[…]'));
    byId('notes').replaceChildren(...found.notes.map((note) => element('li', {}, note)));
  }

  /** Shows how keywords are understood, unless others stand there by now. */
  judge(keywords: string, message: string, mistaken: boolean): void {
    if (keywords !== this.input.value) return;
    this.hint.textContent = message;
    this.hint.classList.toggle('mistaken', mistaken);
    this.input.setAttribute('aria-invalid', String(mistaken));
  }

  private judgeSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell({ type: 'judge', keywords: this.input.value }), pause);
  }
}
