import type { RowPage } from '../core/kind.ts';
import type { Live } from '../core/resource.ts';
import type { Rows } from '../wire/rows.ts';

/** The only page of a list that has everything of each resource, so no detail is read. */
export function wholeList<T>(
  { rows, unreadable }: Rows<T>,
  liveOf: (row: T) => Live,
  titleOf: (row: T) => string,
): RowPage {
  return {
    rows: rows.map((row) => {
      const live = liveOf(row);
      return { name: live.name, title: titleOf(row), state: live.status.state, modifiedAt: '', live };
    }),
    unreadable,
    total: rows.length + unreadable.length,
    pages: 1,
  };
}
