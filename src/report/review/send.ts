import { own } from '../../core/json.ts';
import type { Language, Phrase } from '../../core/language.ts';
import type { ProofFailure, SendReport, SendResult } from '../../core/send-result.ts';
import { fieldLabels } from '../../kinds/labels.ts';
import { isDelivered } from '../../send/report.ts';
import { fitReview, type ReviewItem } from '../markdown/fit.ts';
import { fenced, inert } from '../markdown/markdown.ts';
import { code, details, MOST_NAMES, paragraphs, type ReviewOptions, ReviewWriter, small } from '../markdown/parts.ts';
import { cellOf, SEND_WORDS } from '../outcome-words.ts';
import { explainResult } from '../result-codes.ts';
import { codeOf } from '../send.ts';
import { problemIn } from '../wording.ts';
import { problemLines } from './problems.ts';

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

/**
 * Draws sends as Markdown for reviewers: how many ended as expected, a table with a row for each message, and the problems of
 * those that did not. Ends with a line break.
 */
export function drawSendMarkdown(report: SendReport, options: ReviewOptions = {}): string {
  const writer = new ReviewWriter(options);
  const { environment, sends, dryRun, problems } = report;
  const head = [
    `### ${writer.say(dryRun ? SEND_TEXTS.dryRun : SEND_TEXTS.title, { environment })}`,
    '',
    ...leadOf(sends, writer),
    '',
    ...problemLines(problems, writer),
  ];
  const { name, recipient, type, outcome, resultCode, took } = SEND_TEXTS;
  const columns = [name, recipient, type, outcome, resultCode, took];
  const sorted = GROUPS.flatMap((group) => sends.filter((send) => groupOf(send) === group));
  const items = sorted.map((send) => sendItem(send, writer));
  return fitReview(items, { head, rest: [], columns }, writer);
}

function groupOf({ outcome, asExpected, problem }: SendResult): SendGroup {
  if (asExpected !== null) return asExpected ? (outcome === 'skipped' ? 'skipped' : 'fine') : 'wrong';
  if (outcome === 'unknown' || outcome === 'proved') return outcome;
  if (outcome === 'accepted' || outcome === 'skipped') return problem?.severity === 'error' ? 'unknown' : outcome;
  return 'wrong';
}

function leadOf(sends: readonly SendResult[], writer: ReviewWriter): string[] {
  const sentences = GROUPS.flatMap((group) => {
    const some = sends.filter((send) => groupOf(send) === group);
    const shown = [...new Set(some.map(({ send }) => send))];
    const what =
      shown.length > MOST_NAMES ? '' : `${writer.language === 'ko' ? '' : ' '}(${shown.map(inert).join(', ')})`;
    return some.length === 0 ? [] : [writer.say(SEND_TEXTS[group], { count: some.length, what })];
  });
  const [first = writer.say(SEND_TEXTS.none), ...more] = sentences;
  return paragraphs([`**${first}**`], more);
}

function sendItem(send: SendResult, writer: ReviewWriter): ReviewItem {
  const { template, to, type, text, problem, proof, source } = send;
  const name = inert(send.send);
  const result = codeOf(send);
  // The meaning of a delivery repeats the result.
  const isPlain = send.outcome === 'delivered' || isDelivered(result);
  const means = isPlain ? undefined : explainResult(result, writer.language)?.means;
  const kind = template === null || template === send.send ? '' : `<br><sub>${inert(template)}</sub>`;
  const shown = outcomeCell(send, writer);
  const body = [
    ...(text === '' ? [] : [fenced(text, 'text'), '']),
    ...proof
      .map((failure) => proofIn(writer.language, failure))
      .map(
        ({ path, message, hint }) =>
          `- ${code(path)}: ${writer.withCommands(message)} ${small([writer.withCommands(hint ?? '')])}`,
      ),
    ...(problem ? problemLines([problem], writer) : []),
    small([...keysOf(send).map(code), writer.source(source)]),
  ];
  return {
    row: [
      `${writer.linked(`**${name}**`, source)}${kind}`,
      inert(to.name),
      code(type),
      shown,
      result === '' ? '' : [code(result), ...(means === undefined ? [] : [inert(means)])].join(' '),
      send.tookMs === null ? '' : writer.say(SEND_TEXTS.seconds, { seconds: (send.tookMs / 1000).toFixed(1) }),
    ],
    whole: (isOpen) => details(`<b>${name}</b> → ${inert(to.name)}: ${shown.replaceAll('**', '')}`, body, isOpen),
  };
}

/** How the message ended, and whether that was expected. */
function outcomeCell(send: SendResult, writer: ReviewWriter): string {
  const { outcome, expect, asExpected, earlier, delivery } = send;
  const channel = delivery?.fallback && isDelivered(delivery.code) ? (delivery.channel ?? '') : '';
  const by = channel === '' ? '' : `<br>${writer.say(SEND_TEXTS.fallback, { channel })}`;
  const words = `${cellOf(SEND_WORDS[outcome], writer.language)}${by}`;
  if (outcome === 'skipped') {
    const unknown = groupOf(send) === 'unknown' ? [cellOf(SEND_WORDS.unknown, writer.language)] : [];
    return [words, ...unknown, small([writer.ourTime(earlier?.time ?? '')])].join('<br>');
  }
  if (asExpected === null || (expect === 'delivered' && asExpected)) return words;
  return `${words}<br>${writer.say(asExpected ? SEND_TEXTS.expected : SEND_TEXTS.unexpected, { expect })}`;
}

/** The keys by which a message is found at the service. */
function keysOf({ acceptance, earlier }: SendResult): string[] {
  return [acceptance?.messageKey, acceptance?.refKey, earlier?.messageKey, earlier?.refKey].flatMap((key) => key || []);
}

/** A failure in a language. A member of the message has the name that the comment gives it: `버튼 2 › 이름`. */
function proofIn(language: Language, failure: ProofFailure): Pick<ProofFailure, 'path' | 'message' | 'hint'> {
  const { message, hint } = problemIn(language, { severity: 'error', ...failure });
  const path = language === 'en' ? failure.path : partName(failure.path, language);
  return { path, message, ...(hint === undefined ? {} : { hint }) };
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
