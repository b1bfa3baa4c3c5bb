import { describe, expect, it } from 'vitest';
import { png } from '../../images.ts';
import { folder } from '../folder.ts';
import { environment, load } from '../project.ts';

const template = (id: string, more = '', name = '주문 안내'): string =>
  `kind: NotificationTemplate\nid: ${id}\nname: ${name}\ncategory: "001001"\ncontent: 주문하신 상품입니다.\n${more}${more.includes('messageType') ? '' : 'messageType: BA\n'}`;

async function told(files: Record<string, string | Uint8Array>): Promise<string[]> {
  const { problems } = await load(folder(files));
  return problems.map(({ severity, rule, path, place }) => `${place?.file} ${severity} ${rule} at ${path}`);
}

describe('what the schema and the files find', () => {
  const button = (name: string | number): string => `{ type: BK, name: 문의 ${name} }`;
  const buttons = (count: number): string =>
    `buttons: [${Array.from({ length: count }, (_, n) => button(n)).join(', ')}]\n`;
  const items = (count: number): string =>
    `emphasis: { type: ITEM_LIST }\nitems: [${Array.from({ length: count }, () => '{ title: 가, description: 나 }').join(', ')}]\n`;

  it.each([
    [
      'AT08',
      'emphasis.subtitle',
      'emphasis: { type: TEXT, title: 결제 }\n',
      'emphasis: { type: TEXT, title: 결제, subtitle: 완료 }\n',
    ],
    ['AT09', 'extra', 'messageType: EX\n', 'messageType: EX\nextra: 문의\n'],
    ['AT11', 'buttons', buttons(6), buttons(5)],
    [
      'AT11',
      'buttons',
      `${buttons(3)}quickReplies: [${button('새')}]\n`,
      `${buttons(2)}quickReplies: [${button('새')}]\n`,
    ],
    [
      'AT12',
      'buttons[0].link.mobile',
      'buttons: [{ type: WL, name: 보기, link: { pc: "https://a.example.com" } }]\n',
      'buttons: [{ type: WL, name: 보기, link: { mobile: "https://a.example.com" } }]\n',
    ],
    [
      'AT12',
      'quickReplies[0].link.ios',
      'quickReplies: [{ type: AL, name: 열기, link: { android: "a://b" } }]\n',
      'quickReplies: [{ type: AL, name: 열기, link: { android: "a://b", ios: "a://b" } }]\n',
    ],
    [
      'AT13',
      'buttons[0].name',
      'buttons: [{ type: TN, name: 전화, tel: 1588-0000 }]\n',
      'buttons: [{ type: TN, name: 전화 연결, tel: 1588-0000 }]\n',
    ],
    ['AT14', 'items', items(1), items(2)],
    ['AT14', 'items', items(11), items(10)],
    ['AT14', 'items', 'emphasis: { type: ITEM_LIST }\n', items(2)],
    ['AT17', 'emphasis.image', 'emphasis: { type: IMAGE }\n', 'emphasis: { type: IMAGE, image: good.png }\n'],
    [
      'AT17',
      'emphasis.image',
      'emphasis: { type: IMAGE, image: bad.png }\n',
      'emphasis: { type: IMAGE, image: good.png }\n',
    ],
    [
      'AT17',
      'emphasis.image.file',
      'emphasis: { type: IMAGE, image: { file: bad.png } }\n',
      'emphasis: { type: IMAGE, image: { file: good.png } }\n',
    ],
  ])('bears the name of its rule: %s at %s', async (rule, path, bad, good) => {
    const pictures = { 'good.png': png(500, 250), 'bad.png': png(500, 251) };
    expect(await told({ ...pictures, 'a.yaml': template('a', bad) })).toEqual([`a.yaml error ${rule} at ${path}`]);
    expect(await told({ ...pictures, 'a.yaml': template('a', good) })).toEqual([]);
  });
});

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
