import { describe, expect, it } from 'vitest';
import type { StatusReport, StatusRow } from '../../../src/core/status.ts';
import { say } from '../../../src/engine/sentences.ts';
import { drawStatus, drawStatusMarkdown } from '../../../src/report/results.ts';
import { withGroups } from '../../../src/report/view/status-groups.ts';
import { whyOf } from '../plans.ts';
import { plain } from '../support.ts';

function row(id: string, parts: Partial<StatusRow>): StatusRow {
  return {
    address: `NotificationTemplate/shop/${id}`,
    kind: 'NotificationTemplate',
    name: id.replaceAll('-', '_'),
    title: '이름',
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

const REJECTED = [
  { content: '검수 부탁드립니다.', createdAt: '2026-11-17 09:00:00', status: 'REQ', userName: '담당자' },
  { content: '  ', createdAt: '2026-11-17 10:00:00', status: 'INQ', userName: '' },
  { content: '변수의 용도를\n알 수 없습니다.', createdAt: '2026-11-18 15:40:12', status: 'REJ', userName: '' },
];

const REPORT: StatusReport = {
  environment: 'production',
  complete: true,
  rows: [
    row('order-paid', { comments: REJECTED }),
    row('order-shipped', { state: 'REQ', verdict: 'waiting', waitsFor: 'verdict' }),
    row('slow', { state: 'REQ', verdict: 'waiting' }),
    row('refund', { state: 'REJ', verdict: 'differs', difference: 'state-differs', comments: REJECTED }),
    row('asleep', { state: 'DMT', verdict: 'differs', goal: null }),
    row('new-one', { state: 'absent', verdict: 'missing', name: null, modifiedAt: null }),
    row('gone', { state: 'REG', verdict: 'orphan', goal: null }),
    row('odd', { state: null, verdict: 'unread' }),
  ],
  unmanaged: [{ kind: 'NotificationTemplate', profile: 'shop', name: 'old', title: '예전', state: 'ACT' }],
  problems: [],
};

describe('status', () => {
  it('shows the title at every width: cut if it is long, and with the state below it if there is no room', () => {
    const rows = [
      row('order-paid', { title: '주문 결제가 완료되었을 때 보내는 아주 길고 긴 알림' }),
      row('a', { title: null }),
    ];
    const linesOf = (width: number): string[] =>
      drawStatus({ ...REPORT, rows, unmanaged: [] }, plain(width))
        .split('\n')
        .slice(2, 5);
    expect(linesOf(64)).toEqual([
      '✓ NotificationTemplate/shop/order-paid',
      '    주문 결제가 완료되었을 때 보내…',
      '    ACT approved and in use',
    ]);
    expect(linesOf(80)).toEqual([
      '✓ NotificationTemplate/shop/order-paid  주문 결제가 완료되었을 때 보내…',
      '    ACT approved and in use',
      '✓ NotificationTemplate/shop/a',
    ]);
    expect(linesOf(100)[0]).toBe(
      '✓ NotificationTemplate/shop/order-paid  주문 결제가 완료되었을 때 보내…  ACT approved and in use',
    );
  });

  it('shows first what a person must act on, then what others decide, then what is good to know', () => {
    const asked = { content: '부탁드립니다.', createdAt: '2026-11-19 09:30:00', status: 'REQ', userName: '' };
    const rows = [
      row('fine', {}),
      row('unsent', { state: 'RDY' }),
      row('ending', { dormantAt: '2026-12-20T00:00:00.000Z' }),
      row('asked', { state: 'REQ', verdict: 'waiting', waitsFor: 'verdict', comments: [asked] }),
      row('differs', { verdict: 'differs', difference: 'content-differs' }),
      row('drifted', { verdict: 'differs', difference: 'content-differs', moved: ['drifted'] }),
      row('stopped', { state: 'STP', verdict: 'differs', difference: 'state-differs' }),
      row('asleep', { state: 'DMT', verdict: 'differs', difference: 'state-differs' }),
      row('odd', { state: null, verdict: 'unread' }),
      row('blocked', { state: 'BLK', verdict: 'differs', difference: 'state-differs' }),
      row('damaged', { state: 'VIOLATED', verdict: 'differs', difference: 'state-differs' }),
      row('refund', {
        state: 'REJ',
        verdict: 'differs',
        difference: 'state-differs',
        comments: REJECTED,
        source: { file: 'manifests/refund.yaml', line: 7 },
      }),
      row('kept@v1', { state: 'BLK', verdict: 'kept' }),
    ];
    const profiles = [
      {
        profile: 'shop',
        state: 'blocked',
        clearBlockUrl: 'https://a.example/release',
        spamLevel: 'L2',
        messageSpamLevel: null,
      },
      { profile: 'mall', state: 'dormant', clearBlockUrl: null, spamLevel: null, messageSpamLevel: 'L1' },
      { profile: 'old', state: 'deleted', clearBlockUrl: null, spamLevel: null, messageSpamLevel: null },
    ];
    expect(drawStatus({ ...REPORT, rows, profiles, unmanaged: [] }, plain(90))).toMatchInlineSnapshot(`
      "Status of production

      To do: 1 rejected, 1 blocked, 1 unreadable, 1 dormant, 1 stopped,
        1 changed at the service, 1 going dormant, 3 profiles that cannot send.

      ✗ The profile shop cannot send: blocked by the service. Spam level: L2. Request its
        release: https://a.example/release
      ✗ The profile mall cannot send: dormant. Message spam level: L1. Run
        \`notiform profile recover mall\`.
      ✗ The profile old cannot send: deleted.

      ~ NotificationTemplate/shop/refund   이름  REJ rejected, the manifest declares approved
          manifests/refund.yaml:7
          담당자 · REQ · 2026-11-17 09:00 KST
            │ 검수 부탁드립니다.
          REJ · 2026-11-18 15:40 KST
            │ 변수의 용도를
            │ 알 수 없습니다.
      ~ NotificationTemplate/shop/blocked  이름  BLK blocked by the service,
                                                 the manifest declares approved
      ? NotificationTemplate/shop/odd      이름  not readable
      ~ NotificationTemplate/shop/asleep   이름  DMT dormant, the manifest declares approved
      ~ NotificationTemplate/shop/stopped  이름  STP stopped, the manifest declares approved
      ~ NotificationTemplate/shop/drifted  이름  ACT approved and in use, content differs from
                                                 the manifest, changed outside notiform since
                                                 the last apply
      ~ NotificationTemplate/shop/differs  이름  ACT approved and in use, content differs from
                                                 the manifest
      ~ NotificationTemplate/shop/damaged  이름  VIOLATED, the manifest declares approved
      ⧖ NotificationTemplate/shop/asked    이름  REQ in inspection, waits for a verdict,
                                                 since 2026-11-19 09:30 KST
          REQ · 2026-11-19 09:30 KST
            │ 부탁드립니다.
      ✓ NotificationTemplate/shop/ending   이름  ACT approved and in use, dormant on 2026-12-20
                                                 unless it is sent
      ✓ NotificationTemplate/shop/unsent   이름  RDY approved and never sent
      ✓ NotificationTemplate/shop/fine     이름  ACT approved and in use
      · NotificationTemplate/shop/kept@v1  이름  BLK blocked by the service, kept beside the
                                                 declared version

      13 resources: 3 up to date, 1 waiting, 7 not up to date,
        1 kept beside the declared version, 1 not readable.
      Next: correct what was rejected, then run \`notiform apply\`
      \`notiform import ADDRESS --update\` rewrites the manifest of what drifted.
      "
    `);
    const one = drawStatus({ ...REPORT, rows: [], profiles: profiles.slice(0, 1) }, plain(90));
    expect(one).toContain('To do: 1 profile that cannot send.\n');
    expect(withGroups({ ...REPORT, rows })).toMatchObject({
      rows: expect.arrayContaining([
        expect.objectContaining({ name: 'asked', group: 'waiting', since: '2026-11-19 09:30:00' }),
        expect.not.objectContaining({ since: expect.anything() }),
      ]),
    });
  });

  describe('of what inspectors wrote', () => {
    const said = (status: string, content: string) => ({
      content,
      createdAt: '2026-11-17 09:00:00',
      status,
      userName: '',
    });
    const rounds = [
      said('REQ', 'first request'),
      said('REJ', 'first refusal'),
      said('REQ', 'second request'),
      said('INQ', 'a question'),
      said('REJ', 'second refusal'),
    ];
    const shown = (parts: Partial<StatusRow>, history = false): string[] => {
      const rows = [row('a', { verdict: 'differs', comments: rounds, ...parts })];
      const drawn = drawStatus({ ...REPORT, rows, unmanaged: [] }, plain(), { history });
      return Array.from(drawn.matchAll(/│ (.*)/g), ([, text = '']) => text);
    };

    it('tells of a rejected one what was said since its last request', () => {
      expect(shown({ state: 'REJ' })).toEqual(['second request', 'a question', 'second refusal']);
      expect(shown({ state: 'REJ', comments: rounds.slice(0, 1) })).toEqual(['first request']);
    });

    it('tells of one in inspection what was said since the verdict before', () => {
      const comments = rounds.slice(0, 4);
      expect(shown({ state: 'REQ', verdict: 'waiting', comments })).toEqual(['second request', 'a question']);
      expect(shown({ state: 'REQ', verdict: 'waiting', comments: rounds.slice(0, 2) })).toEqual([]);
    });

    it('tells nothing old of one that was approved since, or edited', () => {
      for (const state of ['RDY', 'ACT', 'STP', 'DMT', 'BLK', 'REG', null]) expect(shown({ state })).toEqual([]);
    });

    it('tells all of it to who asks', () => {
      expect(shown({ state: 'ACT', verdict: 'done' }, true)).toHaveLength(5);
    });
  });

  it.each([
    ['en', 'it is rejected; to allow it: `notiform -e qa plan --allow destroys`'],
    [
      'ko',
      '보호된 리소스입니다. 관리 대상에서 빼면 보호가 사라집니다. 해결 방법: `notiform -e qa plan --allow destroys`',
    ],
  ] as const)('has the command that would allow a change: %s', (language, line) => {
    const why = language === 'ko' ? whyOf(say('protected-entry')) : { reason: 'it is rejected' };
    const ways = [{ flags: ['--allow', 'destroys'] }];
    const report = { ...REPORT, rows: [row('ad', { verdict: 'differs', ...why, ways })], unmanaged: [] };
    if (language === 'en')
      expect(drawStatus(report, { ...plain(140), naming: { environment: 'qa' } })).toContain(`    ${line}`);
    const drawn = drawStatusMarkdown({ ...report, environment: 'qa' }, { language });
    expect(drawn).toContain(' <code>notiform -e qa plan --allow destroys');
  });

  it('is a table with words for every state, and the words of inspectors where they matter', () => {
    expect(drawStatus(REPORT, plain())).toMatchInlineSnapshot(`
      "Status of production

      To do: 1 rejected, 1 unreadable, 1 dormant.

      ~ NotificationTemplate/shop/refund         이름  REJ rejected,
                                                       the manifest declares approved
          담당자 · REQ · 2026-11-17 09:00 KST
            │ 검수 부탁드립니다.
          REJ · 2026-11-18 15:40 KST
            │ 변수의 용도를
            │ 알 수 없습니다.
      ? NotificationTemplate/shop/odd            이름  not readable
      ~ NotificationTemplate/shop/asleep         이름  DMT dormant, not up to date
      + NotificationTemplate/shop/new-one        이름  not on the service yet
      - NotificationTemplate/shop/gone           이름  REG registered, no inspection
                                                       requested, no longer declared
      ⧖ NotificationTemplate/shop/order-shipped  이름  REQ in inspection,
                                                       waits for a verdict,
                                                       since 2026-11-18 10:00 KST
      ⧖ NotificationTemplate/shop/slow           이름  REQ in inspection, waiting,
                                                       since 2026-11-18 10:00 KST
      ✓ NotificationTemplate/shop/order-paid     이름  ACT approved and in use

      Not managed  live, not ours, never touched
        NotificationTemplate/shop  1
          old  ACT  예전

      8 resources: 1 up to date, 2 waiting, 2 not up to date,
        1 not on the service yet, 1 no longer declared, 1 not readable, 1 not managed.
      Next: run \`notiform plan\` to see what happens to the resources that are no
        longer declared
      "
    `);
  });

  it('says who moved since the last apply', () => {
    const rows = [
      row('by-hand', { state: 'REG', verdict: 'differs', difference: 'state-differs', moved: ['drifted'] }),
      row('both', { state: 'REG', verdict: 'differs', difference: 'content-differs', moved: ['drifted', 'edited'] }),
      row('taken', { state: 'absent', verdict: 'missing', moved: ['vanished'] }),
    ];
    expect(drawStatus({ ...REPORT, rows, unmanaged: [], problems: [] }, plain(80))).toMatchInlineSnapshot(`
      "Status of production

      To do: 3 changed at the service.

      ~ NotificationTemplate/shop/by-hand  이름  REG registered, no inspection
                                                 requested,
                                                 the manifest declares approved,
                                                 changed outside notiform since the
                                                 last apply
      ~ NotificationTemplate/shop/both     이름  REG registered, no inspection
                                                 requested, content differs from the
                                                 manifest, changed outside notiform
                                                 since the last apply, its manifest
                                                 changed since the last apply or
                                                 import
      + NotificationTemplate/shop/taken    이름  not on the service yet, applied
                                                 before, then deleted outside
                                                 notiform: remove its manifest to
                                                 leave it deleted

      3 resources: 2 not up to date, 1 not on the service yet.
      "
    `);
  });

  it('says that it does not know everything', () => {
    const report: StatusReport = {
      ...REPORT,
      complete: false,
      rows: [],
      problems: [{ code: 'service-unfit', severity: 'error', message: 'The list does not have the documented shape' }],
    };
    expect(drawStatus(report, plain())).toMatchInlineSnapshot(`
      "Status of production
      ! Not everything could be read, so resources may be missing here.

      Not managed  live, not ours, never touched
        NotificationTemplate/shop  1
          old  ACT  예전

      Problems
        error: The list does not have the documented shape
          help: Check the address: a proxy or another server may answer there.
          docs: notiform explain service-unfit

      0 resources: 1 not managed.
      "
    `);
  });

  it('says that there is nothing', () => {
    expect(drawStatus({ ...REPORT, rows: [], unmanaged: [] }, plain())).toMatchInlineSnapshot(`
      "Status of production

      No manifest declares a resource, and the state has none.
      "
    `);
  });
});
