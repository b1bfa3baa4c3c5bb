import type { Bubble } from '../../preview/bubble.ts';
import type { TemplateRow, TemplateView } from './views.ts';

/** Something that the desk lists. */
export interface Entry<Row> {
  isFound(search: string): boolean;
  row(): Row;
}

/** Something that opens beside its list. */
export interface OpenEntry<Row, View> extends Entry<Row> {
  view(): View;
  bubble(): Bubble;
}

/** A template of either product. */
export interface TemplateEntry extends OpenEntry<TemplateRow, TemplateView> {
  /** The newest template has the highest. */
  serial: number;
  state(): string;
}
