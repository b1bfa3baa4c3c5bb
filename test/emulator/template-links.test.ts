import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
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

const ADDRESSES = [
  'https://m.example.com',
  '#{주소}/orders/#{번호}',
  'm.example.com',
  'https://localhost:4010/a.b',
  'shop://orders',
];

describe('a web address of a template', () => {
  // Validation warns of what is no address (AT12); resource API 2.2 forbids none.
  it.each(PLACES)('%s is kept as it is written', async (_place, at) => {
    const { add } = await openBench();
    for (const [index, link] of ADDRESSES.entries())
      expect([link, await add({ templateCode: `a${index}`, templateName: `이름 ${index}`, ...at(link) })]).toEqual([
        link,
        expect.objectContaining({ code: '200', data: expect.objectContaining(stored(at(link))) }),
      ]);
  });
});

/** What a detail shows of these members. */
function stored(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(containing) : containing(value),
    ]),
  );
}

function containing(value: Json) {
  return isObject(value) ? expect.objectContaining(value) : value;
}
