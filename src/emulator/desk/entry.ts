import type { Bubble } from '../../preview/bubble.ts';
import type { TemplateRow, TemplateView } from './views.ts';

export interface Entry<Row> {
  isFound(search: string): boolean;
  row(): Row;
}

export interface OpenEntry<Row, View> extends Entry<Row> {
  view(): View;
  bubble(): Bubble;
}

export interface TemplateEntry extends OpenEntry<TemplateRow, TemplateView> {
  /** Registration number. */
  serial: number;
  state(): string;
}
