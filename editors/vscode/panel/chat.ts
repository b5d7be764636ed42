// The script of the Ask page: questions with streamed answers and their passages. All state is in
// the DOM.
import type { FromChat, Scope, ToChat } from '../src/chat/messages';
import type { AskTopic, AskTurn } from '../src/protocol';
import { Answer } from './answer';
import { byId, element } from './dom';

const vscode = acquireVsCodeApi();
const tell = (message: FromChat) => vscode.postMessage(message);

const text = byId('text') as HTMLTextAreaElement;
const scope = byId('scope') as HTMLSelectElement;
const turns = byId('turns');
const status = byId('status');
let shown: Answer[] = [];
/** The unfinished answer, if any. */
let open: Answer | undefined;

byId('question').addEventListener('submit', (e) => {
  e.preventDefault();
  ask();
});
text.addEventListener('keydown', (e) => {
  if (e.key !== 'Enter' || e.shiftKey || e.isComposing) return;
  e.preventDefault();
  ask();
});
byId('cancel').addEventListener('click', () => tell({ type: 'cancel' }));
byId('forget').addEventListener('click', () => tell({ type: 'forget' }));
byId('here').addEventListener('click', () => tell({ type: 'here' }));
turns.addEventListener('keydown', (e) => move(e));
window.addEventListener('message', ({ data }: MessageEvent<ToChat>) => show(data));
tell({ type: 'ready' });

function ask(): void {
  const question = text.value.trim();
  if (question === '' || open) return;
  const [of, name = ''] = scope.value.split(/:(.*)/s);
  const asked: Scope = of === 'corpus' ? { of, name } : { of: of === 'cited' ? 'cited' : 'all' };
  tell({ type: 'ask', question, scope: asked });
}

function show(message: ToChat): void {
  switch (message.type) {
    case 'topic':
      showTopic(message.document, message.topic);
      if (message.focus) text.focus();
      return;
    case 'asked':
      begin(message.question);
      return;
    case 'step':
      open?.step(message.step);
      return;
    case 'answered':
      open?.show(message.turn);
      open?.element.scrollIntoView({ block: 'start' });
      end(message.turn.said ? `Answered from ${searched(message.turn)}.` : message.turn.text);
      text.value = '';
      return;
    case 'cancelled':
      drop();
      end('Cancelled.');
      return;
    case 'failed':
      drop();
      end(message.message);
      return;
    case 'said':
      status.textContent = message.message;
  }
}

const searched = ({ searched }: AskTurn) => searched.join(', ') || 'the chosen papers';

function begin(question: string): void {
  open = new Answer(question, shown.length + 1, tell);
  shown.push(open);
  turns.append(open.element);
  open.element.scrollIntoView({ block: 'nearest' });
  turns.setAttribute('aria-busy', 'true');
  byId('cancel').hidden = false;
  status.textContent = 'Asking …';
}

function end(message: string): void {
  open = undefined;
  turns.removeAttribute('aria-busy');
  byId('cancel').hidden = true;
  byId('forget').hidden = shown.length === 0;
  status.textContent = message;
}

/** Removes an unfinished answer. */
function drop(): void {
  open?.element.remove();
  shown = shown.filter((answer) => answer !== open);
}

function showTopic(document: string, topic: AskTopic): void {
  const known = topic.cited.filter(({ id }) => id !== '');
  const choices = known.length === 0 ? [] : [option('cited', cited(known.map(({ byline }) => byline)))];
  const corpora = topic.corpora.map((name) => option(`corpus:${name}`, `the corpus ${name}`));
  const before = scope.value;
  scope.replaceChildren(...choices, option('all', 'all papers'), ...corpora);
  if (known.length === 0 && [...scope.options].some(({ value }) => value === before)) scope.value = before;
  byId('asked-with').replaceChildren(...describe(document, topic));
  shown = topic.turns.map((turn, at) => Answer.of(turn, at + 1, tell));
  turns.replaceChildren(...shown.map(({ element }) => element));
  byId('forget').hidden = shown.length === 0;
}

const option = (value: string, label: string) => element('option', { value }, label);

const cited = (bylines: string[]) =>
  bylines.length === 1 ? `the paper cited here: ${bylines[0]}` : `the ${bylines.length} papers cited here`;

function describe(document: string, { claim, about, cited }: AskTopic): HTMLElement[] {
  const part = (title: string, ...content: HTMLElement[]) =>
    content.length === 0 ? [] : [element('h2', { class: 'part' }, title), ...content];
  const paragraph = (said: string) => (said === '' ? [] : [element('p', {}, said)]);
  const passages = cited.flatMap(({ byline, passages }) =>
    passages.map(({ sentence }) => element('li', {}, `${byline}: ${sentence}`)),
  );
  const list = passages.length === 0 ? [] : [element('ul', { class: 'highlights' }, ...passages)];
  return [
    element('p', { class: 'hint' }, `The conversation of ${document}.`),
    ...part('Your sentence', ...paragraph(claim)),
    ...part('Your manuscript', ...paragraph(about)),
    ...part('Closest passages in the papers cited here', ...list),
  ];
}

/** Moves between questions with the arrow keys; up from the first one focuses the form. */
function move(e: KeyboardEvent): void {
  if (!(e.target instanceof HTMLElement) || !e.target.classList.contains('title')) return;
  const at = shown.findIndex((answer) => answer.element.contains(e.target as HTMLElement));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[e.key];
  if (at < 0 || to === undefined) return;
  e.preventDefault();
  if (to < 0) text.focus();
  else shown[to]?.focus();
}
