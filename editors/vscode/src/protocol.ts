// The requests that are the server's own; lsp/request.go and the files beside
// it have the other end.
import type {
  Position,
  TextDocumentIdentifier,
  VersionedTextDocumentIdentifier,
} from 'vscode-languageclient/node';
import { RequestType, type WorkspaceEdit } from 'vscode-languageclient/node';
import type { Paper, PaperRef, Relaxation, Slip, Written } from './papers';

/** Where papers are asked for. Keywords count instead of the directive's. */
interface Spot {
  textDocument: TextDocumentIdentifier;
  position: Position;
  keywords?: string;
  /** The claim that papers are looked for. */
  selection?: { start: Position; end: Position };
  /** Searched and written by instead of the document's sentences. */
  text?: string;
}

/** What a paragraph of related work is about: the range's comments, its text, or keywords. */
interface RelatedParams {
  textDocument: VersionedTextDocumentIdentifier;
  range: { start: Position; end: Position };
  keywords?: string;
}

/** Papers for each topic; those that are taken go back by scilit.relatedWork. */
export interface RelatedOffer {
  topics: { keywords: string; relaxation: Relaxation | null; papers: Paper[] }[];
}

export interface DiscoverResult {
  version: number;
  context: string[];
  keywords: string;
  mistakes: Slip[];
  matching: number;
  relaxed: boolean;
  /** How the keywords were taken where no paper matches them as they are written. */
  relaxation: Relaxation | null;
  notes: string[];
  total: number;
  papers: Paper[];
}

export type Mode = 'sentence' | 'mark' | 'rewrite';

interface DraftParams extends Spot, Partial<PaperRef> {
  textDocument: VersionedTextDocumentIdentifier;
  mode: Mode;
  /** How many sentences, 1 to 3; there may be fewer. */
  variants?: number;
  /** Several papers in one mark, instead of one. */
  papers?: PaperRef[];
  /** What goes before the first key of a mark and behind the last: "see", "p. 3". */
  prefix?: string;
  locator?: string;
}

export interface DraftResult extends Written {
  edit: WorkspaceEdit;
  others?: DraftResult[];
}

interface KeywordsResult {
  keywords: string;
  meaning: string;
  mistakes: Slip[];
  matching: number | null;
}

export interface StatusResult {
  version: string;
  engine: 'neural' | 'plain' | 'none';
  embedder: string;
  /** The folders of corpora that the settings name, whether they can be opened or not. */
  indexes: string[];
  /** Whether nobody named any papers: those of the workspace's .bib files come by themselves. */
  bare: boolean;
  /** That somebody named; the library is not among them. */
  corpora: { name: string; path: string; papers: number; fullTexts: number }[];
  notes: string[];
  /** What files of the workspace set and may not; notes say what to do. */
  refused: { file: string; keys: string[] }[];
  /** The directive in force at the position that was given. */
  directive?: { keywords: string; range: { start: Position; end: Position } };
  problem?: string;
  /** The user's own works, absent where there are none; the server keeps their index. */
  library?: {
    /** The corpus of the papers that are found in it. */
    name: string;
    sources: string[];
    files: number;
    papers: number;
    state: string;
    problems: string[];
  };
}

/** named is an identifier or a title, asked for instead of what the text is about. */
type DiscoverParams = Spot & { offset: number; limit: number; named?: string };

export const discover = new RequestType<DiscoverParams, DiscoverResult, void>('scilit/discover');
export const draft = new RequestType<DraftParams, DraftResult, void>('scilit/draft');
export const bibtex = new RequestType<
  PaperRef & { textDocument: TextDocumentIdentifier },
  { key: string; entry: string; inBib: boolean },
  void
>('scilit/bibtex');
export const keywords = new RequestType<Partial<Spot>, KeywordsResult, void>('scilit/keywords');
export const related = new RequestType<RelatedParams, RelatedOffer, void>('scilit/related');
export const status = new RequestType<Record<string, never>, StatusResult, void>('scilit/status');
