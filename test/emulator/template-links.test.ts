import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { openBench } from './support.ts';

/** Each place where a template has a web address, with this one there. */
const PLACES: readonly [place: string, at: (link: string) => JsonObject][] = [
  ['buttons[0].linkMo', (linkMo) => ({ buttons: [{ name: '보기', linkType: 'WL', linkMo }] })],
  [
    'buttons[0].linkPc',
    (linkPc) => ({ buttons: [{ name: '보기', linkType: 'WL', linkMo: 'https://m.example.com', linkPc }] }),
  ],
  [
    'buttons[0].linkMo',
    (linkMo) => ({ buttons: [{ name: '앱', linkType: 'AL', linkAnd: 'a://', linkIos: 'i://', linkMo }] }),
  ],
  ['quickReplies[0].linkMo', (linkMo) => ({ quickReplies: [{ name: '답', linkType: 'WL', linkMo }] })],
  [
    'quickReplies[0].linkPc',
    (linkPc) => ({ quickReplies: [{ name: '답', linkType: 'WL', linkMo: 'https://m.example.com', linkPc }] }),
  ],
  ['templateRepresentLink.linkMo', (linkMo) => ({ templateRepresentLink: { linkMo } })],
  ['templateRepresentLink.linkPc', (linkPc) => ({ templateRepresentLink: { linkPc } })],
];

const WEB = [
  'https://m.example.com',
  'http://example.com:8080/a?b=#{주문 번호}',
  'HTTPS://쇼핑.한국/',
  'https://192.0.2.1/',
  'https://[2001:db8::1]/',
  'https://#{host}/orders',
  'https://#{shop}.example.com',
  'https://m.#{도메인}/',
  'https://localhost:#{port}/',
  '#{링크}',
  '#{주소}/orders/#{번호}',
];

const NO_WEB = [
  'a',
  'm.example.com',
  'https:',
  'https://',
  'https:///orders.html',
  'https://shop',
  'https://localhost:4010/a.b',
  'https://shop/#{주문 번호}',
  'https://?#{host}',
  'https://.com',
  'https://m.',
  'https://someone@example.com/',
  'https://a.b:c@example.com/',
  'https://[shop]/',
  'ftp://example.com/',
  'javascript:alert(1)',
  'shop://orders.example.com',
  ' https://m.example.com',
];

describe('a web address of a template', () => {
  it.each(PLACES)('%s has http or https and a host, or comes with a variable', async (place, at) => {
    const { add } = await openBench();
    for (const [index, link] of WEB.entries())
      expect([link, await add({ templateCode: `a${index}`, templateName: `이름 ${index}`, ...at(link) })]).toEqual([
        link,
        expect.objectContaining({ code: '200' }),
      ]);
    const message = `${place} must begin with http:// or https:// and a host of several parts, or with a variable`;
    for (const link of NO_WEB) expect([link, await add(at(link))]).toEqual([link, { code: '511', message }]);
  });
});
