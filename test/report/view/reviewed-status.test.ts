import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/core/language.ts';
import type { StatusReport, StatusRow } from '../../../src/core/status.ts';
import { drawStatusMarkdown } from '../../../src/report/results.ts';
import { outside } from './outside.ts';

function row(id: string, parts: Partial<StatusRow>): StatusRow {
  return {
    address: `NotificationTemplate/shop/${id}`,
    kind: 'NotificationTemplate',
    source: { file: 'manifests/order.yaml', line: 7 },
    name: id.replaceAll('-', '_'),
    title: '배송 안내',
    goal: 'approved',
    state: 'ACT',
    verdict: 'done',
    waitsFor: null,
    moved: [],
    comments: [],
    modifiedAt: '2026-11-18 10:00:00',
    ...parts,
  };
}

const comments = [
  {
    content: '변수의 용도를\n- 알 수 없습니다. ``` @team',
    createdAt: '2026-11-18 15:40:12',
    status: 'REJ',
    userName: '검수자',
  },
];

const REPORT: StatusReport = {
  environment: 'production',
  complete: false,
  rows: [
    row('order-paid', {}),
    row('order-shipped', { state: 'REQ', verdict: 'waiting', waitsFor: 'verdict' }),
    row('refund', { state: 'REJ', verdict: 'differs', reason: 'this very text was rejected', comments }),
    row('asleep', { state: 'DMT', verdict: 'differs' }),
    row('moved', { verdict: 'differs', moved: ['drifted'] }),
    row('new-one', { state: 'absent', verdict: 'missing', name: null, title: null, modifiedAt: null }),
    row('gone', { state: 'REG', verdict: 'orphan', goal: null }),
    row('odd', { state: null, verdict: 'unread' }),
    row('old', { verdict: 'kept' }),
  ],
  unmanaged: [{ kind: 'NotificationTemplate', profile: 'shop', name: 'old', title: '', state: 'ACT' }],
  problems: [],
};

const ASKED = [
  { content: '부탁드립니다.', createdAt: '2026-11-19 09:30:00', status: 'REQ', userName: '' },
  { content: '확인 중입니다.', createdAt: '2026-11-19 11:00:00', status: 'INQ', userName: '' },
];

const linkOf = ({ file, line }: { file: string; line: number }): string => `https://example.com/${file}#L${line}`;

describe('the status for reviewers', () => {
  it('stays below its limit with many profiles that cannot send', () => {
    const url = 'https://example.com/release';
    const stopped = (profile: string) =>
      ({ profile, state: 'blocked', clearBlockUrl: url, spamLevel: 'A', messageSpamLevel: null }) as const;
    const profiles = Array.from({ length: 500 }, (_, index) => stopped(`profile-${index}`));
    const drawn = drawStatusMarkdown({ ...REPORT, profiles }, { limit: 38_000 });
    expect(drawn.length).toBeLessThanOrEqual(38_000);
    expect(drawn).toMatch(/^> - … and \d+ more$/m);
    expect(drawn).toContain('to be corrected as the inspector asks');
  });

  it.each(LANGUAGES)('says what is rejected and why, what waits, and what differs: %s', (language) => {
    expect(drawStatusMarkdown(REPORT, { language, linkOf })).toMatchSnapshot();
  });

  it.each(LANGUAGES)(
    'names profiles that cannot send, and templates that were never sent or become dormant: %s',
    (language) => {
      const report: StatusReport = {
        ...REPORT,
        complete: true,
        rows: [
          row('unsent', { state: 'RDY' }),
          row('ending', { dormantAt: '2026-12-20T00:00:00.000Z' }),
          row('blocked', { state: 'BLK', verdict: 'differs' }),
          row('stopped', { state: 'STP', verdict: 'differs' }),
          row('asked', { state: 'REQ', verdict: 'waiting', waitsFor: 'verdict', comments: ASKED }),
        ],
        unmanaged: [],
        profiles: [
          {
            profile: 'shop',
            state: 'blocked',
            clearBlockUrl: 'https://a.example/x?y=1',
            spamLevel: 'L2',
            messageSpamLevel: 'L3',
          },
          { profile: 'mall', state: 'dormant', clearBlockUrl: null, spamLevel: null, messageSpamLevel: null },
        ],
      };
      expect(drawStatusMarkdown(report, { language })).toMatchSnapshot();
    },
  );

  it('keeps to its limit and cuts between resources', () => {
    const rows = Array.from({ length: 3000 }, (_, index) =>
      row(`t${index}`, { state: 'REJ', verdict: 'differs', comments }),
    );
    const drawn = drawStatusMarkdown({ ...REPORT, rows });
    expect(drawn.length).toBeLessThanOrEqual(63_000);
    expect(outside(drawn).closed).toBe(true);
    expect(outside(drawn).lines.join('\n')).not.toContain('@');
    expect(drawn).toContain('**3,000 notification templates are rejected.**');
  });
});
