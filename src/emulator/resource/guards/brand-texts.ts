import { findVariables } from '../../../core/variables.ts';
import { result } from '../../answers.ts';
import type { BrandContent, BrandLinks } from '../../store/brand-template.ts';
import { placeOf, type Reading, type TextRule } from './reading.ts';

/** Texts, links and variables of brand templates (resource API 2.4). */

const LINE_BREAK = /\r\n|\r|\n/g;

/** What stands between `#{` and `}`: the name that it has, or what is no name. */
const VARIABLE = /#\{([^{}]*)\}/g;
const VARIABLE_NAME = /^[\p{Script=Hangul}A-Za-z0-9_-]{1,20}$/u;

/** A text of some lines: `breaks` is how many line breaks it may have. A variable counts as it is written. */
export function readLines(reading: Reading, name: string, rule: TextRule & { breaks: number }): string | null {
  const text = reading.text(name, rule);
  const count = text?.match(LINE_BREAK)?.length ?? 0;
  if (count > rule.breaks) {
    const may = rule.breaks === 0 ? 'no line break' : `${rule.breaks} line break${rule.breaks === 1 ? '' : 's'}`;
    reading.fail(rule.code ?? result.parameters, `${placeOf(reading, name)} may have ${may}, not ${count}`);
  }
  return text;
}

/** As `readLines`, for a member that must be there: "" stands for one that failed. */
export function readRequiredLines(reading: Reading, name: string, rule: TextRule & { breaks: number }): string {
  return readLines(reading, name, { ...rule, required: true }) ?? '';
}

/** Any text: no document says what a link looks like at registration, nor how long it may be (assumption 124). */
export function readLink(reading: Reading, name: string): string | null {
  return reading.text(name, { code: result.links });
}

export function readBrandLinks(reading: Reading): BrandLinks {
  return {
    linkMobile: readLink(reading, 'linkMobile'),
    linkPc: readLink(reading, 'linkPc'),
    linkAndroid: readLink(reading, 'linkAndroid'),
    linkIos: readLink(reading, 'linkIos'),
  };
}

/** No variables at all, as in a carousel's tail. */
export function checkNoVariables(reading: Reading, links: BrandLinks): void {
  for (const [name, link] of Object.entries(links)) {
    if (typeof link === 'string' && findVariables(link).length > 0)
      reading.fail(result.links, `${placeOf(reading, name)} may have no variables`);
  }
}

/**
 * Names of variables: up to 20 characters of Korean, letters, digits, `-` and `_`, in every text but the template's
 * own name (assumption 129).
 */
export function checkVariables(reading: Reading, { templateName: _, ...content }: BrandContent): void {
  visit(content, '', (text, at) => {
    for (const [variable, name = ''] of text.matchAll(VARIABLE)) {
      if (!VARIABLE_NAME.test(name))
        reading.fail(
          result.parameters,
          `${at} has a variable whose name is not 1 to 20 characters of Korean, letters, digits, - and _: ${variable}`,
        );
    }
  });
}

function visit(value: unknown, at: string, see: (text: string, at: string) => void): void {
  if (typeof value === 'string') see(value, at);
  else if (Array.isArray(value)) for (const [index, element] of value.entries()) visit(element, `${at}[${index}]`, see);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) visit(member, at === '' ? name : `${at}.${name}`, see);
}
