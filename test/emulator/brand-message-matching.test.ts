import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { fillBody } from '../../src/emulator/message/brand/filling.ts';
import { bodyShapes } from '../../src/emulator/message/brand/shape.ts';
import { differences, pickBody } from '../../src/emulator/message/matching.ts';
import type { BrandType } from '../../src/emulator/message/message.ts';
import { changed, fullBodies, variableBodies, variableValues } from './brand-message-bodies.ts';

const image = (use: string): string => `http://127.0.0.1/images/${use.replace('/', '-')}.png`;
const bodies = fullBodies(image);
const patterns = variableBodies(image);

it('a full text has as many elements as its template', () => {
  const sent = pickBody(changed(bodies.ut, 'button.1', { name: '질문', type: 'BK' }), bodyShapes.ut);
  expect(differences(patterns.ut, sent)).toEqual(['the number of elements in button is 2, in the template 1']);
});

it.each<[BrandType, JsonObject, string[]]>([
  ['ut', { messagevariable: { 일: '할인' } }, ['messagevariable.말 is a variable of the template and was not sent']],
  [
    'ut',
    { messagevariable: { 일: '할인', 말: '서두르', 이름: '길동' } },
    ['messagevariable.이름 is not a variable of the template'],
  ],
  [
    'ut',
    { messagevariable: { 일: '#{말}', 말: '서두르' } },
    ['messagevariable.일 holds a variable that was not filled'],
  ],
  ['um', { commercevariable: { 상품: '코트' } }, ['commercevariable.정상가격 is required and was not sent']],
  ['ul', { imagevariable: ['a'] }, ['the number of elements in imagevariable is 1, in the template 3']],
])('the variables are those of the template: %s %j', (type, changes, problems) => {
  expect(fillBody(patterns[type], { ...variableValues[type], ...changes }).problems).toEqual(problems);
});

it('ESCAPE_COUPON takes the coupon out', () => {
  const { coupon: _coupon, ...body } = bodies.ut;
  const couponvariable = { 할인금액: 'ESCAPE_COUPON' };
  expect(fillBody(patterns.ut, { ...variableValues.ut, couponvariable })).toEqual({ body, problems: [] });
});
