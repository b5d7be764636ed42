// Shows a question with its answer: numbered sentences with insert buttons, and their passages.
// Text from papers and models is untrusted, so it is never parsed as HTML.
import type { AskStep, FromChat } from '../src/chat/messages';
import type { AnswerSentence, AskedPassage, AskTurn } from '../src/protocol';
import { button, element } from './dom';

export class Answer {
  readonly element: HTMLLIElement;
  private readonly title: HTMLButtonElement;
  private readonly body: HTMLElement;
  private readonly sentences = element('ol', { class: 'sentences', 'aria-label': 'Answer' });
  private readonly passages = element('ol', { class: 'passages' });
  private readonly said = element('p', { class: 'hint' });
  private readonly id: string;
  private turn = 0;

  constructor(
    question: string,
    number: number,
    private readonly tell: (message: FromChat) => void,
  ) {
    this.id = `answer-${number}`;
    this.title = button(question, { class: 'title', 'aria-expanded': 'true', 'aria-controls': this.id }, () =>
      this.toggle(),
    );
    const list = element('details', {}, element('summary', {}, 'Passages'), this.passages);
    list.open = true;
    this.body = element('div', { id: this.id, class: 'draft' }, this.said, this.sentences, list);
    this.element = element('li', { class: 'paper' }, element('h2', {}, this.title), this.body);
  }

  /** Creates the element of an earlier answer. */
  static of(turn: AskTurn, number: number, tell: (message: FromChat) => void): Answer {
    const made = new Answer(turn.question, number, tell);
    made.show(turn);
    return made;
  }

  focus(): void {
    this.title.focus();
  }

  /** Shows a partial answer. Buttons appear with the complete one. */
  step({ passages, sentence }: AskStep): void {
    if (passages) this.passages.replaceChildren(...passages.map((passage) => this.passage(passage)));
    if (sentence) this.sentences.append(this.sentence(sentence));
  }

  show(turn: AskTurn): void {
    this.turn = turn.turn;
    this.said.textContent = turn.said
      ? turn.by === 'passages'
        ? 'Quoted from the papers:'
        : `By ${turn.by}, each sentence checked against its passages:`
      : turn.text;
    this.passages.replaceChildren(...turn.passages.map((passage) => this.passage(passage)));
    this.sentences.replaceChildren(...turn.sentences.map((sentence, at) => this.sentence(sentence, at + 1)));
  }

  private toggle(): void {
    this.body.hidden = !this.body.hidden;
    this.title.setAttribute('aria-expanded', String(!this.body.hidden));
  }

  private sentence(said: AnswerSentence, number?: number): HTMLElement {
    const text = said.quoted ? `“${said.text}” ` : `${said.text} `;
    const marks = said.passages.map((passage) =>
      button(`[${passage}]`, { class: 'mark', 'aria-label': `Passage ${passage}` }, () => this.go(passage)),
    );
    const doubt = said.unsupported
      ? [
          element(
            'p',
            { class: 'unsupported' },
            `Not supported by its passages: ${said.reason ?? 'no reason given'}`,
          ),
        ]
      : [];
    const parts = [
      element('p', { class: 'sentence' }, text, ...marks),
      ...doubt,
      ...this.inserting(said, number),
    ];
    return element('li', said.unsupported ? { class: 'doubtful' } : {}, ...parts);
  }

  private inserting(said: AnswerSentence, sentence?: number): HTMLElement[] {
    if (sentence === undefined || said.passages.length === 0) return [];
    const label = said.unsupported ? 'Insert anyway …' : 'Insert with citations';
    const about = { class: 'secondary', 'aria-label': `${label}: ${said.text}` };
    const insert = button(label, about, () => this.tell({ type: 'insert', turn: this.turn, sentence }));
    return [element('div', { class: 'actions' }, insert)];
  }

  private passage(passage: AskedPassage): HTMLElement {
    const { number, byline, title, section, score, text, file, link } = passage;
    const open = button('Open passage', this.about('Open passage', number), () =>
      this.tell({ type: 'open', turn: this.turn, passage: number }),
    );
    const pdf = button('PDF', this.about('PDF from your library, passage', number), () =>
      this.tell({ type: 'pdf', turn: this.turn, passage: number }),
    );
    const page =
      link && /^https?:\/\//.test(link) ? [element('a', { href: link }, `Page of [${number}]`)] : [];
    return element(
      'li',
      { id: this.idOf(number), tabindex: '-1' },
      element('p', { class: 'byline' }, `[${number}] ${byline}. ${title}`),
      element('p', { class: 'meta', title: scoreMeans }, `${section} · score ${score.toFixed(2)}`),
      element('p', { class: 'evidence' }, text),
      element('div', { class: 'actions' }, ...(this.turn > 0 ? [open, ...(file ? [pdf] : []), ...page] : [])),
    );
  }

  private about(what: string, number: number): Record<string, string> {
    return { class: 'secondary', 'aria-label': `${what} ${number}` };
  }

  private idOf(passage: number): string {
    return `${this.id}-passage-${passage}`;
  }

  /** Moves the focus to a passage. */
  private go(passage: number): void {
    const details = this.passages.parentElement as HTMLDetailsElement;
    details.open = true;
    document.getElementById(this.idOf(passage))?.focus();
  }
}

const scoreMeans = 'Score, 0 to 1: the probability that the passage answers the question.';
