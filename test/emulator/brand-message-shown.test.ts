import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { basic, free } from './brand-message-bodies.ts';
import { openBrandBench } from './brand-message-templates.ts';
import { emulatorAccount, plainMessage, postJson, SHOP } from './support.ts';

interface Shown {
  /** Calls an endpoint of the shop's brand templates; the code of the answer. */
  call(path: string, body: JsonObject): Promise<string>;
  /** Sends, and gives what draws the bubble that the phone shows. */
  send(content: JsonObject): Promise<() => Promise<string>>;
  later(): Promise<unknown>;
}

const greeting = { templateCode: 'brand_1', templateName: '인사', chatBubbleType: 'TEXT' };

async function open(): Promise<Shown> {
  const { url, control, message } = await openBrandBench();
  await control.seed({ brandTemplates: [{ ...greeting, profile: 'shop', content: '#{말} 첫째' }] });
  return {
    call: async (path, body) => {
      const members = { ...emulatorAccount, senderKey: SHOP, ...body };
      return String((await postJson(`${url}/v4/msgr/brand/template${path}`, members)).body['code']);
    },
    send: async (content) => {
      const { body } = await message({ ...plainMessage, type: 'ut', content: { ut: content } });
      await control.clock({ advance: 300 });
      return async () => (await fetch(`${url}/?area=inbox&open=${body['messagekey']}`)).text();
    },
    later: () => control.clock({ advance: 1000 }),
  };
}

const filled = { ...basic, messagevariable: { 말: '안녕' } };

describe('the phone shows', () => {
  it('the template with its variables filled', async () => {
    const { send } = await open();
    const draw = await send(filled);
    expect(await draw()).toContain('안녕 첫째');
  });

  it('the full text, and what has no template', async () => {
    const { send } = await open();
    const [text, alone] = [await send({ ...basic, message: '전문 첫째' }), await send({ ...free, message: '자유 글' })];
    expect(await text()).toContain('전문 첫째');
    expect(await alone()).toContain('자유 글');
  });

  it('the template as it was when the message went out', async () => {
    const { call, send, later } = await open();
    const before = await send(filled);
    await later();
    expect(await call('/update', { ...greeting, content: '#{말} 둘째' })).toBe('200');
    await later();
    const after = await send(filled);
    expect(await before()).toContain('안녕 첫째');
    expect(await after()).toContain('안녕 둘째');
  });

  it('nothing of a template that is gone', async () => {
    const { call, send } = await open();
    const draw = await send(filled);
    expect(await call('/delete', { templateCode: 'brand_1' })).toBe('200');
    const drawn = await draw();
    expect(drawn).toContain('<svg');
    expect(drawn).not.toContain('첫째');
  });
});
