import { describe, expect, it } from 'vitest';
import { templateDeclaration } from '../../../src/kinds/notification-template/kind.ts';

function hintFor(category: string, names: Record<string, string>): string | undefined {
  const manifest = {
    id: 'order-paid',
    name: '주문 안내',
    category,
    messageType: 'BA',
    content: '주문이 접수되었습니다.',
  };
  const categories = {
    environment: 'stage',
    names: new Map(Object.entries(names)),
  };
  return templateDeclaration.check(manifest, { categories }).find(({ code }) => code === 'unknown-category')?.hint;
}

describe('AT33: a category that the environment does not list', () => {
  it('names the command that shows the list', () => {
    expect(hintFor('001009', { '700': '기타' })).toContain(
      '`notiform get categories` reads the list again and shows it',
    );
  });

  it('has nothing to say of one that is listed', () => {
    expect(hintFor('700', { '700': '기타' })).toBeUndefined();
  });
});
