import { describe, expect, it } from 'vitest';
import { render } from '../../src/report/terminal/line.ts';
import { drawTable } from '../../src/report/terminal/table.ts';
import { span, whole } from '../../src/report/text.ts';
import { plain } from './support.ts';

const drawn = (rows: readonly (readonly string[])[], width: number): string =>
  render(
    drawTable(
      rows.map((cells) => ({ cells: cells.map((cell) => (cell === '' ? [] : [whole(cell)])) })),
      width,
    ),
    plain(width),
  );

describe('a table', () => {
  it('has as many rows as there are', () => {
    expect(drawTable(new Array(200_000).fill({ cells: [] }), 80)).toHaveLength(200_000);
  });

  it('is aligned, and takes no room for what says nothing', () => {
    expect(
      drawn(
        [
          ['a', 'x', ''],
          ['long', 'xyz', ''],
        ],
        12,
      ),
    ).toBe('a     x\nlong  xyz\n');
  });

  it('has a name that is too wide for its column in a row of its own, unbroken', () => {
    expect(
      drawn(
        [
          ['one', 'here'],
          ['a-name-of-some-width', 'there'],
          ['two', 'here'],
          ['six', 'here'],
          ['wide-and-alone-as-well', ''],
        ],
        24,
      ),
    ).toBe('one  here\na-name-of-some-width\n     there\ntwo  here\nsix  here\nwide-and-alone-as-well\n');
  });

  it('has all last cells below where most names are too wide', () => {
    expect(
      drawn(
        [
          ['a-name-of-some-width', 'here'],
          ['another-name-as-wide', 'there'],
          ['x', ''],
        ],
        24,
      ),
    ).toBe('a-name-of-some-width\n    here\nanother-name-as-wide\n    there\nx\n');
    expect(
      drawn(
        [
          ['a-name-of-some-width', 'code_of_it', 'here'],
          ['an-other-name', 'code', 'there'],
        ],
        24,
      ),
    ).toBe('a-name-of-some-width\n    code_of_it\n    here\nan-other-name  code\n    there\n');
  });

  it('breaks no name, however narrow it is', () => {
    const name = 'NotificationTemplate/shop/a-template-with-a-name';
    expect(render(drawTable([{ cells: [[whole(name)], [span('one two')]] }], 16), plain(16))).toBe(
      `${name}\n    one two\n`,
    );
  });
});
