import { fill, LANGUAGES, type Language, type Phrase, type PhraseValues } from '../../core/language.ts';
import type { Action } from '../../core/plan.ts';
import type { Sentence } from '../../core/sentence.ts';
import { fieldLabel } from '../../kinds/labels.ts';
import { safe } from '../../preview/visible.ts';
import { element } from '../../preview/xml.ts';
import { BLOCK_WORDS, type BlockedChange, blockOf, riskOf } from '../view/blocked.ts';
import { DIALOGUE_WORDS } from '../view/dialogue.ts';
import { ACTION_CELLS } from '../view/words.ts';

import { wordsIn } from '../wording.ts';

export const galleryWords = {
  previews: { en: 'Previews', ko: '미리보기' },
  changes: { en: 'Changes, before and after', ko: '변경 전후 비교' },
  language: { en: 'Language', ko: '언어' },
  list: { en: 'Templates', ko: '템플릿 목록' },
  empty: { en: 'There is nothing to show.', ko: '표시할 내용이 없습니다.' },
  leftOut: {
    en: '{count} {count:file has|files have} errors, so templates are missing here. `notiform validate` shows the errors.',
    ko: '파일 {count}개에 오류가 있어 일부 템플릿을 표시하지 못했습니다. 오류 내용은 `notiform validate`로 확인하세요.',
  },
  sample: { en: 'Sample', ko: '예시 값' },
  message: { en: 'Message', ko: '메시지' },
  variables: { en: 'Variables', ko: '치환 변수 그대로' },
  before: { en: 'Before', ko: '변경 전' },
  after: { en: 'After', ko: '변경 후' },
  picture: { en: 'On the phone', ko: '휴대폰 화면' },
  absent: { en: 'does not exist', ko: '없음' },
  changed: { en: 'What changes', ko: '바뀌는 내용' },
  lengths: { en: 'Lengths', ko: '글자 수' },
  tooLong: { en: '{count} too many', ko: '{count}자 초과' },
  cut: { en: '{count} not shown on a phone', ko: '휴대폰에서 {count}자 잘림' },
  atMost: { en: '(at most {most})', ko: '(최대 {most}자)' },
  environment: { en: 'Environment', ko: '환경' },
  replaced: { en: 'replaced', ko: '교체' },
  none: { en: '(none)', ko: '(없음)' },
  comment: DIALOGUE_WORDS.reason,
  answer: DIALOGUE_WORDS.answer,
  blocked: { en: 'This cannot be applied as declared.', ko: '이대로는 적용할 수 없습니다.' },
  stays: { en: 'This cannot be deleted now.', ko: '지금은 삭제할 수 없습니다.' },
} satisfies Record<string, Phrase>;

/** A text of the page in every language. The style shows the chosen one. */
export function both(phrase: Phrase, values: PhraseValues = {}): string {
  return inLanguages((language) => fill(phrase, language, values));
}

export function inLanguages(text: (language: Language) => string): string {
  return LANGUAGES.map((lang) => element('span', { class: 't', lang }, safe(text(lang)))).join('');
}

/** The name of a field of a manifest. */
export function labelOf(path: string): string {
  return inLanguages((language) => fieldLabel(path, language));
}

/** Returns the word for a change, or for why it is not made. */
export function badgeWord({ action, ...block }: BlockedChange & { action: Action | 'blocked' }): Phrase {
  return action === 'blocked' ? BLOCK_WORDS[blockOf(block)] : ACTION_CELLS[action];
}

/** Returns why a change is not made, in the words of the plan's Markdown: a sentence, and the reason if no risk says it. */
export function whyBlocked(
  { reason = '', said, ...block }: BlockedChange & { reason?: string | undefined; said?: Sentence | undefined },
  language: Language,
): [string, string] {
  const { risk, deletes } = block;
  if (risk !== undefined) return [`${BLOCK_WORDS[blockOf(block)][language]}: ${riskOf(block, risk, language)}`, ''];
  return [galleryWords[deletes ? 'stays' : 'blocked'][language], wordsIn(language, reason, said)];
}
