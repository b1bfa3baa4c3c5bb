import { describe, expect, it } from 'vitest';
import type { Statistics } from '../../src/account/statistics/read.ts';
import { statisticsText } from '../../src/report/statistics/columns.ts';
import { plain } from './support.ts';

const row = {
  profile: 'shop',
  date: '20261101',
  messageType: 'AT',
  successCount: 100,
  validFailCount: 5,
  readCount: 50,
};

const daily: Statistics = {
  question: { of: 'send', product: 'notification', by: 'day', span: { from: '20261101', to: '20261104' }, filters: {} },
  rows: [row, { ...row, date: '20261103', successCount: 9, readCount: null }],
  mode: null,
  notYet: { from: '20261104', to: '20261104' },
  partialMonth: null,
  elapsedNotYet: [],
  problems: [],
};

const direct: Statistics = {
  ...daily,
  question: { of: 'direct', what: 'send', product: 'brand', date: '20261103', elapsed: [] },
  rows: [{ profile: 'shop', date: '20261103', templateCode: '<b>&"', targeting: 'I', successCount: 3 }],
  mode: 'CHARGE_PENDING',
  notYet: null,
};

it('a number that the service left out is not provided, and a number of tomorrow is not there yet', () => {
  const { readCount: _left, ...without } = row;
  const text = statisticsText({ ...daily, rows: [row, without] }, 'table', plain());
  expect(text).toMatch(/100 +5 +not provided/);
  expect(text).toContain('not provided: 1 row has no read and click counts.');
  const question = { ...direct.question, what: 'read', elapsed: [0] } as Statistics['question'];
  expect(statisticsText({ ...direct, question, elapsedNotYet: [0] }, 'table', plain())).toMatch(/3 +0 +not there yet/);
  expect(statisticsText({ ...direct, question }, 'table', plain())).toContain('not provided: 1 row has');
  for (const other of [{ ...direct, question, elapsedNotYet: [0] }, direct])
    expect(statisticsText(other, 'table', plain())).not.toContain('not provided:');
});

describe('a Korean table', () => {
  it('has no English words but names and codes of the service', () => {
    const style = { ...plain(120), terminal: true, language: 'ko' as const };
    expect(statisticsText(daily, 'table', style)).toMatchInlineSnapshot(`
      "알림 메시지 일별 발송 통계, 2026-11-01 – 2026-11-04

      날짜        메시지 유형      성공  실패    열람  열람률
      2026-11-01  알림 메시지(AT)   100     5      50   50.0%
      2026-11-03  알림 메시지(AT)     9     5  미제공

      합계: 성공 109건, 실패 10건, 100건 중 열람 50건 (50.0%)

      2026-11-04: 아직 집계되지 않았습니다. 하루의 통계는 다음 날 오전 7시쯤(한국 시각)부터 조회할 수 있습니다.
      미제공: 1개 행에는 열람·클릭 수가 없습니다. 2024-04-01 이후 발송분 중 성공이 10건을 넘는 행에만 제공됩니다.
      "
    `);
    expect(statisticsText({ ...daily, rows: [] }, 'table', style)).toContain('이 기간에는 집계된 통계가 없습니다.');
    const clicks = {
      buttonOrders: [1, 0, 2],
      buttonType: { WL: 3 },
      qrType: { BK: 1 },
      imageOrders: [4],
      listOrders: [5],
    };
    const click: Statistics = {
      ...direct,
      question: { of: 'direct', what: 'click', product: 'brand', date: '20261103', elapsed: [0] },
      rows: [
        {
          profile: 'shop',
          templateCode: 'fall',
          groupTagKey: 'TAG1',
          messageSpec: 'BASIC',
          successCount: 20,
          clickInfo: clicks,
        },
        {
          profile: 'mall',
          templateCode: 'fall',
          groupTagKey: 'TAG2',
          messageSpec: 'FREESTYLE',
          chatBubbleType: 'TEXT',
          targeting: 'I',
          friendType: 'F',
          receiveUserType: 'PhoneNumber',
          unknownRequestCount: 3,
          successCount: 5,
          clickInfo: null,
        },
      ],
    };
    const drawn = statisticsText(click, 'table', plain(200));
    const korean = statisticsText(click, 'table', { ...plain(200), language: 'ko' });
    expect(drawn).toContain('BUTTONS');
    expect(korean).toContain('전화번호');
    expect(korean.replace(/CHARGE_PENDING|shop|mall|fall|TAG\d|BASIC|FREESTYLE|TEXT|WL|BK|\b[INF]\b/g, '')).not.toMatch(
      /[A-Za-z]/,
    );
  });

  it('has the columns of the English CSV', () => {
    const [english, korean] = (['en', 'ko'] as const).map((language) =>
      statisticsText(daily, 'csv', { ...plain(120), language }),
    );
    expect(korean).toBe(english);
  });
});
