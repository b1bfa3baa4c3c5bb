import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../../src/core/json.ts';
import { type BrandType, brandTypes } from '../../../src/emulator/message/message.ts';
import { fullBodies, variableBodies, variableValues } from '../../emulator/brand-message-bodies.ts';
import { DELIVERED } from '../../emulator/brand-message-templates.ts';
import { brandSend, brandTemplate, contentOf, freeSend, openSendBench, prepareBrand } from './support.ts';

/** The values of all variables of a template, as a test send has them. */
function valuesOf(type: BrandType): Record<string, string> {
  const found: Record<string, string> = {};
  const collect = (value: unknown): void => {
    for (const [key, member] of Object.entries(isObject(value) ? value : {})) {
      if (typeof member === 'string') found[key] = member;
      else collect(member);
    }
    if (Array.isArray(value)) value.forEach(collect);
  };
  collect(variableValues[type]);
  for (const list of Object.values(variableValues[type])) collect(list);
  return found;
}

describe.each(brandTypes)('a test send of a %s is delivered', (type) => {
  it('as its template is', async () => {
    const { image, registered, send } = await openSendBench();
    const approved = await registered(type, fullBodies(image)[type]);
    const prepared = contentOf(prepareBrand(brandSend(), { template: brandTemplate(approved.content), approved }));
    expect(prepared).toMatchObject({ type, content: { brandmessagetype: 'BASIC', templatecode: approved.code } });
    expect(Object.keys(prepared.content)).toHaveLength(4);
    expect(await send(type, prepared.content)).toEqual(DELIVERED);
  });

  it('with the values of its variables', async () => {
    const { image, registered, send } = await openSendBench();
    const approved = await registered(type, variableBodies(image)[type]);
    const test = brandSend({ variables: valuesOf(type) });
    const { content } = contentOf(prepareBrand(test, { template: brandTemplate(approved.content), approved }));
    expect(content).toMatchObject(variableValues[type]);
    expect(await send(type, content)).toEqual(DELIVERED);
  });

  it('with the full text of its template', async () => {
    const { image, registered, send } = await openSendBench();
    const approved = await registered(type, variableBodies(image)[type]);
    const test = brandSend({ variables: valuesOf(type), brand: { mode: 'full' } });
    const { content } = contentOf(prepareBrand(test, { template: brandTemplate(approved.content), approved }));
    expect(content).toEqual({ ...basicOf(approved.code), ...fullBodies(image)[type] });
    expect(await send(type, content)).toEqual(DELIVERED);
  });

  it('with a full text of its own', async () => {
    const { image, registered, send } = await openSendBench();
    const approved = await registered(type, variableBodies(image)[type]);
    const { content: body } = await registered(type, fullBodies(image)[type]);
    const test = brandSend({ brand: { mode: 'full', body } });
    const { content } = contentOf(prepareBrand(test, { template: brandTemplate(approved.content), approved }));
    expect(content).toEqual({ ...basicOf(approved.code), ...fullBodies(image)[type] });
    expect(await send(type, content)).toEqual(DELIVERED);
  });

  it('without a template, with the content of a declared one', async () => {
    const { image, registered, send } = await openSendBench();
    const { content: declared } = await registered(type, variableBodies(image)[type]);
    const test = brandSend({ variables: valuesOf(type), brand: { mode: 'free' } });
    const { content } = contentOf(prepareBrand(test, { source: brandTemplate(declared) }));
    expect(content).toEqual({ ...freeOf, ...fullBodies(image)[type] });
    expect(await send(type, content)).toEqual(DELIVERED);
  });

  it('without a template, with a content of its own', async () => {
    const { image, registered, send } = await openSendBench();
    const { content: body } = await registered(type, variableBodies(image)[type]);
    const test = freeSend({ variables: valuesOf(type), brand: { body } });
    const { content } = contentOf(prepareBrand(test, {}));
    expect(content).toEqual({ ...freeOf, ...fullBodies(image)[type] });
    expect(await send(type, content)).toEqual(DELIVERED);
  });
});

const freeOf: JsonObject = { senderkey: 'shop-key', brandmessagetype: 'FREE', sendtarget: 'friend' };

function basicOf(templatecode: string): JsonObject {
  return { senderkey: 'shop-key', brandmessagetype: 'BASIC', templatecode, sendtarget: 'friend' };
}
