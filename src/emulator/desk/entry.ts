import type { Bubble } from '../../preview/bubble.ts';
import type { TemplateRow, TemplateView } from './views.ts';

export interface Entry<Row> {
  isFound(search: string): boolean;
  row(): Row;
}

/** An entry that opens beside its list. */
export interface OpenEntry<Row, View> extends Entry<Row> {
  view(): View;
  bubble(): Bubble;
}

/** A template of any product. */
export interface TemplateEntry extends OpenEntry<TemplateRow, TemplateView> {
  /** Registration number. */
  serial: number;
  state(): string;
}
