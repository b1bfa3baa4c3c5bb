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
  notYet: { from: '20261104', to: '20261104' },
  partialMonth: null,
  problems: [],
};

it('a number that the service left out is not provided', () => {
  const { readCount: _left, ...without } = row;
  const text = statisticsText({ ...daily, rows: [row, without] }, 'table', plain());
  expect(text).toMatch(/100 +5 +not provided/);
  expect(text).toContain('not provided: 1 row has no read and click counts.');
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
    const common = { date: '20261103', templateCode: 'fall', groupTagKey: 'TAG1', readCount: 11 };
    const click: Statistics = {
      ...daily,
      question: { ...daily.question, of: 'template', product: 'brand' },
      rows: [
        { profile: 'shop', ...common, messageSpec: 'BASIC', successCount: 20, buttonClickCount: 3 },
        {
          profile: 'mall',
          ...common,
          messageSpec: 'FREESTYLE',
          chatBubbleType: 'TEXT',
          targeting: 'I',
          friendType: 'F',
          receiveUserType: 'PhoneNumber',
          unknownRequestCount: 3,
          successCount: 5,
          buttonClickCount: null,
        },
      ],
    };
    const drawn = statisticsText(click, 'table', plain(200));
    const korean = statisticsText(click, 'table', { ...plain(200), language: 'ko' });
    expect(drawn).toContain('CLICKS');
    expect(korean).toContain('전화번호');
    expect(
      korean.replace(/`[^`]*`|invalidFailCount|stats send|shop|mall|fall|TAG\d|BASIC|FREESTYLE|TEXT|\b[INF]\b/g, ''),
    ).not.toMatch(/[A-Za-z]/);
  });

  it('has the columns of the English CSV', () => {
    const [english, korean] = (['en', 'ko'] as const).map((language) =>
      statisticsText(daily, 'csv', { ...plain(120), language }),
    );
    expect(korean).toBe(english);
  });
});
