import { describe, expect, it } from 'vitest';
import { Redaction } from '../../src/text/redaction.ts';

const HOSTILE = {
  quotes: `a"b'c"d'e`,
  backslashes: 'a\\b\\\\c\\d',
  'a line break': 'first-line\nsecond-line',
  Korean: '비밀번호열쇠',
  'marks of URLs': 'a+b/c=d&e?f g',
  'marks of shells': 'a$b`c!d;e|f',
  'marks of HTML': `<a href="b">&'c'`,
};

const ENCODINGS: Record<string, (secret: string) => string> = {
  'as it is': (secret) => secret,
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  'JSON in JSON': (secret) =>
    JSON.stringify(JSON.stringify(secret))
      .slice(1, -1)
      .replace(/^\\"|\\"$/g, ''),
  'JSON of ASCII': (secret) =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'JSON with escaped slashes': (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  URL: encodeURIComponent,
  'a form': (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  'URL in lower case': (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  'JSON in a URL': (secret) => encodeURIComponent(JSON.stringify(secret).slice(1, -1)),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 of a pair': (secret) => Buffer.from(`account:${secret}`).toString('base64'),
  'base64 in the middle': (secret) => Buffer.from(`ab${secret}cd`).toString('base64'),
  base64url: (secret) => Buffer.from(`a:${secret}`).toString('base64url'),
  'base64 of JSON': (secret) => Buffer.from(JSON.stringify({ secret })).toString('base64'),
  'single quotes of a shell': (secret) => secret.replaceAll("'", `'\\''`),
  'double quotes of a shell': (secret) => secret.replace(/["$`\\]/g, '\\$&'),
  'words of a shell': (secret) => secret.replace(/[^\p{L}\p{N}_./:=@%+,\n-]/gu, '\\$&'),
  HTML: (secret) => secret.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`),
  'HTML by names': (secret) =>
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  YAML: (secret) => secret.replaceAll("'", "''"),
};

function redactionOf(...secrets: string[]): Redaction {
  const redaction = new Redaction();
  for (const secret of secrets) redaction.hide(secret);
  return redaction;
}

describe.each(Object.entries(HOSTILE))('a secret with %s', (_name, secret) => {
  it.each(Object.entries(ENCODINGS))('is hidden %s', (_encoding, encode) => {
    const shown = redactionOf(secret).withoutSecrets(`[${encode(secret)}]`);
    // Of base64 what stands around the secret is left.
    expect(shown).toMatch(/^\[[\w+/-]*\*{4}[\w+/=-]*\]$/);
    expect(shown).not.toContain(encode(secret));
  });
});

it('a secret that is hidden twice is found as before', () => {
  expect(redactionOf('tell-nobody', 'tell-nobody').withoutSecrets('tell-nobody')).toBe('****');
});

it('base64 around a secret keeps no whole byte of it', () => {
  const secret = 'p@ssw0rd-열쇠';
  for (const around of ['', 'a', 'ab', 'abc']) {
    const text = Buffer.from(`${around}${secret}${around}`).toString('base64');
    const left = redactionOf(secret).withoutSecrets(text).split('****');
    expect(left).toHaveLength(2);
    expect(Buffer.from(left[0] ?? '', 'base64').toString()).toBe(around.slice(0, (left[0] ?? '').length * 0.75));
  }
});

it('each line of a secret is one', () => {
  const redaction = redactionOf('-----BEGIN-----\r\n  first-line  \nshort\n');
  expect(redaction.withoutSecrets('a first-line, short, -----BEGIN-----')).toBe('a ****, short, ****');
});

it('a secret that was cut before an ellipsis is hidden, in any encoding', () => {
  const redaction = redactionOf('say "hunter22" now');
  expect(redaction.withoutSecrets('`say "hunt…` and `{"a":"say \\"hun…`, say…, …')).toBe(
    '`****…` and `{"a":"****…`, say…, …',
  );
  expect(redaction.withoutSecrets('abc…')).toBe('abc…');
});

it('the longest cut of several secrets is hidden', () => {
  const redaction = redactionOf('b-secret', 'ab-secret-of-two');
  expect(redaction.withoutSecrets('x ab-secre… y')).toBe('x ****… y');
});

it('a piece of a secret that a message quotes is hidden', () => {
  expect(redactionOf("one 'second-part").withoutSecrets('YAML reads `second-part` here, not `second` or `part`')).toBe(
    'YAML reads `****` here, not `****` or `part`',
  );
});

it('a secret of fewer than six characters hides no words of ours', () => {
  const redaction = redactionOf('a', 'abcde');
  redaction.hideInWords('abc');
  redaction.hideInWords('');
  expect(redaction.withoutSecrets('abcde')).toBe('abcde');
  expect(redaction.clean('abcde')).toBe('****de');
});

it('data keeps its shape, and shares what holds no secret', () => {
  const redaction = redactionOf('hunter22', '12345678');
  const plain = { list: [1, 'a', null, undefined, true], date: new Date(0), none: Object.create(null) as object };
  expect(redaction.within(plain)).toBe(plain);
  const given = { ...plain, deep: [{ text: 'is hunter22', number: 12345678, hunter22: 1 }], same: plain };
  const cleaned = redaction.within(given);
  expect(cleaned).toEqual({ ...plain, deep: [{ text: 'is ****', number: '****', '****': 1 }], same: plain });
  expect(cleaned.same).toBe(plain);
  expect(new Redaction().within(given)).toBe(given);
});

it('a source keeps its places', () => {
  const source = 'a: "say hun\\"ter 열쇠"\nb: first\n  lines';
  const starred = redactionOf('hun"ter 열쇠', 'first\n  lines').starred(source);
  expect(starred).toBe(`a: "say ${'*'.repeat(11)}"\nb: *****\n*******`);
});

it('words of an address are shown, and its password is not', () => {
  const redaction = redactionOf(
    'postgres://notiform:s3cr%21et-word@db.example/production',
    's3cr%21et-word',
    's3cr!et-word',
  );
  const shown = 'There is no environment `production`. The store is `postgres`. This is the post…';
  expect(redaction.withoutSecrets(shown)).toBe(shown);
  expect(redaction.withoutSecrets('postgres://notiform:s3…')).toBe('****…');
  expect(redaction.withoutSecrets('`s3cr%21et` and `cr!et-word`')).toBe('`****` and `****`');
});

it('takes time in proportion to the text', () => {
  const redaction = redactionOf('\\'.repeat(40), 'a'.repeat(40), '"\\"\\"\\'.repeat(10));
  const text = `${'\\'.repeat(39)}x${'a'.repeat(39)}…${'"\\'.repeat(20)}`;
  const time = (times: number): number => {
    const long = text.repeat(times);
    const began = process.cpuUsage();
    redaction.withoutSecrets(long);
    return process.cpuUsage(began).user / 1000;
  };
  time(500);
  // Quadratic work would take 64 times as long.
  expect(time(4000)).toBeLessThan(32 * Math.max(5, Math.min(time(500), time(500))));
});

it.each([
  // It can be written in many ways, and each takes time.
  ['열', 300],
  ['"', 700],
])('a secret of many pieces with %s is hidden', (character, count) => {
  const redaction = new Redaction();
  const secret = Array.from({ length: count }, (_, index) => `${index}${character}`).join('');
  redaction.hide(secret);
  const left = redaction.withoutSecrets(`a ${secret} b ${JSON.stringify(secret)} c`);
  expect(left).toMatch(/^a \*.*\* b "\*.*\*" c$/s);
  expect(left).not.toMatch(/\d/);
});
