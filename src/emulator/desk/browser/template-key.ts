import type { TemplateRow } from '../views.ts';
import type { Query } from './api.ts';
import { keyOf, partsOf } from './place.ts';

/** The key of a template in the page's addresses. */
export function templateKey({ product, senderKey, code }: Pick<TemplateRow, 'product' | 'senderKey' | 'code'>): string {
  return keyOf(product, senderKey, code);
}

/** What the emulator is asked with. */
export function queryOf(key: string): Query {
  const [product = '', senderKey = '', code = ''] = partsOf(key);
  return { product, senderKey, code };
}
