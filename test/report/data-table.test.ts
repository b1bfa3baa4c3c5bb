import { describe, expect, it } from 'vitest';
import { columns } from '../../src/core/columns.ts';
import { type DataTable, dataTableText } from '../../src/report/data-table.ts';
import { plain, tags } from './support.ts';

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

  it('has bold headings where there is colour', async () => {
    expect(tags(await dataTableText(table, 'table', { ...terminal(120), color: true }))).toContain('‹bold›CODE');
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

  it('shows what a terminal would obey in CSV, only in a terminal', async () => {
    const risky: DataTable = { columns: [{ key: 'name', title: 'NAME' }], rows: [{ name: 'a\u001b[31mb' }] };
    expect(await dataTableText(risky, 'csv', terminal(80))).toBe('name\na<U+001B>[31mb\n');
    expect(await dataTableText(risky, 'csv', plain())).toBe('name\na\u001b[31mb\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+82', "'+82"],
    ['-code', "'-code"],
    ['@name', "'@name"],
    [-5, '-5'],
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
});
