import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { malformedVariables } from '../../../src/kinds/lint/variables.ts';
import { check, findings, lint } from './checking.ts';

describe('AT01: something that looks like a variable', () => {
  test.each([
    ['#{이름}님 #{주문번호}', []],
    ['#{고객 명}님', [['#{고객 명}', 0]]],
    ['#{ 이름}', [['#{ 이름}', 0]]],
    ['＃{이름}', [['＃{이름}', 0]]],
    ['#｛금액｝원', [['#｛금액｝', 0]]],
    ['＃｛금액', [['＃｛금액', 0]]],
    [
      '｛상품｝ ＄{이름} ％이름％',
      [
        ['｛상품｝', 0],
        ['＄{이름}', 5],
        ['％이름％', 11],
      ],
    ],
    ['#{}', [['#{}', 0]]],
    ['#{이름님\n안녕', [['#{이름님', 0]]],
    ['#{이름#{금액}}', [['#{이름#{', 0]]],
    [
      '#{{이름}}',
      [
        ['#{{', 0],
        ['{{이름}}', 1],
      ],
    ],
    ['#{주문번호\n금액: #{금액}', [['#{주문번호', 0]]],
    ['#{주문번호 #{금액}원', [['#{주문번호', 0]]],
    ['#{주문번호 {금액', [['#{주문번호', 0]]],
    [
      '#(금액)원 #[이름]님 ＃（금액）',
      [
        ['#(금액)', 0],
        ['#[이름]', 7],
        ['＃（금액）', 14],
      ],
    ],
    ['#1 (금액) #태그(이벤트) #() #(', []],
    ['#{이#름}', [['#{이#름}', 0]]],
    ['#{이\n름}', [['#{이', 0]]],
    ['#{\n#{가}', [['#{', 0]]],
    ['{{이\n름}}', [['{{이', 0]]],
    [
      '{{이름}} ${이름}',
      [
        ['{{이름}}', 0],
        ['${이름}', 7],
      ],
    ],
    ['▶ 주문번호: #주문번호}', [['#주문번호}', 8]]],
    [
      '{#이름}님 #주문 번호}',
      [
        ['{#이름}', 0],
        ['#주문 번호}', 7],
      ],
    ],
    ['#{이름} # 이름 100% 20%에서 30% {"a":1}', []],
    [
      '#{이름} {이름} %이름% $이름$',
      [
        ['{이름}', 6],
        ['%이름%', 11],
        ['$이름$', 16],
      ],
    ],
  ])('%j', (text, expected) => {
    expect(malformedVariables(text).map((found) => [found.text, found.start])).toEqual(expected);
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
});
