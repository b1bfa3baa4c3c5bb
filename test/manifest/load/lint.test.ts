import { describe, expect, it } from 'vitest';
import { folder } from '../folder.ts';
import { environment, load } from '../project.ts';

const template = (id: string, more = '', name = '주문 안내'): string =>
  `kind: NotificationTemplate\nid: ${id}\nname: ${name}\ncategory: "001001"\ncontent: 주문하신 상품입니다.\n${more}${more.includes('messageType') ? '' : 'messageType: BA\n'}`;

async function told(files: Record<string, string | Uint8Array>): Promise<string[]> {
  const { problems } = await load(folder(files));
  return problems.map(({ severity, rule, path, place }) => `${place?.file} ${severity} ${rule} at ${path}`);
}

describe('AT30: what is declared twice', () => {
  const silent = 'lint: { AT30: 다른 지점의 안내 }\n';

  it('is a warning for a name', async () => {
    expect(await told({ 'a.yaml': template('a'), 'b.yaml': template('b') })).toEqual(['b.yaml warning AT30 at name']);
    expect(await told({ 'a.yaml': template('a'), 'b.yaml': template('b', '', '다른 안내') })).toEqual([]);
    expect(await told({ 'a.yaml': template('a'), 'b.yaml': template('b', 'profile: mall\n') })).toEqual([]);
  });

  it('may be silenced by either of the two', async () => {
    expect(await told({ 'a.yaml': template('a', silent), 'b.yaml': template('b') })).toEqual([]);
    expect(await told({ 'a.yaml': template('a'), 'b.yaml': template('b', silent) })).toEqual([]);
  });

  it('is an error for a code, silenced or not', async () => {
    const files = { 'a.yaml': template('a', 'code: b\n', '하나'), 'b.yaml': template('b', silent, '둘') };
    expect(await told(files)).toEqual(['b.yaml error AT30 at id']);
  });
});

describe('the place of a finding', () => {
  it('is the piece inside a block, in code points', async () => {
    const content = 'content: |\n  주문하신 상품입니다.\n\n  😀 오늘만 할인! 오늘만 할인!\n';
    const text = template('a').replace('content: 주문하신 상품입니다.\n', content);
    const { problems } = await load(folder({ 'a.yaml': text }));
    expect(problems.map(({ place }) => place)).toEqual([
      { file: 'a.yaml', line: 8, column: 3, endLine: 8, endColumn: 12 },
      { file: 'a.yaml', line: 8, column: 13, endLine: 8, endColumn: 20 },
    ]);
  });

  it('is the whole value where the piece came in by a variable of the environment', async () => {
    const text = template('a', 'header: "${var:host}"\n');
    const variables = new Map([['host', '오늘만 할인!']]);
    const { problems } = await load(folder({ 'a.yaml': text }), { environment: { ...environment, variables } });
    expect(problems.map(({ place }) => place)).toEqual([
      { file: 'a.yaml', line: 6, column: 9, endLine: 6, endColumn: 22 },
    ]);
  });
});

it('a load without lint runs the rules later, over the resources that are asked for, and finds the same', async () => {
  const root = folder({ 'a.yaml': template('a', 'profiles: [shop, mall]\n').replace('주문하신', '오늘만 할인!') });
  const { problems, withHints } = await load(root, { withoutLint: true });
  expect(problems).toEqual([]);
  expect(withHints(problems)).toEqual((await load(root)).problems);
  expect(withHints([], (one) => one.includes('/mall/'))[0]?.address).toBe('NotificationTemplate/mall/a');
});
