import { fill, type Language, type Phrase } from '../../core/language.ts';
import { type Blocked, planCommand, type Step, type Way } from '../../core/plan.ts';
import type { StatusRow } from '../../core/status.ts';
import { RISK_OF_DELETION_WORDS, RISK_WORDS } from '../../engine/route/route.ts';
import { operationTitle } from '../../kinds/labels.ts';
import { quoted, withNaming } from '../command.ts';
import { wordsIn } from '../wording.ts';
import type { Audience } from './audience.ts';

/** Why a rejected text is not inspected again. The step that the risk would allow is no advice here. */
export const SAME_TEXT: Phrase = { en: 'still the rejected text', ko: '반려된 문구에서 바뀐 것이 없음' };

/** A rejected text that did not change: `--resubmit` is for the rare case that the same text is right. */
const FIX_FIRST: Phrase = {
  en: 'fix the text in the manifest. The next apply submits the new text. For the same text again: {way}',
  ko: '파일의 문구를 고치세요. 고친 문구를 적용하면 다시 검수를 요청합니다. 같은 문구로 요청하려면 {way} 명령을 쓰세요',
};

/** Korean words before the risks in the way of a protected resource. */
const PROTECTED = '보호된 리소스입니다. ';

/** Returns the reason of a block in a language. A reason without words there stays English, as that of another version. */
export function reasonIn(
  language: Language,
  {
    reason,
    said,
    riskySteps = [],
    ways = [],
  }: Pick<Blocked, 'reason' | 'said' | 'riskySteps'> & { ways?: readonly Way[] },
): string {
  if (language === 'en' || riskySteps.length === 0) return wordsIn(language, reason, said);
  const words = riskySteps.some(({ risk }) => risk === 'destroys') ? RISK_OF_DELETION_WORDS : RISK_WORDS;
  const risks = riskySteps.map((step) => {
    const { risk } = step;
    if (risk === 'resubmits') return SAME_TEXT[language];
    return `${stepTitle(step, language)}: ${words[risk][language]}`;
  });
  const isProtected = ways.some((way) => 'flags' in way && way.flags.includes('--unprotect'));
  return `${isProtected ? PROTECTED : ''}${risks.join(', ')}`;
}

/** A command or a setting in a sentence, in brackets or at its end. */
const MACHINE_WORDS = / ?\([^()]*`[^()]*\)|: `[^`]*`$/gu;

const FOR_READERS = {
  fix: {
    en: 'fix the text, which the next apply submits',
    ko: '문구를 고치면, 적용할 때 다시 검수를 요청합니다',
  },
  engineer: { en: 'ask an engineer, who finds the command below', ko: '담당 개발자에게 허용 요청(방법은 아래에 있음)' },
} satisfies Record<string, Phrase>;

/** Returns what would allow a blocked change for people who run no commands. The small print has the commands. */
export function wayForReaders(ways: readonly Way[], language: Language): string {
  if (isSameText(ways)) return FOR_READERS.fix[language];
  const drawn = ways.map((way) => {
    const words = 'flags' in way ? '`' : todoIn(way, language).replace(MACHINE_WORDS, '');
    return words.includes('`') ? FOR_READERS.engineer[language] : words;
  });
  return [...new Set(drawn)].join(OR[language]);
}

const ALLOWED: Phrase = { en: '; to allow it: {way}', ko: '. 해결 방법: {way}' };

/** Returns why a resource of a status stays as it is, with what would allow its change. Empty if that is not known. */
export function whyIn(row: Pick<StatusRow, 'reason' | 'said' | 'ways' | 'riskySteps'>, audience: Audience): string {
  const { reason = '', said, ways = [], riskySteps = [] } = row;
  const { language } = audience;
  const allowed = ways.length === 0 ? '' : fill(ALLOWED, language, { way: wayIn(ways, audience) });
  return `${reasonIn(language, { reason, ...(said && { said }), ways, riskySteps })}${allowed}`;
}

/**
 * Returns what would allow a blocked change. Flags are shown as the command to copy.
 * @param given the other flags of the plan
 */
export function wayIn(
  ways: readonly Way[],
  { language, naming }: Pick<Audience, 'language' | 'naming'>,
  given: readonly string[] = [],
): string {
  const drawn = ways.map((way) =>
    'flags' in way ? planCommand([...given, ...way.flags].map(quoted)) : todoIn(way, language),
  );
  const way = withNaming(drawn.join(OR[language]), naming);
  return isSameText(ways) ? fill(FIX_FIRST, language, { way }) : way;
}

const OR: Phrase = { en: ', or ', ko: ' 또는 ' };

function todoIn({ todo, said }: Exclude<Way, { flags: unknown }>, language: Language): string {
  return todo.map((one, index) => wordsIn(language, one, said?.[index])).join(language === 'en' ? '; and ' : ', ');
}

/** True if only requesting the same rejected text again is in question. */
function isSameText([only, other]: readonly Way[]): boolean {
  return only !== undefined && !other && 'flags' in only && only.flags.length === 2 && only.flags[0] === '--resubmit';
}

/** The title of a step with its note: `중지 (승인된 적이 있는 템플릿은 삭제할 수 없음)` */
export function stepTitle(step: Pick<Step, 'operation' | 'title' | 'note'>, language: Language): string {
  const { title, note } = step;
  const words = operationTitle(step, language);
  return note === undefined || words === title
    ? words
    : `${words} (${typeof note === 'string' ? note : wordsIn(language, '', note)})`;
}
