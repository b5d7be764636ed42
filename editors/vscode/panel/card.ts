// The card of a paper: authors, title and highlights. An open card also shows the citing sentence,
// its evidence and buttons.

import type { FromPanel } from '../src/panel/messages';
import type { CitationText, ExplainedPassage, Paper, PaperRef, Quote } from '../src/papers';
import { refOf } from '../src/papers';
import { button, element } from './dom';

export class Card {
  readonly element: HTMLLIElement;
  private readonly title: HTMLButtonElement;
  private readonly draft: HTMLElement;
  private buttons: HTMLElement | undefined;
  private asked = false;
  private readonly passages = element('div', { class: 'passages' });

  constructor(
    readonly paper: Paper,
    rank: number,
    private readonly tell: (message: FromPanel) => void,
    name = 'draft',
    about: HTMLElement[] = [],
  ) {
    const id = `${name}-${rank}`;
    this.title = button(paper.title, { class: 'title', 'aria-expanded': 'false', 'aria-controls': id }, () =>
      this.toggle(this.draft.hasAttribute('hidden')),
    );
    this.draft = element('div', { id, class: 'draft', hidden: true });
    this.element = element(
      'li',
      { class: 'paper' },
      element('p', { class: 'byline' }, `${rank}. ${paper.byline}`),
      element('h2', {}, this.title),
      element(
        'p',
        { class: 'meta', title: `${relevanceMeans} Here: ${paper.relevance.toFixed(2)}.` },
        describe(paper),
      ),
      ...about,
      highlights(paper.highlights.slice(0, 1), 'Highlight'),
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

  /** Closes a card whose request failed, so that the user can open it again. */
  giveUp(): void {
    if (!this.asked || this.buttons) return;
    this.toggle(false);
    this.asked = false;
  }

  showDraft(written: CitationText): void {
    const { text, formName, evidence, support, note } = written;
    const form = formName ? ` (${formName})` : '';
    const title = evidence ? `Suggested sentence${form}` : 'Suggested citation';
    const parts: HTMLElement[] = [element('h3', {}, title), element('p', { class: 'sentence' }, text)];
    if (note) parts.push(element('p', { class: 'hint note' }, note));
    if (evidence) {
      const supported = support === null ? '' : ` · support ${support.toFixed(2)}`;
      parts.push(
        element('h3', { title: supportMeans }, `Evidence (${evidence.section})${supported}`),
        element('p', { class: 'evidence' }, evidence.text),
      );
    }
    const more = this.paper.highlights.slice(1).filter((quote) => quote.text !== evidence?.text);
    if (more.length > 0)
      parts.push(element('h3', {}, 'More from the paper'), highlights(more, 'More highlights'));
    // Keep the focus on the button that requested another sentence.
    const focused = this.draft.contains(document.activeElement) ? document.activeElement : null;
    this.buttons ??= this.actions(written);
    this.draft.replaceChildren(...parts, this.passages, this.buttons);
    (focused as HTMLElement | null)?.focus();
  }

  /** Shows the passages closest to the text, each with its reason. */
  showPassages(passages: ExplainedPassage[]): void {
    const items = passages.map(({ sentence, section, score, reason }) =>
      element('li', { title: `${section}: ${reason}` }, `${score.toFixed(2)}  ${sentence}`),
    );
    if (items.length === 0) return;
    const list = element('ul', { class: 'highlights', 'aria-label': 'Closest passages' }, ...items);
    this.passages.replaceChildren(element('h3', { title: scoreMeans }, 'Closest passages'), list);
  }

  /** Creates the buttons, the preferred mode first. Without evidence there is no sentence to cite. */
  private actions({ evidence, prefer }: CitationText): HTMLElement {
    const ref = refOf(this.paper);
    const about = (label: string) => ({
      'aria-label': `${label}: ${this.paper.byline}, ${this.paper.title}`,
    });
    const style = (mode: string): Record<string, string> => (mode === prefer ? {} : { class: 'secondary' });
    const mark = button('Mark only', { ...about('Mark only'), ...style('mark') }, () =>
      this.tell({ type: 'cite', ref, mode: 'mark' }),
    );
    const sentences = evidence
      ? [
          button('Cite', { ...about('Cite'), ...style('sentence') }, () =>
            this.tell({ type: 'cite', ref, mode: 'sentence' }),
          ),
          button('Another sentence', { ...about('Another sentence'), class: 'secondary' }, () =>
            this.tell({ type: 'another', ref }),
          ),
        ]
      : [];
    return element(
      'div',
      { class: 'actions' },
      ...(prefer === 'mark' ? [mark, ...sentences] : [...sentences, mark]),
      button('Copy BibTeX', { ...about('Copy BibTeX'), class: 'secondary' }, () =>
        this.tell({ type: 'copy', ref }),
      ),
      ...this.pdf(ref),
      ...link(this.paper),
    );
  }

  /** Creates the PDF button. Its message names the paper; the extension looks up the path. */
  private pdf(ref: PaperRef): HTMLElement[] {
    if (!this.paper.file) return [];
    const label = { 'aria-label': `PDF from your library: ${this.paper.title}`, class: 'secondary' };
    return [button('PDF', label, () => this.tell({ type: 'pdf', ref }))];
  }
}

const supportMeans =
  'Support, 0 to 1: the probability that the paper supports the whole sentence, calibrated on statements about papers, half of them true.';

const scoreMeans =
  'Score, 0 to 1: the probability that a passage this close comes from the cited paper rather than from another paper in its field.';

const relevanceMeans =
  'Relevance, 0 to 1: the probability that an author would cite this paper here, calibrated on real citations.';

function describe(paper: Paper): string {
  return [relevance(paper), paper.corpus, paper.venue].filter(Boolean).join(' · ');
}

/** Returns the relevance in words, or '' if the server does not know it. */
function relevance({ fit }: Paper): string {
  return fit ?? '';
}

function highlights(quotes: Quote[], label: string): HTMLElement {
  const items = quotes.map(({ text, section }) => element('li', { title: section }, text));
  return element('ul', { class: 'highlights', 'aria-label': label }, ...items);
}

/** Creates a link to the paper's web page. When clicked, it opens in a browser. */
function link({ link: href, title, doi }: Paper): HTMLElement[] {
  if (!href || !/^https?:\/\//.test(href)) return [];
  const text = doi ? 'DOI' : 'Page';
  return [element('a', { href, 'aria-label': `${text}: ${title}, in a browser` }, text)];
}
