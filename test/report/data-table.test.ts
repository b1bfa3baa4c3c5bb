import { describe, expect, it } from 'vitest';
import { type DataTable, dataTableText } from '../../src/report/terminal/data-table.ts';
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
  it('is an aligned table whose wide letters take two columns, whole outside a terminal', () => {
    const text = dataTableText(table, 'table', plain(20));
    expect(text).toBe(
      [
        'CODE        NAME                                     COUNT  STATE',
        'order_paid  결제 완료 안내, 주문 상세와 배송 예정일  12345  is ACT',
        'hi          Hello "you"⏎there                            7  -',
        '',
      ].join('\n'),
    );
  });

  it('cuts the longest columns in a terminal, and never a code', () => {
    const lines = dataTableText(table, 'table', terminal(44)).trimEnd().split('\n');
    expect(lines).toEqual([
      'CODE        NAME               COUNT  STATE',
      'order_paid  결제 완료 안내, …  12345  is ACT',
      'hi          Hello "you"⏎there      7  -',
    ]);
    expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(44);
    const narrow = dataTableText(table, 'table', terminal(10));
    expect(narrow).toContain('order_paid  결제 완…');
  });

  it('is CSV of the values, quoted where they must be', () => {
    expect(dataTableText(table, 'csv', plain(10))).toBe(
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
    (control) => {
      const sign = `<U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
      const risky: DataTable = { columns: [{ key: 'name', title: 'NAME' }], rows: [{ name: `a${control}[31mb` }] };
      for (const style of [plain(), terminal(80)]) {
        expect(dataTableText(risky, 'csv', style)).toBe(`name\na${sign}[31mb\n`);
        expect(dataTableText(risky, 'table', style)).toBe(`NAME\na${sign}[31mb\n`);
      }
    },
  );

  it('keeps tabs and line breaks in CSV, and every letter; a terminal gets signs', () => {
    const rows = [{ name: 'a\tb\r\nc\u200d\u202e\u00a0' }];
    const text: DataTable = { columns: [{ key: 'name', title: 'NAME' }], rows };
    expect(dataTableText(text, 'csv', plain())).toBe(`name\n"${rows[0]?.name}"\n`);
    expect(dataTableText(text, 'csv', terminal(80))).toBe('name\na→b␍⏎c<U+200D><U+202E>⍽\n');
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
  ])('has no formula in CSV: %j', (name, cell) => {
    const text = dataTableText({ columns: [{ key: 'name', title: 'NAME' }], rows: [{ name }] }, 'csv', plain());
    expect(text).toBe(`name\n${cell}\n`);
  });
});
