// What the extension and its panel say to each other.
import type {
  ExplainedPassage,
  OnlineAnswer,
  OnlineProposal,
  OnlineStep,
  Paper,
  PaperRef,
  Relaxation,
  Written,
} from '../papers';

/** What was found, but for the papers. */
export interface Summary {
  context: string[];
  keywords: string;
  matching: number;
  relaxation: Relaxation | null;
  notes: string[];
  total: number;
  /** Which of keywords and context are the user's own, and not the document's. */
  own: { keywords: boolean; text: boolean };
}

export type ToPanel =
  | { type: 'searching' }
  /** papers continue the list; offset 0 begins a new one. focus moves the keyboard to it. */
  | { type: 'found'; summary: Summary; papers: Paper[]; offset: number; focus: boolean }
  | { type: 'drafted'; ref: PaperRef; written: Written }
  /** the passages that are closest to the text at the cursor */
  | { type: 'explained'; ref: PaperRef; passages: ExplainedPassage[] }
  | { type: 'judged'; keywords: string; message: string; mistaken: boolean }
  /** whether there is nothing to search but the .bib files of the workspace */
  | { type: 'bare'; bare: boolean }
  /** the part that searches online is wanted */
  | { type: 'online' }
  /** what a search online would send, and where */
  | { type: 'planned'; proposal: OnlineProposal }
  | { type: 'step'; step: OnlineStep }
  | { type: 'came'; answer: OnlineAnswer }
  /** no source is turned on */
  | { type: 'off'; message: string }
  | { type: 'said'; message: string }
  | { type: 'failed'; message: string };

export type FromPanel =
  | { type: 'ready' }
  /** at the cursor, by the user's own keywords and text where there are some */
  | { type: 'search'; keywords?: string; text?: string }
  | { type: 'more' }
  | { type: 'draft'; ref: PaperRef }
  /** another sentence in place of the one that was drafted */
  | { type: 'another'; ref: PaperRef }
  | { type: 'cite'; ref: PaperRef; mode: 'sentence' | 'mark' }
  | { type: 'copy'; ref: PaperRef }
  /** the PDF that the user's library has */
  | { type: 'pdf'; ref: PaperRef }
  | { type: 'judge'; keywords: string }
  /** what would a search online send? By the user's own keywords where there are some. */
  | { type: 'plan'; keywords?: string[] }
  /** send what was shown for these keywords */
  | { type: 'searchOnline'; keywords: string[] }
  | { type: 'cancelOnline' }
  | { type: 'onlineSettings' }
  /** a corpus is wanted: the demo's, or one of the user's papers */
  | { type: 'corpus'; demo: boolean };
