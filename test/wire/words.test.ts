import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NotiformError } from '../../src/core/problem.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { isLoopback, readBase } from '../../src/wire/base.ts';
import { faultOf } from '../../src/wire/network.ts';
import { backoff, RetryBudget } from '../../src/wire/retry.ts';
import { resetOf, waitOf } from '../../src/wire/server-wait.ts';
import { visible } from '../../src/wire/shown.ts';
import { half, START } from './support.ts';

test.each([
  ['https://api.example.com', { origin: 'https://api.example.com', host: 'api.example.com', prefix: '' }],
  [
    'https://api.example.com:8443/base/',
    { origin: 'https://api.example.com:8443', host: 'api.example.com:8443', prefix: '/base' },
  ],
  ['http://localhost:8080', { origin: 'http://localhost:8080', host: 'localhost:8080', prefix: '' }],
  ['http://127.0.0.1:1//', { origin: 'http://127.0.0.1:1', host: '127.0.0.1:1', prefix: '' }],
  ['http://[::1]:1', { origin: 'http://[::1]:1', host: '[::1]:1', prefix: '' }],
])('%s is a base address', (address, base) => {
  expect(readBase('resourceUrl', address)).toEqual(base);
});

test.each([
  ['http://api.example.com', 'resourceUrl is not encrypted: http://api.example.com'],
  ['http://127.0.0.1.example.com', 'resourceUrl is not encrypted: http://127.0.0.1.example.com'],
  ['http://localhost.example.com', 'resourceUrl is not encrypted: http://localhost.example.com'],
  ['http://10.0.0.1', 'resourceUrl is not encrypted: http://10.0.0.1'],
  ['ftp://api.example.com', 'resourceUrl is not encrypted: ftp://api.example.com'],
  ['api.example.com', 'resourceUrl is not a URL'],
  ['', 'resourceUrl is not a URL'],
  ['mailto:a@example.com', 'resourceUrl is not a URL'],
  ['https://user@api.example.com', 'resourceUrl contains more than a scheme, a host and a path'],
  ['https://:secret@api.example.com', 'resourceUrl contains more than a scheme, a host and a path'],
  ['https://api.example.com?key=1', 'resourceUrl contains more than a scheme, a host and a path'],
  ['https://api.example.com/#here', 'resourceUrl contains more than a scheme, a host and a path'],
])('%s is none', (address, message) => {
  const reading = (): unknown => readBase('resourceUrl', address);
  expect(reading).toThrow(NotiformError);
  expect(reading).toThrow(message);
});

test('this machine goes by a few names', () => {
  const local = [
    'http://localhost',
    'http://emulator.localhost',
    'http://127.0.0.1',
    'http://127.9.9.9',
    'http://[::1]',
  ];
  const remote = ['http://[::2]', 'http://128.0.0.1', 'http://mylocalhost', 'http://0.0.0.0'];
  expect([...local, ...remote].filter((url) => isLoopback(new URL(url)))).toEqual(local);
});

test('plain http to another machine is taken where an emulator answers there, and nothing else that is not encrypted', () => {
  expect(readBase('resourceUrl', 'http://emulator:4010', true)).toMatchObject({ origin: 'http://emulator:4010' });
  expect(() => readBase('resourceUrl', 'ftp://emulator', true)).toThrow('resourceUrl is not encrypted');
});

test('a text shows no secret in any of its forms, and numbers masked', () => {
  const redaction = new Redaction();
  redaction.hide('p&"ss wörd');
  redaction.hide('');
  redaction.mask('010-0000-0000');
  redaction.mask('+82 2 123 4567');
  redaction.mask('12');
  const forms = [
    'p&"ss wörd',
    'p&\\"ss wörd',
    'p%26%22ss%20w%C3%B6rd',
    'p&amp;&quot;ss wörd',
    'p&#38;&#34;ss wörd',
    'cCYic3Mgd8O2cmQ=',
  ];
  expect(forms.map((form) => redaction.clean(form))).toEqual(forms.map(() => '****'));
  expect(redaction.clean('01000000000, 010-0000-0000, 010 0000 0000; 8221234567; 12')).toBe(
    '010****0000, 010****0000, 010****0000; 822****4567; 12',
  );
  expect(redaction.clean('nobody said 01012345678 nor +82 10-1234-5678, but 2026-11-20 12:34:56 and 15880000')).toBe(
    'nobody said 010****5678 nor 821****5678, but 2026-11-20 12:34:56 and 15880000',
  );
});

test('the longer of two secrets is hidden whole', () => {
  const redaction = new Redaction();
  redaction.hide('abcdef');
  redaction.hide('abcdefghi');
  expect(redaction.clean('abcdefghi abcdef')).toBe('**** ****');
});

test('others’ words are one line that moves no cursor', () => {
  expect(visible(' a\r\n\tb \u001b[2J\u0000\u007f\u0085\u202e‮\u200b\ufeff ')).toBe(
    'a b ␛[2J␀␡<U+0085><U+202E><U+202E><U+200B><U+FEFF>',
  );
  expect(visible('가'.repeat(300))).toBe('가'.repeat(300));
  expect(visible('👍'.repeat(301))).toBe(`${'👍'.repeat(299)}…`);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = visible(text, 20);
      expect([...shown].length).toBeLessThanOrEqual(20);
      expect(shown).not.toMatch(/[\p{Cc}\u2028-\u202e]/u);
    }),
  );
});

test.each([
  [{}, undefined],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '120' }, 120_000],
  [{ 'retry-after': ' 1.5 ' }, 1500],
  [{ 'ratelimit-reset': '7', 'retry-after': '3' }, 7000],
  [{ 'ratelimit-reset': '3', 'retry-after': '7' }, 7000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 00:00:10 GMT' }, 10_000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 00:00:00 GMT' }, 0],
  [{ 'retry-after': 'Thu, 19 Nov 2026 00:00:00 GMT' }, 0],
  [{ 'retry-after': 'tomorrow' }, undefined],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after': '1e9' }, undefined],
  [{ 'retry-after': '9999999999' }, undefined],
])('the server asks to wait: %j', (headers, wait) => {
  expect(waitOf(headers, START, true)).toBe(wait);
});

test('RateLimit-Reset is no wait after another failure than too many requests', () => {
  expect(waitOf({ 'ratelimit-reset': '58' }, START, false)).toBeUndefined();
  expect(waitOf({ 'ratelimit-reset': '58', 'retry-after': '3' }, START, false)).toBe(3000);
});

test('the window renews by RateLimit-Reset alone', () => {
  expect(resetOf({ 'retry-after': '5' })).toBeUndefined();
  expect(resetOf({ 'ratelimit-reset': '5' })).toBe(5000);
});

test('waits grow, are drawn by lot and have a cap', () => {
  expect([2, 3, 4, 5, 6, 7, 8].map((next) => backoff(next, half))).toEqual([
    500, 1000, 2000, 4000, 8000, 10_000, 10_000,
  ]);
  expect(backoff(2, { ...half, next: () => 0 })).toBe(0);
  expect(backoff(9, { ...half, next: () => 0.999_999 })).toBe(19_999);
});

test('the budget is 500: 100 repetitions after failures, or 50 after time-outs', () => {
  const count = (after: 'failure' | 'time-out', budget = new RetryBudget()): number => {
    let spent = 0;
    while (budget.spend(after)) spent += 1;
    return spent;
  };
  expect(count('failure')).toBe(100);
  expect(count('time-out')).toBe(50);
  const budget = new RetryBudget();
  budget.earn();
  expect(count('failure', budget)).toBe(100);
  for (let success = 0; success < 4; success += 1) budget.earn();
  expect(budget.spend('failure')).toBe(false);
  budget.earn();
  expect(budget.spend('time-out')).toBe(false);
  expect(budget.spend('failure')).toBe(true);
  expect(budget.spend('failure')).toBe(false);
});

test('an error of the connection is told by a constant, never by its text', () => {
  const error = (code: unknown, message = 'secret'): Error => Object.assign(new Error(message), { code });
  expect(faultOf(error('ECONNREFUSED'))).toEqual({ code: 'ECONNREFUSED', lasting: false });
  expect(faultOf(error('ENOTFOUND'))).toEqual({ code: 'ENOTFOUND', lasting: true });
  expect(faultOf(new AggregateError([error('EHOSTUNREACH')]))).toEqual({
    code: 'EHOSTUNREACH',
    lasting: false,
  });
  expect(faultOf(Object.assign(new AggregateError([]), { code: 'ETIMEDOUT' }))).toMatchObject({ code: 'ETIMEDOUT' });
  expect(faultOf(error('CERT_HAS_EXPIRED', 'certificate has expired'))).toEqual({
    code: 'CERT_HAS_EXPIRED',
    tls: 'expired',
    lasting: true,
    detail: 'certificate has expired',
  });
  expect(faultOf(error(7))).toMatchObject({ code: 'unknown' });
  expect(faultOf(error('with words'))).toMatchObject({ code: 'unknown' });
});
