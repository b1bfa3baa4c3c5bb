import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ID_PATTERN } from '../../../src/core/address.ts';
import { kinds } from '../../../src/kinds/registry.ts';
import { addressesOf, fileOf } from '../../../src/manifest/import/places.ts';
import { slugOf } from '../../../src/text/slug.ts';

describe('a slug', () => {
  it.each([
    ['여름 한정 특가', 'yeoreum-hanjeong-teukga'],
    ['봄 신상 2026!', 'bom-sinsang-2026'],
    ['(광고) 제주 감귤', 'gwanggo-jeju-gamgyul'],
    ['한글'.normalize('NFD'), 'hangeul'],
    ['첫 구매 10% 쿠폰', 'cheot-gumae-10-kupon'],
    ['값 없는 닭', 'gap-eopneun-dak'],
    ['Café ＡＢＣ', 'cafe-abc'],
    ['Order_Paid', 'order-paid'],
    ['夏 🎉', ''],
    ['--', ''],
    ['', ''],
  ])('of `%s` is `%s`', (text, slug) => {
    expect(slugOf(text, 90)).toBe(slug);
  });

  it('has every syllable of Hangul in letters', () => {
    const syllables = Array.from({ length: 11_172 }, (_, index) => String.fromCodePoint(0xac00 + index));
    expect(syllables.filter((syllable) => !/^[a-z]{1,9}$/.test(slugOf(syllable, 20)))).toEqual([]);
  });

  it('is cut where it is too long, and never ends in a dash', () => {
    expect(slugOf('가 나 다', 4)).toBe('ga-n');
    expect(slugOf('가 나 다', 3)).toBe('ga');
  });

  it('is an id, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const slug = slugOf(text, 60);
        expect(slug === '' || ID_PATTERN.test(slug)).toBe(true);
      }),
      { numRuns: 80 },
    );
  });
});

describe('the address of something live', () => {
  const live = (kindName: string, name: string, title: string) => {
    const kind = kinds.find((one) => one.name === kindName);
    if (!kind) throw new Error(`There is no kind ${kindName}`);
    return { kind, profile: { alias: 'shop' }, name, title };
  };
  const tag = (name: string, title: string) => live('GroupTag', name, title);
  const template = (name: string, title: string) => live('NotificationTemplate', name, title);
  const idsOf = (things: ReturnType<typeof tag>[], taken: string[] = []): Record<string, string | undefined> =>
    Object.fromEntries(
      Array.from(addressesOf(things, new Set(taken)), ([{ name }, address]) => [name, address.split('/')[2]]),
    );

  it('has its title where the service made up the name, and else its name', () => {
    expect(idsOf([tag('9f3a', '여름 세일'), template('order_paid', '주문 결제')])).toEqual({
      '9f3a': 'yeoreum-seil',
      order_paid: 'order-paid',
    });
  });

  it('has the other one where that has nothing to be read, and at last a digest', () => {
    expect(idsOf([tag('9F3A', '🎉')])).toEqual({ '9F3A': '9f3a' });
    expect(idsOf([template('___', '주문 결제')])).toEqual({ ___: 'jumun-gyeolje' });
    expect(idsOf([tag('___', '夏')])).toEqual({ ___: 'bda251550bf0' });
  });

  it('has a number where several would be the same, the one that is called so first and then by name', () => {
    const all = [tag('3', 'Sale!'), tag('2', '세일'), tag('1', '세일 '), tag('4', 'sale')];
    expect(idsOf(all)).toEqual({ 4: 'sale', 3: 'sale-2', 1: 'seil', 2: 'seil-2' });
    expect(idsOf([...all].reverse())).toEqual(idsOf(all));
  });

  it('is none that a manifest or the state has', () => {
    expect(idsOf([tag('1', '세일')], ['GroupTag/shop/seil', 'GroupTag/shop/seil-2'])).toEqual({ 1: 'seil-3' });
  });

  it.each(['con', 'aux', 'nul', 'com1', 'lpt9', 'notiform'])('gives no file the reserved name %s', (id) => {
    expect(fileOf('', `GroupTag/shop/${id}`)).toBe(`shop/group-tag/${id}_.yaml`);
    expect(fileOf('', `GroupTag/${id}/a`)).toBe(`${id}_/group-tag/a.yaml`);
  });

  it('gives a file of its own', () => {
    expect(fileOf('manifests', 'BrandTemplate/shop/seil')).toBe('manifests/shop/brand-template/seil.yaml');
    expect(fileOf('', 'SenderProfile/shop')).toBe('shop/sender-profile/shop.yaml');
  });
});
