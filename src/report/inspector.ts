import type { Phrase } from '../core/language.ts';
import { KOREA, serviceTime, zonedTime } from '../core/zone.ts';
import { withNaming } from './command.ts';
import { cutLine, type DrawnLine, EMPTY, render, span, whole, wrapHanging } from './line.ts';
import { typeWord } from './outcome-words.ts';
import type { Style } from './style.ts';
import { COMMON_TEXTS, said } from './terminal-words.ts';

export const INSPECTOR_TEXTS = {
  none: { en: 'Nothing waits for a verdict.', ko: '검수 결과를 기다리는 리소스가 없습니다.' },
  elsewhere: {
    en: '{count} more {count:waits|wait} in other environments: {names} (choose one with -e)',
    ko: '다른 환경에 {count}개가 더 있습니다: {names} (-e로 환경을 고르세요)',
  },
  answer: {
    en: 'To decide: `notiform emulator approve ADDRESS` or `notiform emulator reject ADDRESS --comment TEXT`. "*" is all.',
    ko: '승인: `notiform emulator approve 주소`, 반려: `notiform emulator reject 주소 --comment "반려 사유"`. 주소에 "*"를 쓰면 모두 처리합니다.',
  },
  requested: { en: '{code}, requested {time}', ko: '{code}, {time} 검수 요청' },
  applied: { en: 'brand messages, applied for {time}', ko: '브랜드 메시지, {time} 신청' },
  proof: { en: ', with {file}', ko: ', 첨부 {file}' },
  approved: { en: 'Approved {what}', ko: '승인: {what}' },
  rejected: { en: 'Rejected {what}', ko: '반려: {what}' },
  application: { en: 'brand messages of {name}', ko: '{name} 브랜드 메시지 신청' },
  empty: { en: 'The inbox is empty.', ko: '수신함이 비어 있습니다.' },
  onItsWay: { en: 'on its way', ko: '발송 중' },
  reserved: { en: 'reserved for {time}', ko: '{time} 예약' },
  real: { en: 'real time', ko: '실제 시각' },
  moved: { en: 'moved; `{command}` returns to real time', ko: '시각을 옮김, `{command}` 명령으로 되돌립니다' },
} satisfies Record<string, Phrase>;

/** A template that waits for the emulator's inspector. */
export interface RequestView {
  address: string | null;
  templateCode: string;
  templateName: string;
  requestedAt: string;
  comment: string | null;
}

/** A profile that applied for brand messages, and waits for the emulator's inspector. */
export interface ApplicationView {
  address: string;
  name: string;
  appliedAt: string;
  proof: { name: string } | null;
}

/** A message that arrived at the emulator. `to` is masked. */
export interface MessageView {
  to: string;
  type: string;
  templatecode: string | null;
  /** Every line of text that the phone shows. */
  lines: readonly string[];
  /** The buttons, each in one line. */
  buttons: readonly string[];
  result: string | null;
  /** Why it was not delivered. */
  reason: string | null;
  acceptedAt: string;
  /** The time of a reserved message; that of the call for every other one. */
  sendAt: string;
}

/**
 * Draws templates and then applications that wait for a verdict, oldest first, and the command that gives one.
 * @param elsewhere for each request that is not drawn, the environments that have its profile
 */
export function drawRequests(
  requests: readonly RequestView[],
  applications: readonly ApplicationView[],
  elsewhere: readonly (readonly string[])[],
  style: Style,
): string {
  const values = { count: elsewhere.length, names: [...new Set(elsewhere.flat())].join(', ') };
  const others = elsewhere.length === 0 ? [] : [said(style, INSPECTOR_TEXTS.elsewhere, values)];
  if (requests.length + applications.length === 0) return [said(style, INSPECTOR_TEXTS.none), ...others, ''].join('\n');
  const lines = [
    ...requests.flatMap((one) => drawRequest(one, style)),
    ...applications.flatMap((one) => drawApplication(one, style)),
  ];
  const answer = withNaming(said(style, INSPECTOR_TEXTS.answer), style.naming);
  const last = [answer, ...others].map((text): DrawnLine => [span(text, 'dim')]);
  return render(
    [...lines, ...last].flatMap((line) => wrapHanging(line, style.width, 4)),
    style,
  );
}

function drawRequest(request: RequestView, style: Style): DrawnLine[] {
  const { address, templateCode: code, templateName, requestedAt, comment } = request;
  const requested = said(style, INSPECTOR_TEXTS.requested, { code, time: serviceTime(requestedAt, style) });
  return [
    [whole(address ?? code, 'bold'), span('  '), span(templateName)],
    [span(`  ${requested}`, 'dim')],
    ...(comment === null ? [] : [[span(`  “${comment}”`)]]),
    EMPTY,
  ];
}

function drawApplication({ address, name, appliedAt, proof }: ApplicationView, style: Style): DrawnLine[] {
  const shown = proof === null ? '' : said(style, INSPECTOR_TEXTS.proof, { file: proof.name });
  const applied = said(style, INSPECTOR_TEXTS.applied, { time: serviceTime(appliedAt, style) });
  return [[whole(address, 'bold'), span('  '), span(name)], [span(`  ${applied}${shown}`, 'dim')], EMPTY];
}

/** The inbox, newest first: each message with its head and all its texts. */
export function drawInbox(messages: readonly MessageView[], style: Style): string {
  if (messages.length === 0) return `${said(style, INSPECTOR_TEXTS.empty)}\n`;
  const bar = span('  │ ', 'dim');
  const drawn = messages.flatMap((message): DrawnLine[] => {
    const { to, type, templatecode, lines, buttons, result, reason, acceptedAt, sendAt } = message;
    const about = `${typeWord(type, style.language)}${said(style, COMMON_TEXTS.to, { party: to })}`;
    const pending = sendAt === acceptedAt ? INSPECTOR_TEXTS.onItsWay : INSPECTOR_TEXTS.reserved;
    return [
      [
        whole(serviceTime(acceptedAt, style), 'bold'),
        span(`  ${about}${templatecode ? `, ${templatecode}` : ''}  `),
        whole(result ?? said(style, pending, { time: serviceTime(sendAt, style) }), 'dim'),
      ],
      ...(reason === null ? [] : [[span('  '), span(reason, 'dim')]]),
      ...lines.map((line) => [bar, span(line)]),
      ...buttons.map((row) => cutLine([bar, span(row)], style.width)),
      EMPTY,
    ];
  });
  return render(
    drawn.slice(0, -1).flatMap((line) => wrapHanging(line, style.width, 4)),
    style,
  );
}

const EXPIRED: Phrase = { en: 'Deleted messages older than 35 days: {n}', ko: '35일이 지나 삭제된 메시지: {n}개' };

/** Draws the clock of the emulator: `2030-01-15 21:00:00 KST (moved; …)`. */
export function drawClock(
  { now, offsetMs, expiredMessages }: { now: number; offsetMs: number; expiredMessages: number },
  style: Style,
): string {
  const time = zonedTime(now, style.timezone ?? KOREA, 'second');
  const back = withNaming('notiform emulator clock --real', style.naming);
  const words =
    offsetMs === 0 ? said(style, INSPECTOR_TEXTS.real) : said(style, INSPECTOR_TEXTS.moved, { command: back });
  const expired = expiredMessages === 0 ? '' : `${said(style, EXPIRED, { n: String(expiredMessages) })}\n`;
  return `${time} (${words})\n${expired}`;
}
