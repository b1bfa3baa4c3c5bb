import { describe, expect, it } from 'vitest';
import { chooseSends, subjectsOf, withOverrides } from '../../src/send/choice.ts';
import { template, testSend } from './support.ts';

const sends = [
  testSend({ id: 'one', source: { file: 'manifests/a/sends.yaml', line: 1, column: 1 } }),
  testSend({ id: 'two', source: { file: 'manifests/a/sends.yaml', line: 9, column: 1 } }),
  testSend({ id: 'three', source: { file: 'manifests/ab.yaml', line: 1, column: 1 } }),
];
const resources = [template(), template({}, { address: 'Image/shop/logo', kind: 'Image', id: 'logo' })];

function chosen(what: string): string[] | string {
  const found = chooseSends(what, what.replace(/^\.\/?/, '').replace(/\/$/, ''), { sends, resources });
  return Array.isArray(found) ? found.map(({ id }) => id) : `${found.message} (${found.hint ?? ''})`;
}

describe('what is sent', () => {
  it.each([
    ['TestSend/two', ['two']],
    ['manifests/a/sends.yaml', ['one', 'two']],
    ['./manifests/a', ['one', 'two']],
    ['manifests/a/', ['one', 'two']],
    ['manifests', ['one', 'two', 'three']],
    ['.', ['one', 'two', 'three']],
    ['NotificationTemplate/shop/order-paid', ['NotificationTemplate/shop/order-paid']],
  ])('%s', (what, ids) => {
    expect(chosen(what)).toEqual(ids);
  });

  it('is nothing where there are no test sends, with an example', () => {
    expect(chooseSends('', '', { sends: [], resources })).toEqual({
      code: 'selection-empty',
      severity: 'error',
      message: 'There are no test sends in the manifests',
      hint: 'Write a manifest of the kind `TestSend`, or name a template: `notiform send NotificationTemplate/shop/order-paid --to NAME`',
    });
    expect(chooseSends('', '', { sends: [], resources: [] })).toMatchObject({
      hint: expect.stringContaining('`notiform send NotificationTemplate/PROFILE/ID --to NAME`'),
    });
  });

  it('is refused with all addresses where several templates end in it', () => {
    const both = [...resources, template({}, { address: 'NotificationTemplate/mall/order-paid', profile: 'mall' })];
    expect(() => chooseSends('order-paid', 'order-paid', { sends, resources: both })).toThrow(
      expect.objectContaining({
        exit: 64,
        problems: [
          expect.objectContaining({
            message: '`order-paid` matches 2 addresses',
            hint: 'Name one of them: `NotificationTemplate/shop/order-paid`, `NotificationTemplate/mall/order-paid`',
          }),
        ],
      }),
    );
  });

  it('is no other resource, and what is near is named as it can be sent', () => {
    expect(chosen('logo')).toContain('`logo` is no test send, no template');
    expect(chosen('order-piad')).toContain('(Did you mean `order-paid`?)');
  });

  it('is a send of its own for a template', () => {
    expect(
      chooseSends('NotificationTemplate/shop/order-paid', 'NotificationTemplate/shop/order-paid', { sends, resources }),
    ).toEqual([
      {
        id: 'NotificationTemplate/shop/order-paid',
        source: { file: 'manifests/order.yaml', line: 3, column: 1 },
        template: 'NotificationTemplate/shop/order-paid',
        to: [],
        expect: 'delivered',
        buttons: {},
        allow: [],
      },
    ]);
  });
});

describe('the words of the command line', () => {
  it('stand over those of the test send', () => {
    const test = testSend({ variables: { 이름: '홍길동', 금액: '1' }, allow: ['locks-text'] });
    expect(
      withOverrides(test, {
        to: ['dev'],
        from: 'second',
        profile: 'outlet',
        sample: '긴 이름',
        variables: { 금액: '2' },
        at: '2026-12-01T09:00',
        allow: ['locks-text'],
      }),
    ).toEqual({
      ...test,
      to: ['dev'],
      from: 'second',
      profile: 'outlet',
      sample: '긴 이름',
      variables: { 이름: '홍길동', 금액: '2' },
      at: '2026-12-01T09:00',
      allow: ['locks-text'],
      given: ['to', 'from', 'profile', 'sample', 'at', 'variables.금액'],
    });
  });

  it('leave alone what they do not name', () => {
    expect(withOverrides(testSend(), {})).toEqual(testSend());
    expect(withOverrides(testSend(), { to: [] })).toEqual(testSend());
  });
});

describe('the template of a test send', () => {
  const of = (more: Parameters<typeof testSend>[0]): unknown => {
    const [found] = subjectsOf(testSend(more), resources);
    if (!found) return undefined;
    if ('severity' in found) return `${found.message}${found.hint ? ` (${found.hint})` : ''}`;
    return 'template' in found ? found.template.address : found.channel.types.join();
  };

  it('is the declared one', () => {
    expect(of({})).toBe('NotificationTemplate/shop/order-paid');
  });

  it.each([
    [
      'NotificationTemplate/shop/order-payed',
      'No manifest declares `NotificationTemplate/shop/order-payed` (Did you mean `NotificationTemplate/shop/order-paid`?)',
    ],
    [
      'NotificationTemplate/x/y',
      'No manifest declares `NotificationTemplate/x/y` (Write `NotificationTemplate/PROFILE/ID` or `BrandTemplate/PROFILE/ID` of a manifest)',
    ],
    [
      'Image/shop/logo',
      '`Image/shop/logo` is not the address of a NotificationTemplate or BrandTemplate (Write `NotificationTemplate/PROFILE/ID` or `BrandTemplate/PROFILE/ID` of a manifest)',
    ],
  ])('is not %s', (address, message) => {
    expect(of({ template: address })).toBe(message);
  });
});
