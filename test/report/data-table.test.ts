import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type DataTable, dataTableText } from '../../src/report/data-table.ts';
import { columns } from '../../src/text/columns.ts';
import { plain } from './support.ts';

const table: DataTable = {
  columns: [
    { key: 'code', title: 'CODE', whole: true },
    { key: 'name', title: 'NAME' },
    { key: 'count', title: 'COUNT', right: true },
    { key: 'state', title: 'STATE', show: (value) => (value === null ? '-' : `is ${String(value)}`) },
  ],
  rows: [
    {
      code: 'order_paid',
      name: '결제 완료 안내, 주문 상세와 배송 예정일',
      count: 12_345,
      state: 'ACT',
      more: ['a', 'b'],
    },
    { code: 'hi', name: 'Hello "you"\nthere', count: 7, state: null, more: [] },
  ],
};

const terminal = (width: number) => ({ ...plain(width), terminal: true });

describe('a table of data', () => {
  it('is an aligned table whose wide letters take two columns, whole outside a terminal', async () => {
    const text = await dataTableText(table, 'table', plain(20));
    expect(text).toBe(
      [
        'CODE        NAME                                     COUNT  STATE',
        'order_paid  결제 완료 안내, 주문 상세와 배송 예정일  12345  is ACT',
        'hi          Hello "you"⏎there                            7  -',
        '',
      ].join('\n'),
    );
  });

  it('cuts the longest columns in a terminal, and never a code', async () => {
    const lines = (await dataTableText(table, 'table', terminal(44))).trimEnd().split('\n');
    expect(lines).toEqual([
      'CODE        NAME               COUNT  STATE',
      'order_paid  결제 완료 안내, …  12345  is ACT',
      'hi          Hello "you"⏎there      7  -',
    ]);
    expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(44);
    const narrow = await dataTableText(table, 'table', terminal(10));
    expect(narrow).toContain('order_paid  결제 완…');
  });

  it('is CSV of the values, quoted where they must be', async () => {
    expect(await dataTableText(table, 'csv', plain(10))).toBe(
      [
        'code,name,count,state',
        'order_paid,"결제 완료 안내, 주문 상세와 배송 예정일",12345,ACT',
        'hi,"Hello ""you""\nthere",7,',
        '',
      ].join('\n'),
    );
  });

  it.each(['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u009b'])(
    'never has a control character, which a terminal may obey (%j)',
    async (control) => {
      const sign = `<U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
      const risky: DataTable = { columns: [{ key: 'name', title: 'NAME' }], rows: [{ name: `a${control}[31mb` }] };
      for (const style of [plain(), terminal(80)]) {
        expect(await dataTableText(risky, 'csv', style)).toBe(`name\na${sign}[31mb\n`);
        expect(await dataTableText(risky, 'table', style)).toBe(`NAME\na${sign}[31mb\n`);
        const yaml = await dataTableText(risky, 'yaml', style);
        expect(yaml).not.toContain(control);
        expect(parse(yaml)).toEqual(risky.rows);
      }
    },
  );

  it('keeps tabs and line breaks in CSV, and every letter; a terminal gets signs', async () => {
    const rows = [{ name: 'a\tb\r\nc\u200d\u202e\u00a0' }];
    const text: DataTable = { columns: [{ key: 'name', title: 'NAME' }], rows };
    expect(await dataTableText(text, 'csv', plain())).toBe(`name\n"${rows[0]?.name}"\n`);
    expect(await dataTableText(text, 'csv', terminal(80))).toBe('name\na→b␍⏎c<U+200D><U+202E>⍽\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+82', "'+82"],
    ['-code', "'-code"],
    ['@name', "'@name"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠name', "'＠name"],
    ['\t=1+1', "'\t=1+1"],
    ['\n=1+1', '"\'\n=1+1"'],
    ['\u0000=1+1', '<U+0000>=1+1'],
    ['"=1+1', '"""=1+1"'],
    [-5, '-5'],
    ['-5', "'-5"],
    ['a=b', 'a=b'],
  ])('has no formula in CSV: %j', async (name, cell) => {
    const text = await dataTableText({ columns: [{ key: 'name', title: 'NAME' }], rows: [{ name }] }, 'csv', plain());
    expect(text).toBe(`name\n${cell}\n`);
  });

  it('is YAML of every member of the rows', async () => {
    const text = await dataTableText({ ...table, rows: table.rows.slice(0, 1) }, 'yaml', plain());
    expect(text).toBe(
      '- code: order_paid\n  name: 결제 완료 안내, 주문 상세와 배송 예정일\n  count: 12345\n  state: ACT\n  more:\n    - a\n    - b\n',
    );
    expect(await dataTableText({ ...table, rows: [] }, 'yaml', plain())).toBe('[]\n');
  });

  it.each([
    '2026-01-01T00:00:00+09:00',
    '2026-01-01',
    'on',
    'NO',
    '1_000',
    '0b101',
    '12:30',
    '<<',
    '=',
    'a\tb',
    '\u2028',
    '\uffff',
  ])('quotes %j in YAML, which a reader of YAML 1.1 takes for something else or refuses', async (name) => {
    const text = await dataTableText({ ...table, rows: [{ name, list: [name] }] }, 'yaml', plain());
    const quoted = JSON.stringify(name).replace(/[\u2028\uffff]/, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
    expect(text).toBe(`- name: ${quoted}\n  list:\n    - ${quoted}\n`);
    expect(parse(text, { version: '1.1' })).toEqual([{ name, list: [name] }]);
  });

  it('is YAML with texts of several lines as blocks, without a line break at their end', async () => {
    const text = await dataTableText(
      { ...table, rows: [{ text: '안녕\n  하세요' }, { text: 'a \n' }] },
      'yaml',
      plain(),
    );
    expect(text).toBe('- text: |-\n    안녕\n      하세요\n- text: "a \\n"\n');
  });
});
