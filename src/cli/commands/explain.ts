import { codes } from '../../core/codes.ts';
import { groupBy } from '../../core/grouping.ts';
import { type NotiformError, usageError } from '../../core/problem.ts';
import { allFields, type DocumentedField } from '../../editor/fields.ts';
import { fieldsCalled } from '../../kinds/words.ts';
import { allRules } from '../../manifest/load/lint.ts';
import {
  drawExplanation,
  type Explanation,
  problemExplanation,
  resultExplanation,
  ruleExplanation,
} from '../../report/explanation.ts';
import { printedWords, wordExplanation } from '../../report/word-explanation.ts';
import { fewOf, suggest } from '../../text/suggest.ts';
import { learnLanguage } from '../config.ts';
import { done, type Outcome } from '../finish.ts';
import { type Invocation, languageOf } from '../invocation.ts';

/**
 * `explain CODE` prints the page of a problem, a lint rule, a result code of the service, a state, a risk, or a field.
 * Upper and lower case are equal.
 */
export async function explain(invocation: Invocation, [word = '']: string[]): Promise<Outcome> {
  await learnLanguage(invocation);
  const language = languageOf(invocation);
  const page =
    problemExplanation(word.toLowerCase(), language) ??
    ruleExplanation(word.toUpperCase(), allRules, language) ??
    resultExplanation(word, language) ??
    wordExplanation(/^\d{1,3}$/.test(word) ? 'exit-codes' : word) ??
    fieldExplanation(word);
  if (page === undefined) {
    const known = [...Object.keys(codes), ...allRules.map(({ id }) => id), ...printedWords];
    throw unknownCode(word, suggest(word, known));
  }
  const parts = page.parts.map(({ help, ...part }) => ({ ...part, mend: help }));
  return done(drawExplanation(page, invocation.terminal.style('stdout')), { code: page.code, parts });
}

/** The page of a kind or of a field. Undefined if no field has this name. Throws an error (exit 64) if several fields have it. */
function fieldExplanation(word: string): Explanation | undefined {
  const fields = allFields();
  const names = namesOf(word);
  const exact = fields.filter(({ path }) => path.toLowerCase() === names.join('.'));
  const ours = exact.length > 0 ? exact : fieldsWith(names, fields);
  const apiName = word.slice(word.lastIndexOf('.') + 1);
  const called = ours.length > 0 ? [] : fieldsCalled(apiName).filter((path) => isWithin(path, names));
  const found = ours.length > 0 ? ours : fields.filter(({ path }) => called.includes(path));
  const [field] = found;
  if (field === undefined) {
    // Fields of other tools are inside `spec`: `NotificationTemplate.spec.buttons`.
    const meant = fieldsWith([...names.slice(0, 1), ...names.slice(-1)], fields);
    if (names.length > 1 && meant.length > 0) throw unclearField(`No field is named \`${word}\``, meant);
    return valueExplanation(word.toUpperCase(), fields);
  }
  if (found.length > 1) throw unclearField(`${found.length} fields are named \`${word}\``, found);
  const inside = field.fields
    .map((name) => {
      const type = fields.find(({ path }) => path === `${field.path}.${name}`)?.type ?? '';
      const notes = [type, field.required.includes(name) ? 'required' : ''].filter(Boolean).join(', ');
      return `\`${name}\`${notes === '' ? '' : ` (${notes})`}`;
    })
    .join(', ');
  const help = [
    ...(called.length > 0 ? [`The service calls it \`${apiName}\``] : []),
    ...(inside === '' ? [] : [`Its fields: ${inside}`]),
  ].join('. ');
  const last = field.texts.length - 1;
  return { code: field.path, parts: field.texts.map((what, at) => ({ what, help: at === last ? help : '' })) };
}

/** The page of a value: the types that name it, such as `WL` of a button. Undefined if none does. */
function valueExplanation(value: string, fields: readonly DocumentedField[]): Explanation | undefined {
  const found = groupBy(
    fields.filter(({ path, texts }) => /type$/i.test(path) && texts.some((text) => text.includes(`\`${value}\` `))),
    ({ texts }) => texts.join(', ').split(`\`${value}\` `)[1]?.split(', `')[0],
  );
  const parts = Array.from(found, ([what = '', at]) => ({
    what: what.replace(/^./, (letter) => letter.toUpperCase()),
    help: `A value of ${fewOf(at.map(({ path }) => `\`${path}\``))}`,
  }));
  return parts.length === 0 ? undefined : { code: value, parts };
}

/** True if a path begins with all of the names but the last one. */
function isWithin(path: string, names: readonly string[]): boolean {
  return path.toLowerCase().startsWith([...names.slice(0, -1), ''].join('.'));
}

function namesOf(word: string): string[] {
  return word
    .toLowerCase()
    .replace(/\[\d*\]/g, '')
    .split('.');
}

/** The fields whose paths end with these names. The first name may be that of the kind, without the names between the two. */
function fieldsWith(names: readonly string[], fields: readonly DocumentedField[]): DocumentedField[] {
  const [first = '', ...others] = names;
  const kind = `${first}.`;
  const ofKind = others.length === 0 ? [] : fields.filter(({ path }) => path.toLowerCase().startsWith(kind));
  const [from, end] = ofKind.length > 0 ? [ofKind, others] : [fields, names];
  return from.filter(({ path }) => path.toLowerCase().endsWith(`.${end.join('.')}`));
}

function unclearField(message: string, found: readonly DocumentedField[]): NotiformError {
  return usageError(message, `Name one of these: ${fewOf(found.map(({ path }) => `\`${path}\``))}`);
}

function unknownCode(word: string, meant: string | undefined): NotiformError {
  return usageError(
    `No problem, lint rule, result code, state or field is named \`${word}\``,
    meant === undefined
      ? 'Copy the code of a problem (`too-long`), a word of a plan (`queues-again`) or the result code of the service (`7322`), or see `notiform validate --rules`'
      : `Did you mean \`notiform explain ${meant}\`?`,
  );
}
