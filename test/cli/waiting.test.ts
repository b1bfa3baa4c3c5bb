import { describe, expect, it } from 'vitest';
import { drawWaited } from '../../src/cli/waiting.ts';
import type { Waited } from '../../src/engine/types.ts';
import { drawStatus } from '../../src/report/status.ts';

const PLAIN = { color: false, width: 80 };
const A = 'NotificationTemplate/shop/a';
const B = 'NotificationTemplate/shop/b';

function endingOf(waited: Pick<Waited, 'end' | 'outstanding' | 'rejected'>): string[] {
  const status: Waited['status'] = {
    environment: 'local',
    complete: true,
    rows: [],
    unmanaged: [],
    problems: [],
  };
  const drawn = drawWaited({ ...waited, status }, PLAIN);
  return drawn.slice(drawStatus(status, PLAIN).length).trim().split('\n');
}

describe('the end of waiting', () => {
  it('says what was turned down and what is still outstanding, both where both are', () => {
    const turned = 'Turned down: 1 resource; see the inspector’s words above.';
    const outstanding = 'Still outstanding: 1 resource. Run the same command to go on waiting.';
    expect(endingOf({ end: 'settled', outstanding: [], rejected: [] })).toEqual(['Nothing is outstanding.']);
    expect(endingOf({ end: 'rejected', outstanding: [], rejected: [A] })).toEqual([turned]);
    expect(endingOf({ end: 'time-out', outstanding: [A], rejected: [] })).toEqual([outstanding]);
    expect(endingOf({ end: 'rejected', outstanding: [B], rejected: [A] })).toEqual([turned, outstanding]);
  });
});
