import { describe, expect, it } from 'vitest';
import { refuseUnmet } from '../../src/cli/asked.ts';
import { NotiformError } from '../../src/core/problem.ts';
import type { StatusReport } from '../../src/core/status.ts';

const NOTHING: StatusReport = { environment: 'local', complete: true, rows: [], unmanaged: [], problems: [] };

function said(asked: string[], report: StatusReport): string {
  try {
    refuseUnmet(asked, report);
    return 'goes on';
  } catch (error) {
    if (!(error instanceof NotiformError)) throw error;
    return `exit ${error.exit}: ${error.problems.map(({ code, message }) => `${code}: ${message}`).join()}`;
  }
}

describe('addresses that are asked for', () => {
  it('have to meet something', () => {
    expect(said(['order-piad'], NOTHING)).toBe('exit 64: selection-empty: `order-piad` meets no address');
    expect(said(['a', 'b'], NOTHING)).toBe('exit 64: selection-empty: `a`, `b` meet no address');
  });

  it('may meet nothing where none were named, or not everything could be read', () => {
    expect(said([], NOTHING)).toBe('goes on');
    expect(said(['a'], { ...NOTHING, complete: false })).toBe('goes on');
  });
});
