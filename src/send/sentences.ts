import { type Phrases, sayer } from '../core/sentence.ts';

/** How a message differs from its approved template, as the summary of a job shows it. */
export const SEND_SENTENCES = {
  'text-differs': { en: 'It differs at column {column}: {what}', ko: '{column}번째 글자부터 다릅니다' },
  'text-differs-line': { en: 'It differs at line {line}, column {column}: {what}', ko: '{line}번째 줄 {column}번째 글자부터 다릅니다' },
  'parts-order': { en: 'The order is another: the approved template has {theirs} in place {count}, the message {ours}', ko: '순서가 다릅니다. {count}번째가 승인된 템플릿은 {theirs}, 메시지는 {ours}입니다' },
  'parts-count': { en: 'It has {count} {count:entry|entries}, the approved template {other}', ko: '{count}개인데 승인된 템플릿에는 {other}개입니다' },
  'part-missing': { en: 'It is missing, and the approved template has it', ko: '승인된 템플릿에 있는데 메시지에는 없습니다' },
  'part-extra': { en: 'It is there, and the approved template has none', ko: '승인된 템플릿에 없는 부분입니다' },
  'part-value': { en: 'It is {given}, the approved template has {value}', ko: '{given}인데 승인된 템플릿에는 {value}입니다' },
} as const satisfies Phrases;

export const say = sayer(SEND_SENTENCES);
