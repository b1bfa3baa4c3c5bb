import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { malformedVariables } from '../../../src/kinds/lint/variables.ts';
import { check, findings, lint } from './checking.ts';

describe('AT01: something that looks like a variable', () => {
  test.each([
    ['#{이름}님 #{주문번호}', []],
    ['#{고객 명}님', [['#{고객 명}', 'variable-space', 0]]],
    ['#{ 이름}', [['#{ 이름}', 'variable-edge-space', 0]]],
    ['＃{이름}', [['＃{이름}', 'variable-full-width', 0]]],
    ['#｛금액｝원', [['#｛금액｝', 'variable-full-width', 0]]],
    ['＃｛금액', [['＃｛금액', 'variable-full-width', 0]]],
    [
      '｛상품｝ ＄{이름} ％이름％',
      [
        ['｛상품｝', 'variable-full-width', 0],
        ['＄{이름}', 'variable-full-width', 5],
        ['％이름％', 'variable-full-width', 11],
      ],
    ],
    ['#{}', [['#{}', 'variable-nameless', 0]]],
    ['#{이름님\n안녕', [['#{이름님', 'variable-unclosed', 0]]],
    ['#{이름#{금액}}', [['#{이름#{', 'variable-nested', 0]]],
    [
      '#{{이름}}',
      [
        ['#{{', 'variable-nested', 0],
        ['{{이름}}', 'variable-foreign', 1],
      ],
    ],
    ['#{주문번호\n금액: #{금액}', [['#{주문번호', 'variable-unclosed', 0]]],
    ['#{주문번호 #{금액}원', [['#{주문번호', 'variable-unclosed', 0]]],
    ['#{주문번호 {금액', [['#{주문번호', 'variable-unclosed', 0]]],
    [
      '#(금액)원 #[이름]님 ＃（금액）',
      [
        ['#(금액)', 'variable-brackets', 0],
        ['#[이름]', 'variable-brackets', 7],
        ['＃（금액）', 'variable-brackets', 14],
      ],
    ],
    ['#1 (금액) #태그(이벤트) #() #(', []],
    ['#{이#름}', [['#{이#름}', 'variable-hash', 0]]],
    ['#{이\n름}', [['#{이', 'variable-line-break', 0]]],
    ['#{\n#{가}', [['#{', 'variable-unclosed', 0]]],
    ['{{이\n름}}', [['{{이', 'variable-foreign', 0]]],
    [
      '{{이름}} ${이름}',
      [
        ['{{이름}}', 'variable-foreign', 0],
        ['${이름}', 'variable-foreign', 7],
      ],
    ],
    ['▶ 주문번호: #주문번호}', [['#주문번호}', 'variable-unopened', 8]]],
    [
      '{#이름}님 #주문 번호}',
      [
        ['{#이름}', 'variable-foreign', 0],
        ['#주문 번호}', 'variable-unopened', 7],
      ],
    ],
    ['#{이름} # 이름 100% 20%에서 30% {"a":1}', []],
    [
      '#{이름} {이름} %이름% $이름$',
      [
        ['{이름}', 'variable-foreign', 6],
        ['%이름%', 'variable-foreign', 11],
        ['$이름$', 'variable-foreign', 16],
      ],
    ],
  ])('%j', (text, expected) => {
    expect(malformedVariables(text).map((found) => [found.text, found.why, found.start])).toEqual(expected);
  });

  test.each([
    ['#{이름}님', '#이름', ['#이름']],
    ['#이름님, #금액을', '', ['#이름', '#금액']],
    [
      '#이름에게 #이름께 #이름님께서는, #금액과 #금액으로부터',
      '#이름까지',
      ['#이름', '#이름', '#이름', '#금액', '#금액', '#이름'],
    ],
    ['#{이름}님께 #{이름과} #이름과 #이름과의', '', ['#이름과', '#이름과']],
    ['#{금액} #감귤 #금액권 #이름표 #이름과함께 #이름에이름 #에게 #이름의날', '', []],
    ['#이름도 #이름님만 #금액마다 #금액이나 #금액부터', '', ['#이름', '#이름', '#금액', '#금액', '#금액']],
    ['#{수}개 #수도 #수만 #수 #수에게', '', ['#수', '#수']],
    ['#{section}', 'https://shop.example.com/#section', []],
  ])('%j beside %j: a variable of the template without braces', (content, preview, expected) => {
    const samples = [{ name: '기본', values: { 이름: '홍길동', 금액: '1' } }];
    const found = findings('AT01', { content, preview, samples });
    expect(found.map(({ text }) => text)).toEqual(expected);
    expect(found.map(({ hint }) => hint)).toEqual(expected.map((one) => `Did you mean \`#{${one.slice(1)}}\`?`));
  });

  test('is looked for in every text that reaches a phone, and nowhere else', () => {
    const bad = '#{}';
    const found = findings('AT01', {
      name: bad,
      content: bad,
      extra: bad,
      preview: bad,
      header: bad,
      emphasis: { type: 'TEXT', title: bad, subtitle: bad, image: bad },
      highlight: { title: bad, description: bad },
      items: [{ title: bad, description: bad }],
      itemSummary: { title: bad, description: bad },
      link: { mobile: bad, pc: bad },
      buttons: [{ type: 'WL', name: bad, link: { mobile: bad }, tel: bad, plugin: bad, order: 1 }],
      quickReplies: [{ type: 'WL', name: bad }],
      inspection: { comment: bad },
      messageType: 'EX',
    });
    expect(found.map(({ path }) => path)).toEqual([
      'emphasis.title',
      'emphasis.subtitle',
      'header',
      'highlight.title',
      'highlight.description',
      'content',
      'items[0].title',
      'items[0].description',
      'itemSummary.title',
      'itemSummary.description',
      'extra',
      'preview',
      'link.mobile',
      'link.pc',
      'buttons[0].name',
      'buttons[0].link.mobile',
      'buttons[0].tel',
      'quickReplies[0].name',
    ]);
    expect(found[0]).toMatchObject({
      code: 'variable-syntax',
      severity: 'warning',
      at: ['emphasis', 'title'],
      path: 'emphasis.title',
      on: 'value',
      text: '#{}',
      nth: 0,
      message: '`#{}` has no name',
      hint: 'Write a message variable as `#{name}`, with no space in or around the name',
      rule: 'AT01',
    });
  });

  test('is pointed at where it stands, though the same text stands before it', () => {
    expect(findings('AT01', { content: '${가}${가}' }).map(({ nth }) => nth)).toEqual([0, 1]);
  });
});

describe('AT02: the number of variables', () => {
  const variables = (count: number): string => Array.from({ length: count }, (_, index) => `#{값${index}}`).join(' ');

  test('may be 40', () => {
    expect(lint('AT02', { content: `주문 ${variables(40)} ${variables(40)}` })).toEqual([]);
  });

  test('may not be 41, all texts counted together, and the first one too many is shown', () => {
    expect(lint('AT02', { content: `주문 ${variables(40)}`, extra: '#{꼬리}' })).toEqual([
      'warning likely-rejected AT02 at value extra «#{꼬리}»: The template has 41 variables; inspectors accept at most 40; `꼬리` is one too many',
    ]);
    expect(findings('AT02', { content: `주문 ${variables(45)}` }).map(({ text }) => text)).toEqual(['#{값40}']);
  });
});

describe('AT03: a body of variables only', () => {
  test.each(['#{내용}', '#{인사}\n#{내용}', '▶ #{내용}!'])('%j', (content) => {
    expect(lint('AT03', { content })).toEqual([
      'warning likely-rejected AT03 at value content: The body contains variables only',
    ]);
  });

  test.each(['#{이름}님', '#{금액}원', '1. #{내용}', '!!!'])('%j is none', (content) => {
    expect(lint('AT03', { content })).toEqual([]);
  });
});

describe('AT04 to AT06: a variable where all messages say the same', () => {
  test('the name of a button or quick reply', () => {
    expect(
      lint('AT04', {
        buttons: [{ type: 'BK', name: '#{상품} 문의' }],
        quickReplies: [{ type: 'BK', name: '#{가} #{나}' }],
      }),
    ).toEqual([
      'warning likely-rejected AT04 at value buttons[0].name «#{상품}»: The name of a button contains the variable `상품`',
      'warning likely-rejected AT04 at value quickReplies[0].name «#{가}»: The name of a quick reply contains the variable `가`',
      'warning likely-rejected AT04 at value quickReplies[0].name «#{나}»: The name of a quick reply contains the variable `나`',
    ]);
    const link = { mobile: 'https://shop.example.com/#{주문번호}' };
    expect(lint('AT04', { content: '#{이름}님의 주문', buttons: [{ type: 'WL', name: '보기', link }] })).toEqual([]);
  });

  test('the preview message', () => {
    expect(lint('AT05', { preview: '#{이름}님의 주문' })).toEqual([
      'warning likely-rejected AT05 at value preview «#{이름}»: The preview message contains the variable `이름`',
    ]);
    expect(lint('AT05', { preview: '주문 완료' })).toEqual([]);
  });

  test('the subtitle, the extra information, the titles of items and of the summary', () => {
    const members = (title: string): JsonObject => ({
      messageType: 'EX',
      extra: title,
      emphasis: { type: 'TEXT', title: '#{금액}원', subtitle: title },
      items: [
        { title: '상품', description: '#{상품}' },
        { title, description: '1' },
      ],
      itemSummary: { title, description: '#{금액}원' },
      highlight: { title: '#{상품}', description: '#{상태}' },
      header: '#{상품}',
    });
    expect(lint('AT06', members('#{가}'))).toEqual([
      'warning likely-rejected AT06 at value emphasis.subtitle «#{가}»: The subtitle contains the variable `가`',
      'warning likely-rejected AT06 at value items[1].title «#{가}»: The title of an item contains the variable `가`',
      'warning likely-rejected AT06 at value itemSummary.title «#{가}»: The title of the summary contains the variable `가`',
      'warning likely-rejected AT06 at value extra «#{가}»: The extra information contains the variable `가`',
    ]);
    expect(lint('AT06', members('수량'))).toEqual([]);
  });
});

describe('AT07: variables and samples', () => {
  const content = '#{이름}님, 주문하신 #{상품명}이 발송되었습니다.';
  const samples = (...values: JsonObject[]): JsonObject => ({
    content,
    samples: values.map((one, index) => ({ name: `표본${index}`, values: one })),
  });

  test('fit together', () => {
    expect(check(samples({ 이름: '홍길동', 상품명: '감귤' }, { 이름: '홍', 상품명: '귤' }))).toEqual([]);
    expect(check({})).toEqual([]);
    expect(check({ samples: [] })).toEqual([]);
  });

  test('not in parts that no send carries, whose variables may have a value', () => {
    const unsent = {
      content: '#{이름}님의 주문',
      emphasis: { type: 'TEXT', title: '주문', subtitle: '#{상품}' },
      extra: '#{연락처}',
      preview: '#{번호}',
    };
    const sampled = (values: JsonObject): string[] => lint('AT07', { ...unsent, samples: [{ name: '기본', values }] });
    expect(sampled({ 이름: '홍길동' })).toEqual([]);
    expect(sampled({ 이름: '홍길동', 상품: '감귤', 연락처: '1588', 번호: '1' })).toEqual([]);
    expect(lint('AT06', unsent)).toHaveLength(2);
  });

  test('without any sample', () => {
    expect(lint('AT07', { content })).toEqual([
      'warning no-samples AT07 at value content «#{이름}»: No sample has a value for `이름` and 1 more',
    ]);
    expect(findings('AT07', { content: '#{이름}님의 주문' }).map(({ message, hint }) => [message, hint])).toEqual([
      ['No sample has a value for `이름`', 'Add `samples: [{ name: 기본, values: { 이름: … } }]`'],
    ]);
  });

  test('with a value that is missing, empty or has a variable itself', () => {
    expect(lint('AT07', samples({ 이름: '홍길동', 상품명: '#{성}' }, { 이름: '' }))).toEqual([
      'warning sample-values AT07 at value samples[0].values.상품명: The value of `상품명` in the sample 표본0 contains the variable `#{성}`, which is not filled',
      'warning sample-values AT07 at key samples[1].values: The sample 표본1 has no value for `상품명`',
      'warning sample-values AT07 at value samples[1].values.이름: The value of `이름` in the sample 표본1 is empty',
    ]);
  });

  test.each([
    [{ 무게: '5kg' }, 'Correct the name, or remove the value: `#{무게}` is in no text'],
    [{ '#{이름}': '홍길동' }, 'Write the name without `#{ }`: `이름`'],
  ])('with a value too many: %j', (more, hint) => {
    const found = findings('AT07', samples({ 이름: '홍길동', 상품명: '감귤', ...more }));
    expect(found.map((one) => one.hint)).toEqual([hint]);
  });

  test('that are not shaped as samples are none of this rule’s business', () => {
    expect(lint('AT07', { samples: ['기본'] })).toEqual([]);
    expect(lint('AT07', { content, samples: [{ name: '기본' }] })).toHaveLength(1);
  });
});
