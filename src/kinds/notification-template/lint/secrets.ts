import { findVariables } from '../../../core/variables.ts';
import type { PlacedText } from '../../fields.ts';
import type { TemplateReading } from './reading.ts';
import { AS_OF, type Hit, type LintRule, SOURCES } from './rule.ts';
import { pattern, pieceOf, spansOf, type TextSpan } from './words.ts';

/** A variable that is filled with something secret. */
const SECRET_NAME =
  /인증\s?(?:번호|코드)|OTP|비밀\s?번호|비번|패스워드|보안\s?코드|passw(?:or)?d|passcode|auth_?(?:code|number|no)$/iu;

const WORD = '(?:인증\\s?(?:번호|코드)|(?:OTP|[Oo]tp)(?:\\s?(?:번호|코드))?|비밀\\s?번호|패스워드|보안\\s?코드)';
const VALUE = '[\\[(<「【]?\\s*(?:…|\\d{4,8}(?![\\d-]))';

/** The word, and right after it what it is: on the same line, or alone on the next one that is not empty. */
const GIVEN: readonly RegExp[] = [
  pattern(`${WORD}(?=(?:은|는)?\\s*[:：\\-]?\\s*${VALUE})`),
  pattern(`${WORD}(?=[^\\n…]*\\n\\s*${VALUE}\\s*[\\])>」】]?\\s*(?:\\n|$(?![^])))`),
];

/** The first secret of a text: a variable by its name, else a word by what follows it. */
function secretIn({ text }: PlacedText): TextSpan | undefined {
  const named = findVariables(text).find(({ name }) => SECRET_NAME.test(name));
  return named ?? GIVEN.flatMap((given) => spansOf(text, given))[0];
}

/** AT18: texts that only the main device may show. */
export const security: LintRule = {
  id: 'AT18',
  level: 'warning',
  code: 'likely-rejected',
  what: 'A one-time password, authentication code or password in a template without `security: true`',
  help: 'Write `security: true`: the text is then shown on the main device alone',
  source: `${SOURCES.resource('2.2')}, ${SOURCES.guides}`,
  date: AS_OF,
  find: ({ template, prose }: TemplateReading) => {
    if (template.security === true) return [];
    return prose.flatMap((placed): Hit[] => {
      const secret = secretIn(placed);
      if (!secret) return [];
      const piece = pieceOf(placed, secret);
      return [
        { ...piece, message: `\`${piece.text}\` is a secret, and the template is not marked as one that holds any` },
      ];
    });
  },
};
