import { describe, expect, it } from 'vitest';
import { type BrandType, brandTypes } from '../../src/emulator/message/message.ts';
import { free, fullBodies, variableBodies, variableValues } from './brand-message-bodies.ts';
import { by, DELIVERED, openBrandBench } from './brand-message-templates.ts';

describe('a brand message is delivered', () => {
  it.each(brandTypes)('%s: as its template is', async (type) => {
    const { image, register, send } = await openBrandBench();
    const code = await register(type, fullBodies(image)[type]);
    // A price that was left out at registration is a variable, which need not be filled.
    expect(await send(type, by(code))).toEqual(DELIVERED);
  });

  it.each(brandTypes)('%s: with the variables of its template', async (type) => {
    const { image, register, send } = await openBrandBench();
    const code = await register(type, variableBodies(image)[type]);
    expect(await send(type, by(code, variableValues[type]))).toEqual(DELIVERED);
  });

  it.each(brandTypes)('%s: with the full text of its template', async (type) => {
    const { image, register, send } = await openBrandBench();
    const code = await register(type, variableBodies(image)[type]);
    expect(await send(type, by(code, fullBodies(image)[type]))).toEqual(DELIVERED);
  });

  it.each(brandTypes)('%s: without a template', async (type) => {
    const { image, send } = await openBrandBench();
    expect(await send(type, { ...free, ...fullBodies(image)[type] })).toEqual(DELIVERED);
  });
});

it.each<BrandType>(['ut', 'ua'])(
  '%s: what a request holds beyond the documents is answered and listed',
  async (type) => {
    const { image: url, send, control } = await openBrandBench();
    expect(await send(type, { ...free, ...fullBodies(url)[type], colour: 'red' })).toEqual(DELIVERED);
    const warnings = [`content.${type}.colour is not in the documents`];
    expect(await control.waitForMessage()).toMatchObject({ message: { warnings } });
  },
);
