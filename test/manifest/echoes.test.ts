import { describe, expect, it } from 'vitest';
import { judgeSends } from '../../src/cli/send/judge.ts';
import { systemClock } from '../../src/files/system.ts';
import { environment } from '../send/support.ts';
import { folder } from './folder.ts';
import { load } from './project.ts';

const TEMPLATE = `kind: NotificationTemplate
id: paid
name: 결제
category: "001001"
messageType: BA
content: 주문 본문
`;
const SEND = 'kind: TestSend\nid: smoke\ntemplate: NotificationTemplate/shop/paid\nto: [qa]\n';

async function codesWith(template: string): Promise<string[]> {
  const { problems } = await load(folder({ 'a.yaml': template, 'b.yaml': SEND }), {
    judge: (read) => judgeSends(read, { environment, defaultSender: 'main', clock: systemClock }),
  });
  return problems.map(({ code, place }) => `${place?.file} ${code}`);
}

describe('a test send of a template that could not be read', () => {
  it.each([
    ['is no YAML', TEMPLATE.replace('name: 결제', '\tname: 결제'), ['a.yaml yaml-syntax']],
    ['has an unknown kind', TEMPLATE.replace('kind: Not', 'kind: Nott'), ['a.yaml unknown-kind']],
    ['has a misspelt id', TEMPLATE.replace('id: ', 'iid: '), ['a.yaml unknown-field']],
    ['has an id of another form', TEMPLATE.replace('paid', 'Paid_Now'), ['a.yaml wrong-form']],
  ])('is no second mistake, where it %s', async (_, template, codes) => {
    expect(await codesWith(template)).toEqual(codes);
  });

  it('is one, where every document was read', async () => {
    expect(await codesWith(TEMPLATE.replace('paid', 'payed'))).toEqual(['b.yaml send-template']);
    expect(await codesWith(TEMPLATE)).toEqual([]);
  });
});

it.each(['01099998888', '+821099998888', '1099998888'])('an unquoted number is not shown: %s', async (number) => {
  const send = `${SEND}variables: { 전화: ${number}, 번호: 1234 }\n`;
  const { problems } = await load(folder({ 'a.yaml': TEMPLATE, 'b.yaml': send }));
  expect(problems.filter(({ code }) => code === 'wrong-type').map(({ hint }) => hint)).toEqual([
    'Put it in quotes',
    'Put it in quotes: `"1234"`',
  ]);
  expect(JSON.stringify(problems)).not.toContain('9998888');
});

it.each([
  ['a price of nine digits is shown', 'regularPrice: 212345678', 'regularPrice: 212345678'],
  ['a number of a mobile phone is not', 'regularPrice: 1012345678', 'regularPrice: **********'],
  ['a number with its zero is not', 'regularPrice: 012345678', 'regularPrice: *********'],
  ['a number in quotes is not', 'regularPrice: "212345678"', 'regularPrice: "*********"'],
  ['a number in another field is not', 'title: 212345678', 'title: *********'],
  [
    'nor is one beside a price',
    'title: 02-1234-5678, regularPrice: 212345678',
    'title: **-****-****, regularPrice: 212345678',
  ],
  ['nor one of full-width digits', 'title: ０１０１２３４５６７８', 'title: ***********'],
])('in an excerpt, %s', async (_, written, shown) => {
  const template = `kind: BrandTemplate\nid: coat\nbubble: COMMERCE\ncommerce: { ${written} }\nwrong: 1\n`;
  const { sources } = await load(folder({ 'a.yaml': template }));
  expect(sources.get('a.yaml')).toContain(`commerce: { ${shown} }`);
});
