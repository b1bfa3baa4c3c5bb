import { expect, it } from 'vitest';
import { checkSendable } from '../../../src/kinds/brand-template/rules/hints.ts';
import { BODIES, typeOf } from '../../../src/send/channels/brand/table.ts';
import { ruleOf } from '../../../src/send/shape.ts';

/** Lint warns of what a message cannot have. It agrees with the form of messages. */

const BUBBLES = ['TEXT', 'IMAGE', 'WIDE', 'WIDE_ITEM_LIST', 'CAROUSEL_FEED', 'COMMERCE', 'PREMIUM_VIDEO'];
const MEMBERS = ['header', 'content', 'image', 'buttons', 'coupon', 'additionalContent', 'commerce'];

it.each([...BUBBLES, 'CAROUSEL_COMMERCE'])('about the members of a %s', (bubble) => {
  const shape = BODIES[typeOf({ bubble }) ?? 'ut'].shape;
  const taken = Object.entries(shape).map(([name, member]) => ruleOf(member).from?.[0] ?? name);
  const found = checkSendable({ bubble, ...Object.fromEntries(MEMBERS.map((name) => [name, {}])) });
  const refused = found.filter(({ message }) => message.includes('does not support')).map(({ path }) => path);
  // A COMMERCE has its text in the registration only (assumption 332).
  const ofForm = bubble === 'COMMERCE' ? [...taken, 'content'] : taken;
  expect(refused).toEqual(MEMBERS.filter((name) => !ofForm.includes(name)));
});
