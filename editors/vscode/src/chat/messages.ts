// Messages between the extension and the Ask page.
import type { AnswerSentence, AskedPassage, AskTopic, AskTurn } from '../protocol';

/** A part of a streamed answer. The first step contains the passages. */
export interface AskStep {
  passages?: AskedPassage[];
  sentence?: AnswerSentence;
}

/** The papers that a question is about. */
export type Scope =
  | { of: 'all' }
  /** the papers cited at the cursor */
  | { of: 'cited' }
  | { of: 'corpus'; name: string };

export type ToChat =
  /** the topic at the cursor with the conversation so far; focus moves the focus to the question */
  | { type: 'topic'; document: string; topic: AskTopic; focus: boolean }
  | { type: 'asked'; question: string }
  | { type: 'step'; step: AskStep }
  | { type: 'answered'; turn: AskTurn }
  | { type: 'cancelled' }
  | { type: 'said'; message: string }
  | { type: 'failed'; message: string };

export type FromChat =
  | { type: 'ready' }
  /** requests the topic at the current cursor */
  | { type: 'here' }
  | { type: 'ask'; question: string; scope: Scope }
  | { type: 'cancel' }
  /** sentences count from 1 */
  | { type: 'insert'; turn: number; sentence: number }
  | { type: 'open'; turn: number; passage: number }
  | { type: 'pdf'; turn: number; passage: number }
  | { type: 'forget' };
