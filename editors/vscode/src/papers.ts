// Paper types and helpers shared by the extension and its panel.

import type {
  CitationText,
  ExplainedPassage,
  OnlineAnswer,
  OnlinePaper,
  OnlineProposal,
  OnlineStep,
  ListedPaper as Paper,
  PaperRef,
  Quote,
  Relaxation,
} from './protocol';

export type {
  CitationText,
  ExplainedPassage,
  OnlineAnswer,
  OnlinePaper,
  OnlineProposal,
  OnlineStep,
  Paper,
  PaperRef,
  Quote,
  Relaxation,
};

/** Returns text with its first letter in upper case. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "1 paper", "1,234 papers" */
export const count = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'paper' : 'papers'}`;

/** "1 paper matches", "1,234 papers match" */
export const matches = (n: number) => `${count(n)} ${n === 1 ? 'matches' : 'match'}`;

export const refOf = (p: Paper): PaperRef => ({ paper: p.id, corpus: p.corpus });

export const sameRef = (a: PaperRef, b: PaperRef) => a.paper === b.paper && a.corpus === b.corpus;
