import { describe, expect, it } from 'vitest';
import { ntalk } from '../../src/send/channels/ntalk/channel.ts';
import { rcs } from '../../src/send/channels/rcs/channel.ts';
import { text } from '../../src/send/channels/text/channel.ts';
import { chooseSends, subjectOf, withOverrides } from '../../src/send/choice.ts';
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

  it('is not something that nobody wrote', () => {
    expect(chosen('TestSend/tow')).toBe(
      '`TestSend/tow` is no test send, no template and no file or folder with test sends (Did you mean `TestSend/two`?)',
    );
    expect(chosen('nowhere')).toBe(
      '`nowhere` is no test send, no template and no file or folder with test sends (There are `one`, `two`, `three`)',
    );
  });

  it('is told of ten that there are, and of what else can be sent where there is none', () => {
    const many = Array.from({ length: 12 }, (_, index) => testSend({ id: `send-${index}` }));
    expect(chooseSends('x', 'x', { sends: many, resources: [] })).toMatchObject({
      code: 'selection-empty',
      hint: expect.stringMatching(/^There are `send-0`, .*`send-9`, and 2 more$/),
    });
    expect(chooseSends('x', 'x', { sends: [], resources: [] })).toMatchObject({
      hint: 'No manifest has a test send yet: name a template by its address, and `--to`',
    });
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

  it.each(['', 'images', '../../..'])('is all of the project without an argument, also in the folder `%s`', (path) => {
    expect(chooseSends('', path, { sends, resources })).toEqual(sends);
  });

  it.each(['order-paid', 'shop/order-paid'])('is a template by the last parts of its address: %s', (what) => {
    expect(chosen(what)).toEqual(['NotificationTemplate/shop/order-paid']);
  });

  it('is a test send or a folder before it is a template by its last part', () => {
    const smoke = testSend({ id: 'order-paid' });
    const [below] = sends;
    const inFolder = { ...testSend(below), source: { file: 'order-paid/sends.yaml', line: 1, column: 1 } };
    expect(chooseSends('order-paid', 'order-paid', { sends: [smoke], resources })).toEqual([smoke]);
    expect(chooseSends('order-paid', 'order-paid', { sends: [inFolder], resources })).toEqual([inFolder]);
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
    const found = subjectOf(testSend(more), resources);
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

  it('is named', () => {
    const { template: _template, ...without } = testSend();
    const found = (more: object): unknown => subjectOf({ ...without, ...more }, resources);
    expect(found({})).toMatchObject({ message: 'The test send order-paid-smoke names no template' });
    expect(found({ message: { type: 'sms', text: '안녕' } })).toEqual({ channel: text });
    expect(found({ message: { type: 'rcs' } })).toEqual({ channel: rcs });
    expect(found({ message: { type: 'ntalk' } })).toEqual({ channel: ntalk });
  });
});
