/** Regular expressions that find a secret. */
export interface SecretPatterns {
  /** The whole secret in every usual encoding, each a source. */
  whole: readonly string[];
  /** The beginning of the secret before an ellipsis. */
  cut: string;
}

/** How many characters of a secret must precede an ellipsis. Fewer do not identify the secret. */
const SHORTEST_CUT = 4;
/** An address up to its password. */
const BEFORE_PASSWORD = /^[a-z]+:\/\/[^/@:]*:(?=[^/]*@)/i;
/** The most characters of a secret to look for before an ellipsis. Texts are cut earlier. */
const LONGEST_CUT = 300;

const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
/** Control characters in JSON, and as our own texts show them. */
const CONTROLS: Readonly<Record<string, { letter: string; sign: string }>> = {
  '\n': { letter: 'n', sign: '⏎' },
  '\r': { letter: 'r', sign: '␍' },
  '\t': { letter: 't', sign: '→' },
};

/**
 * Finds a secret as it is, as JSON, URL, shell words, HTML or YAML write it, as one of these inside of another, and in base64.
 * Programs differ in the characters that they escape, so each character may be written in each way.
 */
export function patternsOf(secret: string): SecretPatterns {
  const text = secret.normalize('NFC');
  const pieces = Array.from(text.matchAll(/\\+|[^\\]/gu), ([piece]) =>
    piece.startsWith('\\') ? backslashes(piece.length) : characterPattern(piece),
  );
  const texts = new Set([secret, text, text.normalize('NFD'), JSON.stringify(text).slice(1, -1)]);
  return {
    whole: [pieces.join(''), ...[...texts].flatMap(base64Patterns)],
    cut: cutPattern(pieces, shortestCut(text)),
  };
}

/** True for an address with a password. Its scheme, user, host and database are not secret. */
export function isAddress(secret: string): boolean {
  return BEFORE_PASSWORD.test(secret);
}

function shortestCut(text: string): number {
  return [...(BEFORE_PASSWORD.exec(text)?.[0] ?? '')].length || SHORTEST_CUT;
}

/** A backslash, in a URL too. */
const BACKSLASH = '(?:\\\\|%(?:25)?5[cC])';

/** Matches backslashes. JSON doubles them, JSON inside JSON doubles them again, and so does a source that contains it. */
function backslashes(count: number): string {
  return `(?:${BACKSLASH}{${count},${8 * count}}|(?:\\\\{1,7}u005[cC]|&#92;|&#[xX]5[cC];){${count}})`;
}

/** Matches a character in each way it may be written. The longest way comes first. */
function characterPattern(character: string): string {
  if (/[A-Za-z0-9]/.test(character)) return character;
  const point = Number(character.codePointAt(0));
  const forms = [...new Set([character, character.normalize('NFD')])];
  const entity = ENTITIES[character];
  const control = CONTROLS[character];
  const escaped = [
    ...forms.flatMap((form) => [literal(form), percentCodes(form)]),
    ...(character === ' ' ? ['\\+'] : []),
    ...(entity === undefined ? [] : [`&${entity};`]),
    `&#0*${point};`,
    `&#[xX]0*${anyCase(point.toString(16))};`,
  ];
  const ways = [
    // A shell's `'\''` and `'"'"'`, and YAML's `''`.
    ...(character === "'" ? [`'${BACKSLASH}{1,7}''`, `'${BACKSLASH}{0,7}"'${BACKSLASH}{0,7}"'`, "''"] : []),
    `${BACKSLASH}{0,7}(?:${escaped.join('|')})`,
    ...forms.map(unicodeEscapes),
    ...(control === undefined ? [] : [`${BACKSLASH}{1,7}${control.letter}`, control.sign]),
  ];
  return `(?:${ways.join('|')})`;
}

function unicodeEscapes(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return units.map((unit) => `${BACKSLASH}{1,7}u${anyCase(unit)}`).join('');
}

/** Percent-encoded once or twice. */
function percentCodes(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%(?:25)?${anyCase(byte.toString(16).padStart(2, '0'))}`).join('');
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function cutPattern(pieces: readonly string[], shortest: number): string {
  const later = pieces.slice(shortest, shortest + LONGEST_CUT);
  const rest = `${later.map((piece) => `(?:${piece}`).join('')}${')?'.repeat(later.length)}`;
  return `${pieces.slice(0, shortest).join('')}${rest}(?=[\\\\%&]{0,3}…)`;
}

/**
 * The part of a base64 text that is the same whatever stands around the secret, for each of the three positions that it can
 * have. A character on either side also holds some bits of the secret.
 */
function base64Patterns(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].map((before) => {
    const from = Math.ceil((8 * before) / 6);
    const to = Math.floor((8 * (before + bytes.length)) / 6);
    const core = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(from, to);
    const left = before === 0 ? '' : '[\\w+/-]?';
    return `${left}${core.replaceAll('+', '[+-]').replaceAll('/', '[/_]')}[\\w+/-]?={0,2}`;
  });
}
