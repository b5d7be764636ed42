// The list of papers. Arrow keys move between titles; a click on a title opens its draft.

import type { FromPanel } from '../src/panel/messages';
import type { CitationText, ExplainedPassage, Paper, PaperRef } from '../src/papers';
import { refOf, sameRef } from '../src/papers';
import { Card } from './card';
import { byId } from './dom';

export class PaperList {
  /** Called when the user presses the up arrow on the first paper. */
  onUp = () => {};
  private cards: Card[] = [];
  private readonly list = byId('papers');
  private readonly more = byId('more');

  constructor(private readonly tell: (message: FromPanel) => void) {
    this.list.addEventListener('keydown', (e) => this.move(e));
    this.more.addEventListener('click', () => this.askForMore());
  }

  get length(): number {
    return this.cards.length;
  }

  clear(): void {
    this.cards = [];
    this.list.replaceChildren();
    this.more.hidden = true;
  }

  /** Appends papers to the list; offset 0 replaces it. */
  show(papers: Paper[], offset: number, total: number): void {
    if (offset === 0) this.clear();
    const added = papers.map((paper, i) => new Card(paper, offset + i + 1, this.tell));
    const hadFocus = document.activeElement === this.more;
    this.cards.push(...added);
    this.list.append(...added.map((card) => card.element));
    this.more.hidden = this.length >= total;
    if (offset === 0) added[0]?.toggle(true);
    else if (hadFocus) added[0]?.focus();
  }

  showDraft(ref: PaperRef, written: CitationText): void {
    this.cards.find((card) => sameRef(refOf(card.paper), ref))?.showDraft(written);
  }

  showPassages(ref: PaperRef, passages: ExplainedPassage[]): void {
    this.cards.find((card) => sameRef(refOf(card.paper), ref))?.showPassages(passages);
  }

  giveUp(): void {
    for (const card of this.cards) card.giveUp();
  }

  focusFirst(): void {
    this.cards[0]?.focus();
  }

  private askForMore(): void {
    this.tell({ type: 'more' });
  }

  private move(e: KeyboardEvent): void {
    const at = this.cards.findIndex((card) => card.element.contains(document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.cards.length - 1 }[e.key];
    if (at < 0 || to === undefined) return;
    e.preventDefault();
    const next = this.cards[to];
    if (next) next.focus();
    else if (to < 0) this.onUp();
    else this.more.focus();
  }
}
