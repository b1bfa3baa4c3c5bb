import { describe, expect, it } from 'vitest';
import { compared, isFileNode, sameContent } from '../../src/core/content.ts';
import { parseDuration } from '../../src/core/duration.ts';
import { Exit, worstExit } from '../../src/core/exit.ts';
import { ServiceFailure } from '../../src/core/failure.ts';
import { basis } from '../../src/core/resource.ts';
import { version } from '../../src/core/version.ts';
import { maskNumber } from '../../src/text/mask.ts';
import { suggest } from '../../src/text/suggest.ts';

describe('a duration', () => {
  it.each([
    ['250ms', 250],
    ['40s', 40_000],
    ['30m', 1_800_000],
    ['2h', 7_200_000],
    ['14d', 1_209_600_000],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '40', 's', '1.5s', '-1s', '1 s', '1w'])('does not read %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

describe('a private number', () => {
  it('shows its first three and last four digits', () => {
    expect(maskNumber('01000000000')).toBe('010****0000');
    expect(maskNumber('010-0000-0000')).toBe('010****0000');
    expect(maskNumber('021234567')).toBe('021****4567');
  });

  it('shows nothing when it is short', () => {
    expect(maskNumber('15880000')).toBe('****');
  });
});

describe('the exit code', () => {
  it('is the worst of those that hold', () => {
    expect(worstExit([])).toBe(Exit.done);
    expect(worstExit([0, 2, 5])).toBe(5);
    expect(worstExit([2, 5, 8, 6, 4, 1, 7, 3, 64, 9, 130, 70])).toBe(70);
    expect(worstExit([7, 3])).toBe(3);
    expect(worstExit([4, 1])).toBe(1);
  });
});

describe('a suggestion', () => {
  it.each([
    ['conten', 'content'],
    ['cotnent', 'content'],
    ['Buttons', 'buttons'],
    ['lifecicle', 'lifecycle'],
  ])('for %s is %s', (word, meant) => {
    expect(suggest(word, ['content', 'buttons', 'lifecycle', 'items'])).toBe(meant);
  });

  it.each(['con\u200btent', 'content\u3164', 'con\u00adtent', 'content\u00a0', 'content\u0007'])(
    'never has a character that nobody sees: %j',
    (unseen) => {
      expect(suggest('contnt', [unseen])).toBeUndefined();
      expect(suggest('contnt', [unseen, 'content'])).toBe('content');
    },
  );

  it('is none where nothing is near', () => {
    expect(suggest('price', ['content', 'buttons'])).toBeUndefined();
    // Two letters of six are a slip, and three are another word.
    expect(suggest('header', ['hexder', 'heyxer'])).toBe('hexder');
    expect(suggest('header', ['heyxer'])).toBe('heyxer');
    expect(suggest('header', ['hezyxr'])).toBeUndefined();
    expect(suggest('x', [])).toBeUndefined();
  });

  it('of an address is near in each of its parts', () => {
    const known = ['Image/shop/i1', 'Image/shop', 'Image/market/front', 'Image/shop/front'];
    expect(suggest('Image/shop/nope', known)).toBeUndefined();
    expect(suggest('Image/shop/fornt', known)).toBe('Image/shop/front');
    expect(suggest('Image/shpo/front', known)).toBe('Image/shop/front');
  });

  it('of an address is none with another id that the rest of the address outweighs', () => {
    expect(suggest('NotificationTemplate/shop/receipt', ['NotificationTemplate/shop/welcome'])).toBeUndefined();
    expect(suggest('Image/shop', ['Image/shop/a'])).toBeUndefined();
  });

  it('is none of a blank word, nor for a word of one or two letters but for its case', () => {
    expect(suggest('abc', [' ', 'ab', ''])).toBe('ab');
    expect(suggest('ab', ['a', ' ', 'ax', 'abc'])).toBeUndefined();
    expect(suggest('ba', ['BT', 'BA'])).toBe('BA');
    expect(suggest('값', ['글'])).toBeUndefined();
    expect(suggest('문귀', ['문구'])).toBe('문구');
  });

  it('is the nearest one, the first of several that are equally near', () => {
    expect(suggest('AT31', ['AT01', 'AT30', 'AT31x', 'at3'])).toBe('AT01');
    expect(suggest('AT31', ['AT01', 'at31', 'AT30'])).toBe('at31');
  });
});

describe('content', () => {
  const file = { path: 'a.png', sha256: 'ab', width: 500, height: 250 };

  it('is compared without the CR of its line breaks', () => {
    expect(sameContent({ list: [{ text: 'a\r\nb' }] }, { list: [{ text: 'a\nb' }] })).toBe(true);
    expect(sameContent({ text: 'a\rb' }, { text: 'a\nb' })).toBe(false);
  });

  it('is compared by the bytes of its files, wherever they lie', () => {
    expect(sameContent({ image: file }, { image: { path: 'b.png', sha256: 'ab' } })).toBe(true);
    expect(sameContent({ image: file }, { image: { ...file, sha256: 'cd' } })).toBe(false);
    expect(compared({ images: [file], name: '', list: [] })).toEqual({ images: [{ sha256: 'ab' }] });
  });

  it('knows a file from another object', () => {
    expect([file, { path: 'a' }, 'a', null].map(isFileNode)).toEqual([true, false, false, false]);
  });
});

describe('a basis', () => {
  const live = { name: 'order_paid', content: { name: '주문' }, status: { state: 'REG', status: 'R' } };

  it('covers name, content and status, and not the word that is shown', () => {
    expect(basis({ ...live, status: { state: 'other', status: 'R' } })).toBe(basis(live));
    expect(basis({ ...live, status: { state: 'REG', status: 'A' } })).not.toBe(basis(live));
    expect(basis({ ...live, content: { name: '배송' } })).not.toBe(basis(live));
    expect(basis({ ...live, name: 'other' })).not.toBe(basis(live));
  });

  it('is a word of its own where nothing stands', () => {
    expect(basis(undefined)).toBe('absent');
  });
});

describe('a service failure', () => {
  it('carries its kind and its problem', () => {
    const failure = new ServiceFailure('refused', { code: 'bug', severity: 'error', message: '거절' });
    expect({ name: failure.name, message: failure.message, kind: failure.kind }).toEqual({
      name: 'ServiceFailure',
      message: '거절',
      kind: 'refused',
    });
  });
});

describe('the version', () => {
  it('is a word', () => {
    expect(version).toMatch(/^\S+$/);
  });
});

describe('a failed call', () => {
  it.each([
    ['refused', false],
    ['unreachable', false],
    ['interrupted', false],
    ['unclear', true],
    ['unfit', true],
  ] as const)('that is %s may have been done: %s', (kind, may) => {
    const problem = { code: 'bug', severity: 'error', message: 'x' } as const;
    expect(new ServiceFailure(kind, problem).mayBeDone).toBe(may);
  });
});
