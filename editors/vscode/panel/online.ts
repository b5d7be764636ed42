// The section for online searches. It shows the queries with their hosts before they are sent, and
// then the progress of each source.
import type { FromPanel } from '../src/panel/messages';
import type {
  CitationText,
  OnlineAnswer,
  OnlinePaper,
  OnlineProposal,
  OnlineStep,
  PaperRef,
} from '../src/papers';
import { count, refOf, sameRef } from '../src/papers';
import { Card } from './card';
import { byId, element } from './dom';

/** Delay after the last keystroke before new queries are requested, in milliseconds. */
const pause = 400;

export class OnlineForm {
  private cards: Card[] = [];
  private readonly section = byId('online') as HTMLDetailsElement;
  private readonly keywords = byId('online-keywords') as HTMLInputElement;
  private readonly sendButton = byId('send') as HTMLButtonElement;
  private readonly cancelButton = byId('cancel') as HTMLButtonElement;
  private readonly sources = byId('sources');
  private readonly papers = byId('online-papers');
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The keywords of the queries on the page. */
  private planned = '';

  constructor(private readonly tell: (message: FromPanel) => void) {
    this.section.addEventListener('toggle', () => {
      if (this.section.open && this.planned === '') this.plan();
    });
    this.keywords.addEventListener('input', () => this.planSoon());
    byId('online-form').addEventListener('submit', (e) => {
      e.preventDefault();
      this.send();
    });
    this.cancelButton.addEventListener('click', () => {
      this.idle('Cancelled.');
      this.tell({ type: 'cancelOnline' });
    });
    byId('online-settings').addEventListener('click', () => this.tell({ type: 'onlineSettings' }));
  }

  /** Opens the section, requests the queries again, and focuses it. */
  open(): void {
    this.planned = '';
    this.keywords.value = '';
    if (this.section.open) this.plan();
    else this.section.open = true; // the toggle event requests the queries
    this.section.querySelector('summary')?.focus();
  }

  show(proposal: OnlineProposal): void {
    byId('off').hidden = true;
    byId('online-form').hidden = false;
    this.planned = proposal.keywords.join(', ');
    if (document.activeElement !== this.keywords || this.keywords.value === '')
      this.keywords.value = this.planned;
    byId('routing').textContent = routing(proposal);
    byId('queries').replaceChildren(...proposal.queries.map(describe));
    byId('confirm').textContent =
      proposal.confirm.length === 0
        ? ''
        : `The papers found are confirmed by ${proposal.confirm.join(', ')}.`;
    const hosts = new Set(proposal.queries.filter(({ secondary }) => !secondary).map(({ host }) => host));
    this.sendButton.textContent = `Send to ${[...hosts].join(', ')}`;
    this.sendButton.disabled = proposal.queries.length === 0;
  }

  step(step: OnlineStep): void {
    const id = `source-${step.source}`;
    const item = element('li', { id, class: step.state }, say(step));
    const known = document.getElementById(id);
    if (known) known.replaceWith(item);
    else this.sources.append(item);
  }

  came(answer: OnlineAnswer): void {
    for (const step of answer.steps) this.step(step);
    const confirmed = answer.papers.filter((paper) => paper.confirmed);
    this.cards = confirmed.map((paper, i) => new Card(paper, i + 1, this.tell, 'online-draft', about(paper)));
    const others = answer.papers.filter((paper) => !paper.confirmed).map(unconfirmed);
    this.papers.replaceChildren(...this.cards.map((card) => card.element), ...others);
    this.idle(summarise(answer, confirmed.length));
    this.cards[0]?.focus();
  }

  showDraft(ref: PaperRef, written: CitationText): void {
    this.cards.find((card) => sameRef(refOf(card.paper), ref))?.showDraft(written);
  }

  /** Shows how to enable a source. */
  off(message: string): void {
    byId('off').hidden = false;
    byId('off-reason').textContent = message;
    byId('online-form').hidden = true;
  }

  fail(message: string): void {
    for (const card of this.cards) card.giveUp();
    if (!this.cancelButton.hidden) this.idle(message);
  }

  private planSoon(): void {
    this.sendButton.disabled = true; // until the queries match the keywords
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.plan(), pause);
  }

  private plan(): void {
    const keywords = this.list();
    this.tell({ type: 'plan', ...(keywords.length > 0 && { keywords }) });
  }

  private send(): void {
    if (this.sendButton.disabled) return;
    this.cards = [];
    this.papers.replaceChildren();
    this.sources.replaceChildren();
    this.cancelButton.hidden = false;
    this.papers.setAttribute('aria-busy', 'true');
    byId('online-status').textContent = 'Searching …';
    this.tell({ type: 'searchOnline', keywords: this.planned.split(', ') });
  }

  private idle(message: string): void {
    this.cancelButton.hidden = true;
    this.papers.removeAttribute('aria-busy');
    byId('online-status').textContent = message;
  }

  private list(): string[] {
    return this.keywords.value
      .split(/[,;]/)
      .map((word) => word.trim())
      .filter((word) => word !== '');
  }
}

function routing({ discipline, confidence, reasoning, primary, secondary, by }: OnlineProposal): string {
  const known = discipline ? `${discipline}, confidence ${confidence.toFixed(2)}. ` : '';
  const then = secondary.length > 0 ? `, then ${secondary.join(', ')} if nothing is found` : '';
  const chosen = by ? ` Chosen by ${by}.` : '';
  return `${known}${reasoning}${chosen} Sources: ${primary.join(', ')}${then}.`;
}

function describe({ host, query, from, to, secondary }: OnlineProposal['queries'][number]): HTMLElement {
  const years = from || to ? ` (${from || '…'} to ${to || '…'})` : '';
  const only = secondary ? [element('span', { class: 'hint' }, 'only if the others find nothing: ')] : [];
  return element(
    'li',
    {},
    ...only,
    element('strong', {}, host),
    ' ',
    element('code', {}, `${query}${years}`),
  );
}

function say({ source, state, records, text, milliseconds }: OnlineStep): string {
  const took = state === 'asked' ? '' : ` (${(milliseconds / 1000).toFixed(1)} s)`;
  switch (state) {
    case 'asked':
      return `${source}: searching …`;
    case 'answered':
      return `${source}: ${records.toLocaleString('en')} ${records === 1 ? 'record' : 'records'}${took}`;
    case 'none':
      return `${source}: nothing found${took}`;
    default:
      return `${source} could not be queried: ${text}${took}`;
  }
}

function summarise({ papers, steps }: OnlineAnswer, confirmed: number): string {
  const failed = steps.filter(({ state }) => state === 'failed').length;
  const but = failed > 0 ? `, ${failed} of ${steps.length} sources could not be queried` : '';
  if (papers.length === 0)
    return failed === steps.length ? 'No source could be queried.' : `No paper was found${but}.`;
  return `${count(papers.length)} found, ${confirmed} confirmed${but}.`;
}

/** Creates the lines with the type, sources, confirmation and warnings, such as a retraction. */
function about({ type, sources, how, hints }: OnlinePaper): HTMLElement[] {
  const facts = [type, sources.join(', '), how && `confirmed ${how}`].filter(Boolean).join(' · ');
  return [
    element('p', { class: 'hint' }, facts),
    ...hints.map(({ text, doi }) => element('p', { class: 'hint mistaken' }, doi ? `${text} ${doi}` : text)),
  ];
}

function unconfirmed({ title, byline, reason }: OnlinePaper): HTMLElement {
  return element(
    'li',
    { class: 'paper unconfirmed' },
    element('p', { class: 'byline' }, byline),
    element('h2', {}, title),
    element('p', { class: 'hint' }, `Not confirmed, so it cannot be cited: ${reason}`),
  );
}
