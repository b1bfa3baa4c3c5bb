import { describe, expect, it } from 'vitest';
import { emulatorAccount, openBench, plainMessage, postJson, SHOP } from './support.ts';

/** The controls of ASCII that no text may have: all but tab, line feed and carriage return. */
const CONTROLS = [...Array(32).keys(), 127].filter((code) => ![9, 10, 13].includes(code));

const named = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;

describe('a control character', () => {
  it('is registered in a text, whichever it is: resource API 2.2 and 2.4 forbid none', async () => {
    const { add, call, url } = await openBench();
    const templateContent = `가${CONTROLS.map((code) => String.fromCharCode(code)).join('')}\n\t나`;
    expect(await add({ templateContent })).toMatchObject({ code: '200', data: { templateContent } });
    const comment = '급해요\u0000';
    expect(await call('/template/request', { templateCode: 'order_paid', comment })).toMatchObject({ code: '200' });
    const brand = { templateName: '글', chatBubbleType: 'TEXT', content: templateContent };
    const base = { ...emulatorAccount, senderKey: SHOP };
    expect((await postJson(`${url}/v4/msgr/brand/template/add`, { ...base, ...brand })).body).toMatchObject({
      code: '200',
      data: { content: templateContent },
    });
  });

  it('is none of those that the name of a tag takes (resource API 2.3)', async () => {
    const { url } = await openBench();
    const tag = { ...emulatorAccount, senderKey: SHOP, groupTagName: 'a\u007f' };
    expect((await postJson(`${url}/v4/msgr/groupTag/create`, tag)).body).toEqual({
      code: '405',
      message: 'groupTagName has characters that are not allowed',
    });
  });

  it('is refused in a message, and so is half of a character', async () => {
    const { message, url, token } = await openBench();
    expect(await message({ ...plainMessage, refkey: 'a\u001b' })).toMatchObject({
      status: 400,
      body: { code: 2000, description: 'invalid message: refkey has the control character U+001B' },
    });
    for (const code of CONTROLS)
      expect(
        await message({ ...plainMessage, content: { at: { message: `가${String.fromCharCode(code)}` } } }),
      ).toMatchObject({
        status: 400,
        body: {
          code: 2000,
          description: `invalid message: content.at.message has the control character ${named(code)}`,
        },
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
