import { describe, expect, it } from 'vitest';
import { openBench, plainMessage } from './support.ts';

/** The controls of ASCII that no text may have: all but tab, line feed and carriage return. */
const CONTROLS = [...Array(32).keys(), 127].filter((code) => ![9, 10, 13].includes(code));

const named = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;

describe('a control character', () => {
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
