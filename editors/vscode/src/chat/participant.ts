// The chat participant @scilit, for editors with a chat. Answers show their passages and a button
// to insert each sentence.
import * as vscode from 'vscode';
import type { AnswerSentence, AskedPassage, AskTurn } from '../protocol';
import type { Scope } from './messages';
import type { ChatView } from './view';

const scopes: Record<string, Scope> = { cited: { of: 'cited' }, library: { of: 'corpus', name: 'library' } };

/** Escapes text from papers and models, which is untrusted. */
const plain = (text: string) => new vscode.MarkdownString().appendText(text);

export function registerParticipant(chat: ChatView): vscode.Disposable[] {
  if (typeof vscode.chat?.createChatParticipant !== 'function') return [];
  const participant = vscode.chat.createChatParticipant('scilit.ask', (request, _context, stream, token) =>
    answer(chat, request, stream, token),
  );
  participant.iconPath = new vscode.ThemeIcon('quote');
  return [participant];
}

async function answer(
  chat: ChatView,
  request: vscode.ChatRequest,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  const scope = scopes[request.command ?? ''] ?? { of: 'all' };
  stream.progress('Answering the question');
  try {
    const turn = await chat.ask(request.prompt, scope, token, () => {});
    show(turn, stream);
    return {};
  } catch (error) {
    if (token.isCancellationRequested) return {};
    return { errorDetails: { message: error instanceof Error ? error.message : String(error) } };
  }
}

function show(turn: AskTurn & { document: string }, stream: vscode.ChatResponseStream): void {
  if (turn.sentences.length === 0) stream.markdown(plain(turn.text));
  turn.sentences.forEach((sentence, at) => {
    stream.markdown(plain(written(sentence)));
    stream.button({
      command: 'scilit.insertAnswer',
      title: 'Insert with citations',
      arguments: [turn.turn, at + 1, turn.document],
    });
  });
  for (const passage of turn.passages) stream.markdown(described(passage));
}

export function written({ text, quoted, passages, unsupported, reason }: AnswerSentence): string {
  const marks = passages.map((number) => `[${number}]`).join('');
  const doubt = unsupported ? ` (not found in its passages: ${reason ?? 'no reason given'})` : '';
  return `${quoted ? `“${text}”` : text} ${marks}${doubt}\n\n`;
}

function described({ number, byline, title, section, text, link }: AskedPassage): vscode.MarkdownString {
  const shown = plain(`[${number}] ${byline}. ${title} (${section}): ${text}`);
  if (link && /^https?:\/\/[^\s()<>]+$/.test(link)) shown.appendMarkdown(` [Page](${link})`);
  return shown.appendMarkdown('\n\n');
}
