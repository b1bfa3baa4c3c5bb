import { describe, expect, it } from 'vitest';
import type { RuleOfKind } from '../../src/core/declaration.ts';
import type { Problem } from '../../src/core/problem.ts';
import { allRules } from '../../src/manifest/load/lint.ts';
import { drawSarif } from '../../src/report/sarif.ts';
import { isSarif } from './sarif-schema.ts';

const kind = 'GroupTag';
const rules: RuleOfKind[] = [
  {
    id: 'AT19',
    kind,
    level: 'warning',
    what: { en: 'A word', ko: '단어' },
    help: { en: 'Take it out', ko: '지우세요' },
    source: 'guides',
    date: '2026-11-20',
  },
  {
    id: 'AT15',
    kind,
    level: 'both',
    what: { en: 'A long body', ko: '긴 본문' },
    help: { en: 'Shorten it', ko: '줄이세요' },
    source: 'API 2.9',
    date: '2026-11-20',
  },
];
const options = { version: '1.2.3', rules, base: '', file: 'notiform.yaml' };

const word: Problem = {
  code: 'likely-rejected',
  rule: 'AT19',
  severity: 'warning',
  message: '`할인` is a word of advertising',
  hint: 'Take it out',
  place: { file: 'manifests/주문 안내.yaml', line: 3, column: 9, endLine: 3, endColumn: 11 },
  address: 'NotificationTemplate/shop/order-paid',
  path: 'content',
};

const taken: Problem = {
  code: 'duplicate-address',
  severity: 'error',
  message: 'It is declared twice',
  place: { file: 'manifests/b.yaml', line: 2, column: 5 },
  related: [{ message: 'the first one', place: { file: 'manifests/a.yaml', line: 2, column: 5 } }],
};

interface Result {
  ruleId: string;
  ruleIndex: number;
  message: { text: string };
  locations: { physicalLocation: { artifactLocation: { uri: string } } }[];
  partialFingerprints: Record<string, string>;
}
interface Sarif {
  runs: [{ tool: { driver: { rules: { id: string; defaultConfiguration?: object }[] } }; results: Result[] }];
}

function sarif(problems: readonly Problem[], more: Partial<typeof options> = {}): Sarif {
  const text = drawSarif(problems, { ...options, ...more });
  const document: unknown = JSON.parse(text);
  expect(isSarif(document) ? [] : isSarif.errors).toEqual([]);
  return document as Sarif;
}

describe('a SARIF document', () => {
  it('tells rules, results and places', () => {
    const document = sarif([word, taken]);
    const [first, second] = document.runs[0].results;
    const print = { 'notiform/v1': expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(document).toEqual({
      $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'notiform',
              version: '1.2.3',
              rules: [
                {
                  id: 'AT19',
                  shortDescription: { text: 'A word.' },
                  help: { text: 'Take it out' },
                  defaultConfiguration: { level: 'warning' },
                  properties: { tags: ['lint'], source: 'guides', date: '2026-11-20' },
                },
                {
                  id: 'AT15',
                  shortDescription: { text: 'A long body.' },
                  help: { text: 'Shorten it' },
                  defaultConfiguration: { level: 'error' },
                  properties: { tags: ['lint'], source: 'API 2.9', date: '2026-11-20' },
                },
                {
                  id: 'duplicate-address',
                  shortDescription: { text: 'Two manifests declare the same resource.' },
                  help: { text: 'Give one of them another id or profile.' },
                },
              ],
            },
          },
          columnKind: 'unicodeCodePoints',
          results: [
            {
              ruleId: 'AT19',
              ruleIndex: 0,
              level: 'warning',
              message: { text: '`할인` is a word of advertising. Take it out' },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: {
                      uri: 'manifests/%EC%A3%BC%EB%AC%B8%20%EC%95%88%EB%82%B4.yaml',
                      uriBaseId: '%SRCROOT%',
                    },
                    region: { startLine: 3, startColumn: 9, endLine: 3, endColumn: 11 },
                  },
                  logicalLocations: [{ fullyQualifiedName: 'NotificationTemplate/shop/order-paid content' }],
                },
              ],
              partialFingerprints: print,
            },
            {
              ruleId: 'duplicate-address',
              ruleIndex: 2,
              level: 'error',
              message: { text: 'It is declared twice.' },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'manifests/b.yaml', uriBaseId: '%SRCROOT%' },
                    region: { startLine: 2, startColumn: 5 },
                  },
                },
              ],
              relatedLocations: [
                {
                  id: 1,
                  message: { text: 'the first one' },
                  physicalLocation: {
                    artifactLocation: { uri: 'manifests/a.yaml', uriBaseId: '%SRCROOT%' },
                    region: { startLine: 2, startColumn: 5 },
                  },
                },
              ],
              partialFingerprints: print,
            },
          ],
        },
      ],
    });
    expect(first?.partialFingerprints).not.toEqual(second?.partialFingerprints);
  });

  it('without problems has no results, and every lint rule', () => {
    const { results, tool } = sarif([], { rules: [...allRules] }).runs[0];
    expect(results).toEqual([]);
    expect(tool.driver.rules.map(({ id }) => id)).toEqual([...new Set(allRules.map(({ id }) => id))]);
  });

  it('tells an id once that is a rule of two kinds', () => {
    const [first, second] = rules.map((rule) => ({ ...rule, id: 'AT15' }));
    if (!first || !second) throw new Error('there are two');
    expect(sarif([], { rules: [first, { ...second, kind: 'Video' }] }).runs[0].tool.driver.rules).toEqual([
      {
        id: 'AT15',
        shortDescription: { text: 'GroupTag: A word; Video: A long body.' },
        help: { text: 'GroupTag: Take it out; Video: Shorten it' },
        defaultConfiguration: { level: 'error' },
        properties: { tags: ['lint'], source: 'GroupTag: guides; Video: API 2.9', date: '2026-11-20' },
      },
    ]);
  });

  it('names files as the repository has them', () => {
    const [result] = sarif([taken], { base: 'infra/알림' }).runs[0].results;
    expect(result?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(
      'infra/%EC%95%8C%EB%A6%BC/manifests/b.yaml',
    );
  });

  it('shows a problem without a place at the configuration', () => {
    const [result] = sarif([{ code: 'no-manifests', severity: 'error', message: 'There are none' }]).runs[0].results;
    expect(result?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'notiform.yaml', uriBaseId: '%SRCROOT%' },
          region: { startLine: 1, startColumn: 1 },
        },
      },
    ]);
  });

  it('keeps the print of a problem that only moved', () => {
    const moved = { ...word, place: { file: 'manifests/주문 안내.yaml', line: 30, column: 9 } };
    const prints = [word, moved, { ...word, message: 'another' }].map(
      (problem) => sarif([problem]).runs[0].results[0]?.partialFingerprints['notiform/v1'],
    );
    expect(prints[1]).toBe(prints[0]);
    expect(prints[2]).not.toBe(prints[0]);
  });

  it('makes no link of a user’s text and shows what is unseen', () => {
    const [result] = sarif([{ ...word, message: '[감귤](https://evil.example.com)\u001b[31m', hint: 'a\u202eb' }])
      .runs[0].results;
    expect(result?.message.text).toBe('[감귤] (https://evil.example.com)<U+001B>[31m. a<U+202E>b');
  });
});
