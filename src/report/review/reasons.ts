import type { Risk } from '../../core/kind.ts';
import { fill, type Language, type Phrase } from '../../core/language.ts';
import { type Blocked, planCommand, type Way } from '../../core/plan.ts';
import type { StatusRow } from '../../core/status.ts';
import { operationTitle } from '../../kinds/labels.ts';
import { quoted, withNaming } from '../command.ts';
import { sentenceIn } from '../problem-words.ts';
import type { Naming } from '../style.ts';
import { PLAN_TEXTS } from '../terminal-words.ts';
import { RISK_WORDS } from '../words.ts';

/** Korean words of risks in a reason. A deletion loses an approval for good. */
const BEFORE_DELETION: Partial<Record<Risk, string>> = { 'loses-approval': '승인이 취소됨' };

/** Why a rejected text is not inspected again. The step that the risk would allow is no advice here. */
const SAME_TEXT = '반려된 문구에서 바뀐 것이 없음';

/** A rejected text that did not change: `--resubmit` is for the rare case that the same text is right. */
const FIX_FIRST: Phrase = {
  en: 'fix the text in the manifest. The next apply submits the new text. For the same text again: {way}',
  ko: '파일의 문구를 고치세요. 고친 문구를 적용하면 다시 검수를 요청합니다. 같은 문구로 요청하려면 {way} 명령을 쓰세요',
};

/** Returns the reason of a block in a language. What no entry knows stays English: a problem, or a plan of another version. */
export function reasonIn(
  language: Language,
  { reason, riskySteps = [], ways = [] }: Pick<Blocked, 'reason' | 'riskySteps'> & { ways?: readonly Way[] },
): string {
  if (language === 'en' || riskySteps.length === 0) return sentenceIn(language, reason);
  const isDeletion = riskySteps.some(({ risk }) => risk === 'destroys');
  const risks = riskySteps.map((step) => {
    const { risk } = step;
    if (risk === 'resubmits') return SAME_TEXT;
    const words = (isDeletion && BEFORE_DELETION[risk]) || RISK_WORDS[risk][language];
    return `${stepTitle(step, language)}: ${words}`;
  });
  const isProtected = ways.some((way) => 'flags' in way && way.flags.includes('--unprotect'));
  return `${isProtected ? `${sentenceIn(language, 'it is protected')}. ` : ''}${risks.join(', ')}`;
}

interface Wording {
  language?: Language | undefined;
  naming?: Naming | undefined;
}

/** Returns why a resource of a status stays as it is, with what would allow its change. Empty if that is not known. */
export function whyIn(row: Pick<StatusRow, 'reason' | 'ways' | 'riskySteps'>, style: Wording): string {
  const { reason = '', ways = [], riskySteps = [] } = row;
  const { language = 'en' } = style;
  const allowed = ways.length === 0 ? '' : fill(PLAN_TEXTS.briefWay, language, { way: wayIn(ways, style) });
  return `${reasonIn(language, { reason, ways, riskySteps })}${allowed}`;
}

/**
 * Returns what would allow a blocked change. Flags are shown as the command to copy.
 * @param given the other flags of the plan
 */
export function wayIn(
  ways: readonly Way[],
  { language = 'en', naming }: Wording,
  given: readonly string[] = [],
): string {
  const [and, or] = language === 'en' ? ['; and ', ', or '] : [', ', ' 또는 '];
  const drawn = ways.map((way) =>
    'flags' in way
      ? planCommand([...given, ...way.flags].map(quoted))
      : way.todo.map((one) => sentenceIn(language, one)).join(and),
  );
  const way = withNaming(drawn.join(or), naming);
  const [only, other] = ways;
  const isSameText = only && !other && 'flags' in only && only.flags.length === 2 && only.flags[0] === '--resubmit';
  return isSameText ? fill(FIX_FIRST, language, { way }) : way;
}

/** The title of a step with its note: `중지 (승인된 적이 있는 템플릿은 삭제할 수 없음)` */
export function stepTitle(step: { operation: string; title: string }, language: Language = 'en'): string {
  const [, note] = / \((.+)\)$/s.exec(step.title) ?? [];
  const title = operationTitle(step, language);
  if (language === 'en') return step.title;
  return note === undefined ? title : `${title} (${sentenceIn(language, note)})`;
}
