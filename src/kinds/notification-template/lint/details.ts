import type { Hit } from '../../lint/rule.ts';
import { has, pattern, pieceOf, type SearchedText, spansOf, type TextSpan, wordHits } from '../../lint/search.ts';
import type { TemplateReading } from './reading.ts';
import { say } from './sentences.ts';

const MOBILE = '(?<![\\d-])(?:\\+82[-.\\s]?10|01[016789])[-.\\s]?\\d{3,4}[-.\\s]?\\d{4}(?![\\d-])';
/** The number of one of these stays. */
const SHOP = '매장|지점|센터|부서|본점|영업점|점포|병원|의원|학원|대표|가게';
/** A temporary number that hides another one. A shop may have one of its own. */
const MASKED_NUMBER = `(?<!(?:${SHOP})[^\\n\\d]{0,15})(?<![\\d-])050\\d[-.\\s]?\\d{3,4}[-.\\s]?\\d{4}(?![\\d-])`;
/** The number of a person, who can change. The number of a shop or a department stays. */
const PERSONAL_LINE = `(?<=(?:(?<!(?:[팀부]|부서|문의처?)\\s?[(:：]?\\s?)담당자?|기사|매니저|상담사|설계사|코디|강사|교사|간호사|원장|실장)(?:(?!${SHOP}|문의|[가-힣][과팀]\\s)[^\\n\\d]){0,20})0\\d{1,2}[-.\\s]\\d{3,4}[-.\\s]\\d{4}(?![\\d-])`;
const PHONE = pattern([MOBILE, MASKED_NUMBER, PERSONAL_LINE].join('|'));

const BANK =
  '(?:은행|뱅크|농협|신협|수협|축협|새마을금고|우체국|증권|계좌|예금주|입금처|(?:국민|신한|우리|하나|기업|카카오|토스|SC|씨티)(?=\\s*\\d))';
/** Digits in groups, or a long run of them, on a line that names a bank or an account. */
const ACCOUNT = pattern(
  `(?<=${BANK}[^\\n]{0,25}?)(?<![\\d-])(?:\\d{2,6}-\\d{2,6}-\\d{2,8}(?:-\\d{1,3})?|\\d{10,14})(?![\\d-])|(?<![\\d-])(?:\\d{2,6}-\\d{2,6}-\\d{2,8}(?:-\\d{1,3})?|\\d{10,14})(?![\\d-])(?=[^\\n]{0,12}?(?:은행|뱅크|예금주|농협|신협|우체국))`,
);
/** Numbers that look similar: of a company, of public phones, dates. */
const OTHER_NUMBERS: readonly RegExp[] = [
  pattern('\\d{3}-\\d{2}-\\d{5}'),
  pattern('(?:19|20)\\d{2}-\\d{1,2}-\\d{1,2}'),
  pattern('(?<!\\d)0(?:2|[3-6]\\d|80)-\\d{3,4}-\\d{4}'),
];

/** The fewest digits of an account or phone number. Most texts have fewer, and the patterns take long. */
const SIX_DIGITS = /\d(?:\D*\d){5}/;

/** AT27 finds numbers that change. */
export function numbers({ prose, joined }: TemplateReading): Hit[] {
  if (!SIX_DIGITS.test(joined)) return [];
  const texts = prose.filter((one) => SIX_DIGITS.test(one.masked));
  return [
    ...wordHits({ texts, joined }, PHONE, [], (found) => ({
      message: say('personal-number', { found }),
      hint: say('personal-number-way', { name: '#{연락처}' }),
    })),
    ...wordHits({ texts, joined }, ACCOUNT, OTHER_NUMBERS, (found) => ({
      message: say('account-number', { found }),
      hint: say('account-number-way', { name: '#{계좌번호}' }),
    })),
  ];
}

const COURIER =
  /택배사|택배\s?회사|배송\s?(?:사|업체|회사)(?![가-힣]*\s?(?:일정|항))|운송\s?(?:사|업체)|대한통운|한진|롯데택배|로젠|경동|대신|일양|합동택배|건영|천일|우체국|CJ|CU|GS25|DHL|UPS|FedEx|EMS|courier|carrier/iu;
const TRACKING = /송장|등기\s?번호|배송\s?(?:조회\s?)?번호|tracking|invoice/iu;

/** AT29 checks what a button requires in the body. */
export function tracking({ template: { content, buttons = [] } }: TemplateReading): Hit[] {
  if (!buttons.some(({ type }) => type === 'DS')) return [];
  const [hasCourier, hasNumber] = [COURIER.test(content), TRACKING.test(content)];
  if (hasCourier && hasNumber) return [];
  const lacks = hasCourier
    ? { message: say('no-number'), hint: say('no-number-way', { example: '송장번호 #{송장번호}' }) }
    : { message: say('no-courier'), hint: say('no-courier-way', { example: '택배사 #{택배사}' }) };
  const found = hasCourier || hasNumber ? lacks : { message: say('no-tracking') };
  return buttons.flatMap(({ type }, index): Hit[] => (type === 'DS' ? [{ at: ['buttons', index], ...found }] : []));
}

const SECRET_NAME =
  /인증\s?(?:번호|코드)|OTP|비밀\s?번호|비번|패스워드|보안\s?코드|passw(?:or)?d|passcode|auth_?(?:code|number|no)$/iu;

const WORD = '(?:인증\\s?(?:번호|코드)|(?:OTP|[Oo]tp)(?:\\s?(?:번호|코드))?|비밀\\s?번호|패스워드|보안\\s?코드)';
const VALUE = '[\\[(<「【]?\\s*(?:…|\\d{4,8}(?![\\d-]))';

/** The word and its value right after it: on the same line, or as the whole next line that is not empty. */
const GIVEN: readonly RegExp[] = [
  pattern(`${WORD}(?=(?:은|는)?\\s*[:：\\-]?\\s*${VALUE})`),
  pattern(`${WORD}(?=[^\\n…]*\\n\\s*${VALUE}\\s*[\\])>」】]?\\s*(?:\\n|$(?![^])))`),
];

const SECRET_WORD = pattern(WORD);

/** Returns the first secret of a text: a variable with a secret name, else a word with a value after it. */
function secretIn({ variables, masked }: SearchedText): TextSpan | undefined {
  const named = variables.find(({ name }) => SECRET_NAME.test(name));
  if (named || !has(masked, SECRET_WORD)) return named;
  return GIVEN.flatMap((given) => spansOf(masked, given))[0];
}

/** AT18 finds secrets that only the main device may show. */
export function security({ template, prose }: TemplateReading): Hit[] {
  if (template.security === true) return [];
  return prose.flatMap((placed): Hit[] => {
    const secret = secretIn(placed);
    if (!secret) return [];
    const piece = pieceOf(placed, secret);
    return [{ ...piece, message: say('secret', { found: piece.text ?? '' }) }];
  });
}
