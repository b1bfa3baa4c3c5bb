import { describe, expect, it } from 'vitest';
import { concealed } from '../../src/config/conceal.ts';

describe('what is shown of a configuration around a mistake', () => {
  it.each([
    ['a quoted recipient', 'recipients: { qa: "01000000000" }', 'recipients: { qa: "***********" }'],
    ['one without quotes', '      qa: 01000000000', '      qa: ***********'],
    ['one with hyphens', 'qa: "010-0000-0000"', 'qa: "***-****-****"'],
    ['one of another country', 'qa: "+82 10 0000 0000"', 'qa: "+** ** **** ****"'],
    ["one of another country's length", 'qa: +8613800000000', 'qa: +*************'],
    ['one of full-width digits', 'qa: ０１０-００００-００００', 'qa: ***-****-****'],
    ['one with spaces around its hyphens', 'qa: 010 - 0000 - 0000', 'qa: *** - **** - ****'],
    ['a password', 'password: "hunter two"', 'password: "****** ***"'],
    ['a password without quotes', '{ account: shop, password: hunter2 }', '{ account: ****, password: ******* }'],
    ['a password of several words', 'password: hunter, two }', 'password: ******* *** *'],
    ['a key', "apiKey: 'k-1'", "apiKey: '***'"],
    ['a profile', '{ shop: { key: abc0 } }', '{ shop: { key: **** } }'],
    ['a password in an address', 'url: postgres://me:p%40ss@h/db', 'url: postgres://me:******@h/db'],
    [
      'a password after an address',
      'url: "postgres://h/db?password=p%2Fs&ssl=1"',
      'url: "postgres://h/db?password=*****&ssl=1"',
    ],
    ['a password with an @', 'url: postgres://me:p@ss@h/db', 'url: postgres://me:****@h/db'],
    [
      'a block',
      '  password: |-\n    hunter\n\n    two\n  account: a',
      '  password: **\n    ******\n\n    ***\n  account: *',
    ],
    ['a text of two lines', 'apiKey: "hunter\r\n  two"\ntest: true', 'apiKey: "******\r\n  ***"\ntest: true'],
    ['a misspelled name', 'apikey: k\nPassword: p\nbiz_id: b', 'apikey: *\nPassword: *\nbiz_id: *'],
    ['members in quotes', '"apiKey": "k"', '"apiKey": "*"'],
    [
      'a misspelt name below `credentials`',
      'credentials:\n  apiKye: abc  # x\n  pasword: |\n    a\n    b\n  account: ${env:A}\nstate: {}',
      'credentials:\n  apiKye: ***  * *\n  pasword: *\n    *\n    *\n  account: ${env:A}\nstate: {}',
    ],
    [
      'a misspelt name in braces',
      'dev: { credentials: { apiKye: "a, b: c", account: ${env:A}, pw: x }, state: { path: p } }',
      'dev: { credentials: { apiKye: "** ** *", account: ${env:A}, pw: * }, state: { path: p } }',
    ],
    ['a text in place of the members', '  credential: abc', '  credential: ***'],
    ['what stands beside a variable', 'password: "x-${env:PW}-y"', 'password: "**${env:PW}**"'],
  ])('hides %s', (_, written, shown) => {
    expect(concealed(written)).toBe(shown);
  });

  it.each([
    'url: postgres://me:${env:PW}@h/db',
    'password: ${env:NOTIFORM_PASSWORD}',
    'senders: { main: "15880000" }',
    'resourceUrl: https://api.example.com',
    'credentials:\n  bizId: ${env:BIZ}',
    'version: 1',
  ])('leaves %j', (text) => {
    expect(concealed(text)).toBe(text);
  });

  it('keeps every place', () => {
    const text = 'credentials: { password: "비밀🔑", apiKey: k }\nrecipients: { qa: 010 0000 0000 }\n';
    expect([...concealed(text)]).toHaveLength([...text].length);
  });
});
