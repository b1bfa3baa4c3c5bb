/** Members whose value is nobody's business: what stands there opens the account of the service. */
const MEMBER = String.raw`["']?\b(?:key|apiKey|account|bizId|password)["']?\s*:\s+`;

/** One that has a line of its own: its value may hold anything. */
const OWN_LINE = new RegExp(String.raw`^([ \t]*${MEMBER})(\S.*)$`, 'gm');

/** One between braces: its value ends with its quote, at a comma or at the brace. */
const AMONG_OTHERS = new RegExp(String.raw`([{,]\s*${MEMBER})("[^"\n]*"|'[^'\n]*'|(?:\$\{env:\w*\}|[^,}\n])+)`, 'g');

/** What may be the password in an address. Only an `@` shows that it is one: then nothing of it is read a second time. */
const IN_ADDRESS = /(:\/\/[^/\s:@"']*:)([^\s@"']*)(@?)/g;
const AFTER_ADDRESS = /([?&]password=)([^\s&#"']+)/g;

/** Something that is dialled: nine digits or more, with what people write between them. */
const NUMBER = /\+?\d(?:[ ().-]{0,2}\d){8,}/g;

const PLACEHOLDER = /(\$\{env:\w*\})/;

/**
 * The text of a configuration as it may be shown around a mistake: credentials, keys and phone numbers that are written
 * out are `*`, each character by one, so that every place stays where it is. By the look of the text alone, since a file
 * that is no YAML is shown as well.
 */
export function concealed(text: string): string {
  return text
    .replace(OWN_LINE, (_, member: string, value: string) => member + starred(value))
    .replace(AMONG_OTHERS, (_, member: string, value: string) => member + starred(value))
    .replace(IN_ADDRESS, (whole, before: string, password: string, end: string) =>
      end === '' ? whole : before + starred(password) + end,
    )
    .replace(AFTER_ADDRESS, (_, before: string, password: string) => before + starred(password))
    .replace(NUMBER, (number) => number.replace(/\d/g, '*'));
}

/** A value as stars; names of environment variables are no secret. */
function starred(value: string): string {
  return value
    .split(PLACEHOLDER)
    .map((part) => (PLACEHOLDER.test(part) ? part : part.replace(/[^"'\s]/gu, '*')))
    .join('');
}
