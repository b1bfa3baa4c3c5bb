import { own } from '../../core/json.ts';
import type { Language, Phrase } from '../../core/language.ts';
import type { ProofFailure, SendReport, SendResult } from '../../core/send-result.ts';
import { fieldLabels } from '../../kinds/labels.ts';
import { isDelivered } from '../../send/report.ts';
import { explainResult } from '../result-codes.ts';
import { code, joined, ours, sourceText, span, type Text } from '../text.ts';
import { problemIn } from '../wording.ts';
import { Audience, type AudienceOptions, MOST_NAMES } from './audience.ts';
import type { Entry, ListItem, ReportView, ViewPart } from './blocks.ts';
import { problemParts } from './problems.ts';
import { codeOf } from './send.ts';
import { outcomeText, SEND_WORDS, typeWord } from './words.ts';

const SEND_TEXTS = {
  title: { en: 'Test sends on {environment}', ko: '{environment} 테스트 발송 결과' },
  dryRun: { en: 'Test sends on {environment}: dry run', ko: '{environment} 테스트 발송 검증 (발송 안 함)' },
  none: { en: 'There was nothing to send.', ko: '보낼 메시지가 없습니다.' },
  fine: {
    en: '{count} {count:message|messages}{what} ended as expected.',
    ko: '메시지 {count}건{what}의 결과가 예상과 같습니다.',
  },
  wrong: { en: '{count} {count:message|messages}{what} failed.', ko: '메시지 {count}건{what}이 실패했습니다.' },
  unknown: {
    en: 'The outcome of {count} {count:message|messages}{what} is unknown. Look at the phone before you send again.',
    ko: '메시지 {count}건{what}은 결과를 알 수 없습니다. 다시 보내기 전에 휴대폰에서 확인하세요.',
  },
  accepted: {
    en: '{count} {count:message|messages}{what} {count:was|were} accepted, without a result yet.',
    ko: '메시지 {count}건{what}은 접수되었고 아직 결과가 없습니다.',
  },
  skipped: {
    en: '{count} {count:message|messages}{what} {count:was|were} skipped, because {count:it was|they were} sent before.',
    ko: '이미 발송한 메시지 {count}건{what}은 건너뛰었습니다.',
  },
  proved: {
    en: '{count} {count:message|messages}{what} {count:is|are} valid.',
    ko: '메시지 {count}건{what}에 문제가 없습니다.',
  },
  name: { en: 'Test send', ko: '테스트 발송' },
  recipient: { en: 'Recipient', ko: '수신자' },
  type: { en: 'Type', ko: '유형' },
  outcome: { en: 'Result', ko: '결과' },
  resultCode: { en: 'Code', ko: '코드' },
  seconds: { en: '{seconds} s', ko: '{seconds}초' },
  took: { en: 'Time', ko: '시간' },
  fallback: { en: 'delivered by the fallback {channel}', ko: '대체 발송({channel})으로 전달됨' },
  expected: { en: 'as expected ({expect})', ko: '예상한 결과 ({expect})' },
  unexpected: { en: '**not as expected** ({expect})', ko: '**예상과 다름** ({expect})' },
} satisfies Record<string, Phrase>;

/** The groups of the lead, the most urgent first. */
const GROUPS = ['unknown', 'wrong', 'accepted', 'skipped', 'proved', 'fine'] as const;

type SendGroup = (typeof GROUPS)[number];

/** Sends for reviewers: how many ended as expected, a row for each message, and the problems of those that did not. */
export function reviewedSend(report: SendReport, options: AudienceOptions = {}): ReportView {
  const { environment, sends, dryRun, problems } = report;
  const audience = new Audience(options, []);
  const { name, recipient, type, outcome, resultCode, took } = SEND_TEXTS;
  const sorted = GROUPS.flatMap((group) => sends.filter((send) => groupOf(send) === group));
  return {
    title: audience.say(dryRun ? SEND_TEXTS.dryRun : SEND_TEXTS.title, { environment }),
    head: [leadOf(sends, audience), ...problemParts(problems, audience)],
    columns: [name, recipient, type, outcome, resultCode, took].map((phrase) => audience.say(phrase)),
    sections: [{ entries: sorted.map((send) => sendEntry(send, audience)) }],
    rest: [],
  };
}

function groupOf({ outcome, asExpected, problem }: SendResult): SendGroup {
  if (asExpected !== null) return asExpected ? (outcome === 'skipped' ? 'skipped' : 'fine') : 'wrong';
  if (outcome === 'unknown' || outcome === 'proved') return outcome;
  if (outcome === 'accepted' || outcome === 'skipped') return problem?.severity === 'error' ? 'unknown' : outcome;
  return 'wrong';
}

function leadOf(sends: readonly SendResult[], audience: Audience): ViewPart {
  const sentences = GROUPS.flatMap((group) => {
    const some = sends.filter((send) => groupOf(send) === group);
    const shown = [...new Set(some.map(({ send }) => send))];
    const names = [ours(audience.language === 'ko' ? '(' : ' ('), span(shown.join(', ')), ours(')')];
    const what = shown.length > MOST_NAMES ? [] : names;
    return some.length === 0 ? [] : [audience.say(SEND_TEXTS[group], { count: some.length, what })];
  });
  const [first = audience.say(SEND_TEXTS.none), ...more] = sentences;
  return { lead: [first], more };
}

function sendEntry(send: SendResult, audience: Audience): Entry {
  const { template, to, type, text, problem, proof, source, outcome, tookMs, acceptance, earlier } = send;
  const { language } = audience;
  const result = codeOf(send);
  // The meaning of a delivery repeats the result.
  const isPlain = outcome === 'delivered' || isDelivered(result);
  const means = isPlain ? undefined : explainResult(result, language)?.means;
  const shown = outcomeCell(send, audience);
  const seconds = tookMs === null ? [] : audience.say(SEND_TEXTS.seconds, { seconds: (tookMs / 1000).toFixed(1) });
  const resultText = result === '' ? [] : [code(result), ...(means === undefined ? [] : [span(` ${means}`)])];
  const keys = [acceptance?.messageKey, acceptance?.refKey, earlier?.messageKey, earlier?.refKey];
  return {
    title: [{ ...span(send.send, 'bold'), ...(source && { line: source }) }],
    ...(template !== null && template !== send.send && { noun: [span(template)] }),
    cells: [[[span(to.name)]], [[span(typeWord(type, language))]], shown, [resultText], [seconds]],
    summary: joined([[span(to.name)], ...shown], ours(' · ')),
    body: () => [
      ...(text === '' ? [] : [{ quote: text }]),
      ...(proof.length === 0 ? [] : [{ items: proof.map((failure) => failureItem(failure, audience)) }]),
      ...(problem ? problemParts([problem], audience) : []),
      { fine: [...keys.flatMap((key) => (key ? [[code(key)]] : [])), sourceText(source)] },
    ],
  };
}

/** How the message ended, and whether that was expected. */
function outcomeCell(send: SendResult, audience: Audience): Text[] {
  const { outcome, expect, asExpected, earlier, delivery } = send;
  const { language } = audience;
  const channel = delivery?.fallback && isDelivered(delivery.code) ? (delivery.channel ?? '') : '';
  const words = [
    outcomeText(SEND_WORDS[outcome], language),
    ...(channel === '' ? [] : [audience.say(SEND_TEXTS.fallback, { channel })]),
  ];
  if (outcome === 'skipped') {
    const unknown = groupOf(send) === 'unknown' ? [outcomeText(SEND_WORDS.unknown, language)] : [];
    return [...words, ...unknown, [span(audience.ourTime(earlier?.time ?? ''))]];
  }
  if (asExpected === null || (expect === 'delivered' && asExpected)) return words;
  // `failed:7308`: how it ends, with a result code.
  const [ending = '', ...codes] = expect.split(':');
  const word = [own(SEND_WORDS, ending)?.word[language] ?? ending, ...codes].join(' ');
  return [...words, audience.say(asExpected ? SEND_TEXTS.expected : SEND_TEXTS.unexpected, { expect: word })];
}

/** A failure in a language. A member of the message has the name that the comment gives it: `버튼 2 › 이름`. */
function failureItem(failure: ProofFailure, audience: Audience): ListItem {
  const { language } = audience;
  const { message, hint = '' } = problemIn(language, { severity: 'error', ...failure });
  const path = language === 'en' ? failure.path : partName(failure.path, language);
  return { text: [code(path), ours(': '), ...audience.sentence(message)], fine: [audience.sentence(hint)] };
}

/** The fields of manifests that are the members of a message. */
const MEMBER_FIELDS: Readonly<Record<string, string>> = {
  message: 'content',
  button: 'buttons',
  quickreply: 'quickReplies',
  itemhighlight: 'highlight',
  item: 'items',
};

/** `버튼 2 › 이름` of `button[1].name`; the path itself if a member of it has no name. */
function partName(path: string, language: Language): string {
  const parts = path.split('.').map((part) => {
    const [, name = '', index] = /^(\w+)(?:\[(\d+)\])?$/.exec(part) ?? [];
    const label = own(fieldLabels, own(MEMBER_FIELDS, name) ?? name)?.[language];
    return label && index !== undefined ? `${label} ${Number(index) + 1}` : label;
  });
  return parts.every((part) => part !== undefined) ? parts.join(' › ') : path;
}
