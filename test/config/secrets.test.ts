import { expect, it } from 'vitest';
import { passwordsIn } from '../../src/config/conceal.ts';

it.each([
  ['postgres://me:p%40ss@h/db', ['p%40ss', 'p@ss']],
  ['postgres://me:p@ss@h/db', ['p@ss', 'p@ss']],
  ['postgres://h/db?user=me&password=p%2Fs&ssl=1', ['p%2Fs', 'p/s']],
  ['postgres://me:one@h/db?password=two', ['one', 'one', 'two', 'two']],
  ['postgres://me:100%@h/db', ['100%']],
  ['postgres://me@h/db', []],
  ['postgres://h/db?passwordless=1', []],
])('the passwords of %s', (url, passwords) => {
  expect(passwordsIn(url)).toEqual(passwords);
});
