import type { TemplateRow } from '../views.ts';
import type { Query } from './api.ts';

/** The key of a template in the page's addresses. */
export function templateKey({ product, senderKey, code }: Pick<TemplateRow, 'product' | 'senderKey' | 'code'>): string {
  return [product, senderKey, code].join('/');
}

/** What the emulator is asked with. A code has no slash; a sender key may have one. */
export function queryOf(key: string): Query {
  const parts = key.split('/');
  return { product: parts[0] ?? '', senderKey: parts.slice(1, -1).join('/'), code: parts.at(-1) ?? '' };
}
