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
  score: number;
  highlights: Quote[];
}

/** A sentence of a paper, word by word. */
export interface Quote {
  text: string;
  section: string;
}

/** A part of the keywords that was not understood; offsets are UTF-16. */
export interface Slip {
  start: number;
  end: number;
  message: string;
}

/** "1 paper", "1,234 papers" */
export const count = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'paper' : 'papers'}`;

/** "1 paper matches", "1,234 papers match" */
export const matches = (n: number) => `${count(n)} ${n === 1 ? 'matches' : 'match'}`;

export const refOf = (p: Paper): PaperRef => ({ paper: p.id, corpus: p.corpus });
