import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { emulatorAccount, openBench, plainMessage, postJson, SHOP } from './support.ts';

/** The controls of ASCII that no text may have: all but tab, line feed and carriage return. */
const CONTROLS = [...Array(32).keys(), 127].filter((code) => ![9, 10, 13].includes(code));

const named = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;

describe('a control character', () => {
  it('is refused in a text of the resource API, whichever it is', async () => {
    const { add } = await openBench();
    for (const code of CONTROLS)
      expect(await add({ templateContent: `가${String.fromCharCode(code)}` })).toEqual({
        code: '405',
        message: `templateContent has the control character ${named(code)}`,
      });
    expect(await add({ templateContent: '한 줄\n두 줄\r\n\t세 줄' })).toMatchObject({ code: '200' });
    expect(await add({ templateCode: 'c1', templateName: '둘', templateContent: '\u0080 \u00a0' })).toMatchObject({
      code: '200',
    });
  });

  it.each<[place: string, changes: JsonObject]>([
    ['templateName', { templateName: '\u0007' }],
    [
      'buttons[1].name',
      {
        buttons: [
          { name: '보기', linkType: 'BK' },
          { name: '\u0007', linkType: 'BK' },
        ],
      },
    ],
    ['templateItem.list[0].title', { templateItem: { list: [{ title: 'a\u0007', description: 'b' }] } }],
    ['colour', { colour: '\u0007' }],
    ['…', { 'what nobody knows': '\u0007' }],
  ])('is told with its place: %s', async (place, changes) => {
    const { add } = await openBench();
    expect(await add(changes)).toEqual({ code: '405', message: `${place} has the control character U+0007` });
  });

  it('is refused in a comment and in the name of a tag', async () => {
    const { add, call, url } = await openBench();
    expect(await add()).toMatchObject({ code: '200' });
    expect(await call('/template/request', { templateCode: 'order_paid', comment: '급해요\u0000' })).toEqual({
      code: '405',
      message: 'comment has the control character U+0000',
    });
    const tag = { ...emulatorAccount, senderKey: SHOP, groupTagName: 'a\u007f' };
    expect((await postJson(`${url}/v4/msgr/groupTag/create`, tag)).body).toEqual({
      code: '405',
      message: 'groupTagName has the control character U+007F',
    });
  });

  it('is refused in a message, and so is half of a character', async () => {
    const { message, url, token } = await openBench();
    expect(await message({ ...plainMessage, refkey: 'a\u001b' })).toMatchObject({
      status: 400,
      body: { code: 2000, description: 'invalid message: refkey has the control character U+001B' },
    });
    expect(await message({ ...plainMessage, content: { at: { message: '가\u0000' } } })).toMatchObject({
      status: 400,
      body: { code: 2000, description: 'invalid message: content.at.message has the control character U+0000' },
    });
    const response = await fetch(`${url}/v3/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${await token()}` },
      body: '{"refkey":"\\ud800"}',
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 2000, description: 'invalid message: the body is not unicode' },
    ]);
  });
});
