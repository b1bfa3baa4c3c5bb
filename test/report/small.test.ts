import { describe, expect, it } from 'vitest';
import { canonical, type JsonObject } from '../../src/core/json.ts';
import { comparePaths } from '../../src/kinds/words.ts';
import { type Fact, factsOf } from '../../src/report/facts.ts';
import { jsonDocument } from '../../src/report/json.ts';
import { drawFacts } from '../../src/report/terminal/field.ts';
import { render } from '../../src/report/terminal/line.ts';
import { drawTable } from '../../src/report/terminal/table.ts';
import { span, type Text, whole } from '../../src/report/text.ts';
import { durationWords } from '../../src/report/view/words.ts';
import { wholePlan } from './plans.ts';
import { plain } from './support.ts';

function newFacts(address: string, after: JsonObject): Fact[] {
  return factsOf({ address, fields: [], before: null, after }, false);
}

it('a content is one line for each value; a long path moves only its own', () => {
  const link = (host: string): object => ({
    mobile: `https://${host}.example.com/w`,
    pc: `https://${host}.example.com`,
  });
  const card = {
    header: '코트',
    imageLink: 'https://shop.example.com/c',
    buttons: [{ type: 'WL', link: link('shop') }],
  };
  const buttons = [
    { type: 'WL', name: '보기', link: { mobile: 'https://a.example/x' } },
    { type: 'WL', name: '내 정보 보기', link: link('m.shop') },
  ];
  const content = JSON.parse(JSON.stringify({ name: '겨울', carousel: { cards: [card] }, buttons }));
  expect(
    render(drawFacts(newFacts('BrandTemplate/shop/a', content), { color: false, width: 76 }, false), plain(80)),
  ).toMatchInlineSnapshot(`
    "+ name                         "겨울"
    + carousel.cards[0].header     "코트"
    + carousel.cards[0].buttons[0].type  "WL"
    + carousel.cards[0].buttons[0].link.mobile  "https://shop.example.com/w"
    + carousel.cards[0].buttons[0].link.pc  "https://shop.example.com"
    + carousel.cards[0].imageLink  "https://shop.example.com/c"
    + buttons[0].type              "WL"
    + buttons[0].name              "보기"
    + buttons[0].link.mobile       "https://a.example/x"
    + buttons[1].type              "WL"
    + buttons[1].name              "내 정보 보기"
    + buttons[1].link.mobile       "https://m.shop.example.com/w"
    + buttons[1].link.pc           "https://m.shop.example.com"
    "
  `);
});

describe('the JSON document', () => {
  it('begins with the version and ends with the problems', () => {
    expect(
      jsonDocument({ command: 'status', ok: true, environment: 'local', status: { b: 1, a: [] }, problems: [] }),
    ).toBe(
      '{"schemaVersion":1,"command":"status","ok":true,"environment":"local","status":{"a":[],"b":1},"problems":[]}\n',
    );
  });

  it('holds a plan with the bytes of its file', () => {
    const plan = wholePlan();
    expect(jsonDocument({ command: 'plan', ok: true, plan, problems: [] })).toContain(
      `"plan":${canonical(JSON.parse(JSON.stringify(plan)))},`,
    );
  });
});

describe('reading order', () => {
  it('puts what a thing is before what it says, and unknown names last', () => {
    const content = { zebra: 1, buttons: 2, content: 3, name: 4, code: 5, apple: 6 };
    expect(newFacts('NotificationTemplate/shop/a', content).map(({ path }) => path)).toEqual([
      'code',
      'name',
      'content',
      'buttons',
      'apple',
      'zebra',
    ]);
  });

  it('orders paths by name and number', () => {
    const paths = ['buttons[10].name', 'buttons[2].name', 'buttons[2]', 'name', 'buttons[2].type', 'name'];
    expect(paths.sort((a, b) => comparePaths('NotificationTemplate', a, b))).toEqual([
      'name',
      'name',
      'buttons[2]',
      'buttons[2].type',
      'buttons[2].name',
      'buttons[10].name',
    ]);
  });
});

describe('a table', () => {
  const cells = (...texts: string[]): { cells: Text[] } => ({ cells: texts.map((text) => [span(text)]) });

  it('aligns Korean and Latin', () => {
    const rows = [cells('이름', 'REG', '등록됨'), cells('longer', 'R', 'x')];
    expect(render(drawTable(rows, 60), plain())).toBe('이름    REG  등록됨\nlonger  R    x\n');
  });

  it('is nothing without rows, and takes rows without cells', () => {
    expect(drawTable([], 60)).toEqual([]);
    expect(render(drawTable([{ cells: [] }, cells('a', 'b')], 60), plain())).toBe('\na  b\n');
  });

  it('goes on in rows of its own', () => {
    const rows = [cells('a', 'one two three four five six')];
    expect(render(drawTable(rows, 28), plain())).toBe('a  one two three four five\n   six\n');
  });

  it('puts what is never broken below the rest where there is no room for it', () => {
    const path = [whole('manifests/shop/order-paid.yaml')];
    const row = { cells: [[span('shop/order-paid')], path] };
    expect(render(drawTable([row], 47), plain())).toBe('shop/order-paid  manifests/shop/order-paid.yaml\n');
    expect(render(drawTable([row], 46), plain())).toBe('shop/order-paid\n    manifests/shop/order-paid.yaml\n');
  });
});

describe('a duration', () => {
  it.each([
    [0, '0 s'],
    [40_000, '40 s'],
    [90_000, '1 m 30 s'],
    [7_500_000, '2 h 5 m'],
    [7_200_000, '2 h'],
  ])('of %i ms is %s', (ms, words) => {
    expect(durationWords(ms)).toBe(words);
  });
});
