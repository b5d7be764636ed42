// Messages between the extension and its panel.
import type {
  CitationText,
  ExplainedPassage,
  OnlineAnswer,
  OnlineProposal,
  OnlineStep,
  Paper,
  PaperRef,
  Relaxation,
} from '../papers';

/** The result of a search, without the papers. */
export interface Summary {
  context: string[];
  keywords: string;
  matching: number;
  relaxation: Relaxation | null;
  notes: string[];
  total: number;
  /** Whether the user has replaced the document's keywords and text. */
  own: { keywords: boolean; text: boolean };
}

export type ToPanel =
  | { type: 'searching' }
  /** appends papers to the list; offset 0 replaces it. focus moves the focus to it. */
  | { type: 'found'; summary: Summary; papers: Paper[]; offset: number; focus: boolean }
  | { type: 'drafted'; ref: PaperRef; written: CitationText }
  /** the passages closest to the text at the cursor */
  | { type: 'explained'; ref: PaperRef; passages: ExplainedPassage[] }
  | { type: 'judged'; keywords: string; message: string; mistaken: boolean }
  /** whether only the .bib files in the workspace can be searched */
  | { type: 'bare'; bare: boolean }
  /** opens the section for online searches */
  | { type: 'online' }
  /** the queries and hosts of an online search */
  | { type: 'planned'; proposal: OnlineProposal }
  | { type: 'step'; step: OnlineStep }
  | { type: 'came'; answer: OnlineAnswer }
  /** no source is enabled */
  | { type: 'off'; message: string }
  | { type: 'said'; message: string }
  | { type: 'failed'; message: string };

export type FromPanel =
  | { type: 'ready' }
  /** searches at the cursor; keywords and text replace the document's */
  | { type: 'search'; keywords?: string; text?: string }
  | { type: 'more' }
  | { type: 'draft'; ref: PaperRef }
  /** replaces the drafted sentence with another one */
  | { type: 'another'; ref: PaperRef }
  | { type: 'cite'; ref: PaperRef; mode: 'sentence' | 'mark' }
  | { type: 'copy'; ref: PaperRef }
  /** opens the PDF in the user's library */
  | { type: 'pdf'; ref: PaperRef }
  | { type: 'judge'; keywords: string }
  /** requests the queries of an online search, with the user's keywords if any */
  | { type: 'plan'; keywords?: string[] }
  /** sends the queries for these keywords */
  | { type: 'searchOnline'; keywords: string[] }
  | { type: 'cancelOnline' }
  | { type: 'onlineSettings' }
  /** builds a corpus of the demo papers, the user's papers, or works related to the references */
  | { type: 'corpus'; of: 'demo' | 'papers' | 'bibliography' };
