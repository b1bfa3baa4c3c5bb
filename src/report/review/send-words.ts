import type { Phrase } from '../../core/language.ts';

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
  seconds: { en: '{seconds} s', ko: '{seconds}초' },
  took: { en: 'Time', ko: '시간' },
  fallback: { en: 'delivered by the fallback {channel}', ko: '대체 발송({channel})으로 전달됨' },
  expected: { en: 'as expected ({expect})', ko: '예상한 결과 ({expect})' },
  unexpected: { en: '**not as expected** ({expect})', ko: '**예상과 다름** ({expect})' },
} satisfies Record<string, Phrase>;
