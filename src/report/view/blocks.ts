import type { Problem } from '../../core/problem.ts';
import type { Fact } from '../facts.ts';
import { type Mark, markSpan, type Text } from '../text.ts';

/** A result as blocks of data. The builders of this folder make them, and each writer decides how a block looks. */

/** A line that a reader has to see, with a sign in a terminal. */
export function warning(...line: Text): ViewPart {
  return { text: [markSpan({ symbol: '!', tone: 'yellow' }), ...line] };
}

/** A line of a list, with small print for engineers. */
export interface ListItem {
  text: Text;
  fine?: readonly Text[];
}

/** The first line in which a text to send differs from its approved one. Null if a text ends before it. */
export interface TextDifference {
  /** From 1, in code points. */
  column: number;
  expected: string | null;
  actual: string | null;
}

/** A list. Only a whole one is never cut. */
export interface ItemList {
  items: readonly ListItem[];
  title?: Text;
  isWhole?: boolean;
}

/** A part of a view. */
export type ViewPart =
  /** A line of its own, or a link. */
  | { text: Text; url?: string }
  /** A callout of GitHub, with a list. Only reviewers get callouts, sentences, lists, small print and hidden parts. */
  | ({ level: 'WARNING' | 'CAUTION' | 'NOTE'; lines: readonly Text[] } & Partial<ItemList>)
  /** Sentences that belong together. The first ones are read first. */
  | { lead: readonly Text[]; more: readonly Text[] }
  | ItemList
  /** A text of a user, as it is, below the words about it. */
  | { quote: string; about?: Text }
  /** Differences. `isWhole` shows every equal line. */
  | { facts: readonly Fact[]; isWhole?: boolean }
  /** The lines of a bubble. */
  | { picture: readonly string[] }
  /** Rows of aligned cells. */
  | { rows: readonly (readonly Text[])[] }
  | { problems: readonly Problem[] }
  | { difference: TextDifference }
  /** Small print for engineers. */
  | { fine: readonly Text[] }
  /** Parts that are closed until a click. */
  | { hidden: readonly ViewPart[]; title: Text };

/** A resource or a message. */
export interface Entry {
  mark?: Mark;
  /** An address for engineers, a name for reviewers. */
  title: Text;
  /** What it is, below its name. */
  noun?: Text;
  /** What is beside its title, or its cells in a table. A cell has lines. */
  cells?: readonly (readonly Text[])[];
  /** All of it in one line, for a log. It is never broken. */
  line?: Text;
  /** What follows the name above its parts: the first cell if left out. */
  summary?: Text;
  /** Its parts. Left out if its line says everything. They are made when they are written. */
  body?(): readonly ViewPart[];
  /** Its address, if a new text is applied that only its parts show: the caller learns whether people saw the text. */
  text?: string | undefined;
}

/** A part of a view under a title, between empty lines. */
export interface ViewSection {
  title?: Text;
  parts?: readonly ViewPart[];
  entries?: readonly Entry[];
  /** True if the cells of the entries are aligned. */
  isTable?: boolean;
}

/** A result for one reader. */
export interface ReportView {
  title?: Text;
  /** Below the title. */
  head?: readonly ViewPart[];
  sections: readonly ViewSection[];
  /** The heads of the table's columns. */
  columns?: readonly Text[];
  /** Below the entries. */
  rest: readonly ViewPart[];
  /** True if each entry is one line, as it can be searched in the log of a run. */
  isLog?: boolean;
}
