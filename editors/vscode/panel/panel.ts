// The panel's script: renders messages from the extension and posts the user's actions. All state is
// in the DOM.
import type { FromPanel, Summary, ToPanel } from '../src/panel/messages';
import { capital, matches } from '../src/papers';
import { byId } from './dom';
import { PaperList } from './list';
import { OnlineForm } from './online';
import { QueryForm } from './query';

const vscode = acquireVsCodeApi();
const tell = (message: FromPanel) => vscode.postMessage(message);

const query = new QueryForm(tell);
const list = new PaperList(tell);
const online = new OnlineForm(tell);
const status = byId('status');
byId('grow').addEventListener('click', () => tell({ type: 'corpus', of: 'bibliography' }));
byId('demo').addEventListener('click', () => tell({ type: 'corpus', of: 'demo' }));
byId('corpus').addEventListener('click', () => tell({ type: 'corpus', of: 'papers' }));
query.onDown = () => list.focusFirst();
list.onUp = () => query.focus();

window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => show(data));
tell({ type: 'ready' });

function show(message: ToPanel): void {
  switch (message.type) {
    case 'searching':
      list.clear();
      byId('papers').setAttribute('aria-busy', 'true');
      status.textContent = 'Searching …';
      return;
    case 'found':
      byId('papers').removeAttribute('aria-busy');
      query.show(message.summary);
      list.show(message.papers, message.offset, message.summary.total);
      status.textContent = summarise(message.summary, list.length);
      if (message.focus) list.focusFirst();
      return;
    case 'drafted':
      list.showDraft(message.ref, message.written);
      online.showDraft(message.ref, message.written);
      return;
    case 'explained':
      list.showPassages(message.ref, message.passages);
      return;
    case 'bare':
      byId('first').hidden = !message.bare;
      return;
    case 'judged':
      query.judge(message.keywords, message.message, message.mistaken);
      return;
    case 'online':
      online.open();
      return;
    case 'planned':
      online.show(message.proposal);
      return;
    case 'step':
      online.step(message.step);
      return;
    case 'came':
      online.came(message.answer);
      return;
    case 'off':
      online.off(message.message);
      return;
    case 'failed':
      list.giveUp();
      online.fail(message.message);
      byId('papers').removeAttribute('aria-busy');
      status.textContent = message.message;
      return;
    case 'said':
      status.textContent = message.message;
  }
}

function summarise(found: Summary, shown: number): string {
  const match = found.relaxation ? capital(found.relaxation.text) : matches(found.matching);
  return shown === 0 ? `${match}.` : `${match}, ${shown} shown, best first.`;
}
