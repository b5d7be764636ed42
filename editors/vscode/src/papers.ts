// What the server tells of papers, as both the extension and its panel use it.

/** Names a paper in a corpus. */
export interface PaperRef {
  paper: string;
  corpus: string;
}

export interface Paper {
  id: string;
  corpus: string;
  title: string;
  /** "Martins et al. 2009" */
  byline: string;
  authors: string[];
  year?: number;
  venue?: string;
  doi?: string;
  url?: string;
  /** Where it can be read: http or https, safe to open. */
  link?: string;
  /** The probability that the author of such a text cites this paper here; 0 where it is not known. */
  relevance: number;
  highlights: Quote[];
}

/** A sentence of a paper, word by word. */
export interface Quote {
  text: string;
  section: string;
}

/** What would be written about a paper. */
export interface Written {
  text: string;
  evidence: Quote | null;
  /** The probability that the paper shows all that the sentence says; null for a mark. */
  support: number | null;
  /** What is offered first: the mark where the sentence is weakly supported. */
  prefer: 'sentence' | 'mark';
  /** Why it is a mark alone, or that the document is in another language. */
  note?: string | undefined;
}

/** A part of the keywords that was not understood; offsets are UTF-16. */
export interface Slip {
  start: number;
  end: number;
  message: string;
  /** It was understood, but hardly as it was meant. */
  hint?: boolean;
}

/** How keywords were taken that no paper matches as they are written. */
export interface Relaxation {
  code: 'near' | 'words' | 'all';
  /** One sentence without a full stop, which begins in lower case. */
  text: string;
}

/** As a sentence begins. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "1 paper", "1,234 papers" */
export const count = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'paper' : 'papers'}`;

/** "1 paper matches", "1,234 papers match" */
export const matches = (n: number) => `${count(n)} ${n === 1 ? 'matches' : 'match'}`;

export const refOf = (p: Paper): PaperRef => ({ paper: p.id, corpus: p.corpus });
