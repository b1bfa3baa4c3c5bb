/** A file of manifests as `fmt` sees it: what stands where, with every comment in the hands of what it is about. */

/** A comment with its `#`, or '' for a blank line. */
export type Line = string;

/** A member of a mapping, an element of a list, or (with neither) the whole document. */
export interface Entry {
  /** The lines above it. */
  before: Line[];
  key?: Text;
  /** Tags, as `!!str`. */
  tags: string[];
  value?: Node;
  /** The comment on its line. */
  beside?: string;
}

export type Node = Block | Flow | Text | BlockText;

export interface Block {
  type: 'map' | 'list';
  entries: Entry[];
  /** Comments after the last entry that are indented as it is. */
  trailing: Line[];
}

/** `{ … }` or `[ … ]`. */
export interface Flow {
  type: 'flow';
  open: '{' | '[';
  entries: FlowEntry[];
  /** Comments after the last entry. */
  trailing: string[];
  /** Whether it was written on several lines. */
  broken: boolean;
}

export interface FlowEntry {
  before: string[];
  key?: Text;
  /** Whether a `:` follows the key. */
  colon: boolean;
  value?: Flow | Text;
  beside?: string;
}

/** A plain or quoted scalar as it is written. */
export interface Text {
  type: 'text';
  source: string;
  /** What it says. */
  value: string;
}

/** A block scalar. */
export interface BlockText {
  type: 'block-text';
  /** `|` or `>`, and how it ends: `-`, `+` or nothing. */
  style: string;
  /** Without their indentation. */
  lines: string[];
}

/** One document of the stream, with its markers. */
export interface Page {
  /** Comments and directives above `---`. */
  above: Line[];
  /** The line `---`, where it is written. */
  marker?: { beside?: string };
  /** Comments about the document as a whole. */
  header: Line[];
  root?: Entry;
  trailing: Line[];
  /** The line `...`, where it is written. */
  end?: { beside?: string };
}
