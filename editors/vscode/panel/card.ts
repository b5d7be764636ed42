// One paper: who, what, its highlights, and behind its title the sentence that
// would be written, the evidence, and what can be done.

import type { FromPanel } from '../src/panel/messages';
import type { Paper, Quote } from '../src/papers';
import { refOf } from '../src/papers';
import { button, element } from './dom';

export class Card {
  readonly element: HTMLLIElement;
  private readonly title: HTMLButtonElement;
  private readonly draft: HTMLElement;
  private buttons: HTMLElement | undefined;
  private asked = false;

  constructor(
    readonly paper: Paper,
    rank: number,
    private readonly tell: (message: FromPanel) => void,
  ) {
    const id = `draft-${rank}`;
    this.title = button(paper.title, { class: 'title', 'aria-expanded': 'false', 'aria-controls': id }, () =>
      this.toggle(this.draft.hasAttribute('hidden')),
    );
    this.draft = element('div', { id, class: 'draft', hidden: true });
    this.element = element(
      'li',
      { class: 'paper' },
      element('p', { class: 'byline' }, `${rank}. ${paper.byline}`),
      element('h2', {}, this.title),
      element('p', { class: 'meta' }, describe(paper)),
      highlights(paper),
      this.draft,
    );
  }

  focus(): void {
    this.title.focus();
  }

  toggle(open: boolean): void {
    this.draft.hidden = !open;
    this.title.setAttribute('aria-expanded', String(open));
    if (!open || this.asked) return;
    this.asked = true;
    this.draft.replaceChildren(element('p', {}, 'Writing …'));
    this.tell({ type: 'draft', ref: refOf(this.paper) });
  }

  /** Closes a card that waits for what will not come; it can be opened again. */
  giveUp(): void {
    if (!this.asked || this.buttons) return;
    this.toggle(false);
    this.asked = false;
  }

  showDraft(text: string, evidence: Quote | null): void {
    const parts = [element('h3', {}, 'Suggested sentence'), element('p', { class: 'sentence' }, text)];
    if (evidence) {
      parts.push(
        element('h3', {}, `Evidence (${evidence.section})`),
        element('p', { class: 'evidence' }, evidence.text),
      );
    }
    // The keyboard stays on the button that asked for another sentence.
    const focused = this.draft.contains(document.activeElement) ? document.activeElement : null;
    this.buttons ??= this.actions();
    this.draft.replaceChildren(...parts, this.buttons);
    (focused as HTMLElement | null)?.focus();
  }

  private actions(): HTMLElement {
    const ref = refOf(this.paper);
    const about = (label: string) => ({
      'aria-label': `${label}: ${this.paper.byline}, ${this.paper.title}`,
    });
    return element(
      'div',
      { class: 'actions' },
      button('Cite', about('Cite'), () => this.tell({ type: 'cite', ref, mode: 'sentence' })),
      button('Another sentence', { ...about('Another sentence'), class: 'secondary' }, () =>
        this.tell({ type: 'another', ref }),
      ),
      button('Mark only', { ...about('Mark only'), class: 'secondary' }, () =>
        this.tell({ type: 'cite', ref, mode: 'mark' }),
      ),
      button('Copy BibTeX', { ...about('Copy BibTeX'), class: 'secondary' }, () =>
        this.tell({ type: 'copy', ref }),
      ),
      ...link(this.paper),
    );
  }
}

function describe(paper: Paper): string {
  return [paper.venue, `corpus ${paper.corpus}`, `score ${paper.score.toFixed(2)}`]
    .filter(Boolean)
    .join(' · ');
}

function highlights(paper: Paper): HTMLElement {
  const items = paper.highlights.map(({ text, section }) => element('li', { title: section }, text));
  return element('ul', { class: 'highlights', 'aria-label': 'Highlights' }, ...items);
}

/** A link that the editor opens in a browser when it is chosen, and not before. */
function link(paper: Paper): HTMLElement[] {
  const href = paper.doi ? `https://doi.org/${encodeURI(paper.doi)}` : paper.url;
  if (!href || !/^https?:\/\//.test(href)) return [];
  const text = paper.doi ? 'DOI' : 'Page';
  return [element('a', { href, 'aria-label': `${text}: ${paper.title}, in a browser` }, text)];
}
