import { describe, expect, it } from 'vitest';
import { drawWaited, exitOfWait } from '../../src/cli/waiting.ts';
import type { StatusRow } from '../../src/core/status.ts';
import type { Waited } from '../../src/engine/types.ts';
import { drawStatus } from '../../src/report/results.ts';

const PLAIN = { color: false, width: 80 };
const A = 'NotificationTemplate/shop/a';
const B = 'NotificationTemplate/shop/b';

function endingOf(
  waited: Pick<Waited, 'end' | 'outstanding' | 'rejected'>,
  complete = true,
  rows: StatusRow[] = [],
): string[] {
  const status: Waited['status'] = {
    environment: 'local',
    complete,
    rows,
    unmanaged: [],
    problems: [],
  };
  const drawn = drawWaited({ ...waited, status }, PLAIN);
  return drawn.slice(drawStatus(status, PLAIN).length).trim().split('\n');
}

describe('the end of waiting', () => {
  it('says what was turned down and what is still outstanding, both where both are', () => {
    const turned = 'Rejected: 1 resource. Correct the manifest as the comment above asks, then plan and apply again.';
    const outstanding = 'Still waiting: 1 resource. Run the same command to continue waiting.';
    expect(endingOf({ end: 'settled', outstanding: [], rejected: [] })).toEqual(['Nothing is waiting.']);
    expect(endingOf({ end: 'rejected', outstanding: [], rejected: [A] })).toEqual([turned]);
    expect(endingOf({ end: 'time-out', outstanding: [A], rejected: [] })).toEqual([outstanding]);
    expect(endingOf({ end: 'rejected', outstanding: [B], rejected: [A] })).toEqual([turned, outstanding]);
  });

  it('on an emulator, says that the user is the inspector', () => {
    const row = { address: A, kind: 'NotificationTemplate', name: null, title: null, goal: 'approved', state: 'REQ' };
    const rows: StatusRow[] = [
      { ...row, verdict: 'waiting', waitsFor: 'verdict', moved: [], comments: [], modifiedAt: null },
    ];
    const status = { environment: 'local', complete: true, rows, unmanaged: [], problems: [] };
    const waited: Waited = { end: 'time-out', outstanding: [A], rejected: [], status };
    const hint = 'You are the inspector: notiform -e local emulator approve a';
    expect(drawWaited(waited, { ...PLAIN, isEmulator: true })).toContain(hint);
    expect(drawWaited(waited, PLAIN)).not.toContain('inspector');
  });

  it('says that what was held back has to be applied, which waiting does not do', () => {
    const row = (address: string, verdict: StatusRow['verdict']): StatusRow => ({
      address,
      kind: 'NotificationTemplate',
      name: null,
      title: null,
      goal: 'approved',
      state: 'absent',
      verdict,
      waitsFor: null,
      moved: [],
      comments: [],
      modifiedAt: null,
    });
    const settled: Parameters<typeof endingOf>[0] = { end: 'settled', outstanding: [], rejected: [] };
    expect(endingOf(settled, true, [row(A, 'missing'), row(B, 'done')])).toEqual([
      'Nothing is waiting.',
      '1 resource is not up to date yet. To apply the rest: notiform -e local apply',
    ]);
    expect(endingOf(settled, true, [row(A, 'missing'), row(B, 'differs')])[1]).toBe(
      '2 resources are not up to date yet. To apply the rest: notiform -e local apply',
    );
    const rejected: typeof settled = { end: 'rejected', outstanding: [], rejected: [A] };
    expect(endingOf(rejected, true, [row(A, 'differs')])).toEqual([expect.stringMatching(/^Rejected: 1 resource/)]);
    expect(endingOf(rejected, true, [{ ...row(A, 'differs'), moved: ['drifted'] }])).toEqual([
      'Withdrawn, or changed at the service while it waited: 1 resource. What to do is above.',
    ]);
  });

  it('claims nothing where something could not be read, and the exit says so', () => {
    expect(endingOf({ end: 'settled', outstanding: [], rejected: [] }, false)).toEqual([
      'Something could not be read, so a resource may still be waiting.',
    ]);
    const exit = (end: Waited['end'], complete: boolean) =>
      exitOfWait({
        end,
        outstanding: [],
        rejected: [],
        status: { environment: 'local', complete, rows: [], unmanaged: [], problems: [] },
      });
    expect([exit('settled', true), exit('rejected', true), exit('settled', false), exit('time-out', false)]).toEqual([
      0, 5, 1, 1,
    ]);
  });
});
