import type { Phrase } from '../../core/language.ts';
import type { SendOutcome } from '../../core/send-result.ts';

/** How a message of a test send ended. */
export const SEND_CELLS: Readonly<Record<SendOutcome, Phrase>> = {
  proved: { en: 'valid', ko: '검증 완료' },
  unproved: { en: '**not sent**: it would fail', ko: '**발송하지 않음**: 이대로 보내면 실패합니다' },
  refused: { en: '**refused by the service**', ko: '**서비스가 거부**' },
  accepted: { en: 'accepted, no result yet', ko: '접수됨, 결과 대기' },
  delivered: { en: 'delivered', ko: '발송 성공' },
  failed: { en: 'not delivered', ko: '발송 실패' },
  unknown: { en: '**outcome unknown**', ko: '**결과를 알 수 없음**' },
  'not-sent': { en: '**not sent**', ko: '**발송 안 함**' },
  skipped: { en: 'skipped: sent before', ko: '건너뜀: 이미 발송함' },
};

export const SEND_TEXTS = {
  title: { en: 'Test sends on {environment}', ko: '{environment} 테스트 발송 결과' },
  dryRun: { en: 'Test sends on {environment}: dry run', ko: '{environment} 테스트 발송 검증 (발송 안 함)' },
  none: { en: 'There was nothing to send.', ko: '보낼 메시지가 없습니다.' },
  fine: { en: '{count} {count:message|messages} ended as expected.', ko: '메시지 {count}건의 결과가 예상과 같습니다.' },
  wrong: { en: '{count} {count:message|messages} failed.', ko: '메시지 {count}건이 실패했습니다.' },
  unknown: {
    en: 'The outcome of {count} {count:message|messages} is unknown. Look at the phone before you send again.',
    ko: '메시지 {count}건은 결과를 알 수 없습니다. 다시 보내기 전에 휴대폰에서 확인하세요.',
  },
  accepted: {
    en: '{count} {count:message was|messages were} accepted, without a result yet.',
    ko: '메시지 {count}건은 접수되었고 아직 결과가 없습니다.',
  },
  skipped: {
    en: '{count} {count:message was|messages were} skipped, because {count:it was|they were} sent before.',
    ko: '이미 발송한 메시지 {count}건은 건너뛰었습니다.',
  },
  proved: { en: '{count} {count:message is|messages are} valid.', ko: '메시지 {count}건에 문제가 없습니다.' },
  name: { en: 'Test send', ko: '테스트 발송' },
  recipient: { en: 'Recipient', ko: '수신자' },
  type: { en: 'Type', ko: '유형' },
  outcome: { en: 'Result', ko: '결과' },
  resultCode: { en: 'Code', ko: '코드' },
  took: { en: 'Time', ko: '시간' },
  fallback: { en: 'delivered by the fallback {channel}', ko: '대체 발송({channel})으로 전달됨' },
  expected: { en: 'as expected ({expect})', ko: '예상한 결과 ({expect})' },
  unexpected: { en: '**not as expected** ({expect})', ko: '**예상과 다름** ({expect})' },
} satisfies Record<string, Phrase>;
