// What the extension and the page of the conversation say to each other.
import type { AnswerSentence, AskedPassage, AskTopic, AskTurn } from '../protocol';

/** A part of an answer while it is made; the passages come first. */
export interface AskStep {
  passages?: AskedPassage[];
  sentence?: AnswerSentence;
}

/** Which papers are asked. */
export type Scope =
  | { of: 'all' }
  /** those that are cited at the cursor */
  | { of: 'cited' }
  | { of: 'corpus'; name: string };

export type ToChat =
  /** where questions come up now, with the conversation so far; focus moves the keyboard to the question */
  | { type: 'topic'; document: string; topic: AskTopic; focus: boolean }
  | { type: 'asked'; question: string }
  | { type: 'step'; step: AskStep }
  | { type: 'answered'; turn: AskTurn }
  | { type: 'cancelled' }
  | { type: 'said'; message: string }
  | { type: 'failed'; message: string };

export type FromChat =
  | { type: 'ready' }
  /** the cursor may be elsewhere by now */
  | { type: 'here' }
  | { type: 'ask'; question: string; scope: Scope }
  | { type: 'cancel' }
  /** sentences count from 1 */
  | { type: 'insert'; turn: number; sentence: number }
  | { type: 'open'; turn: number; passage: number }
  | { type: 'pdf'; turn: number; passage: number }
  | { type: 'forget' };
