import { expect, it } from 'vitest';
import { checkSendable } from '../../../src/kinds/brand-template/rules/hints.ts';
import { checkBrand } from '../../../src/send/channels/brand/form.ts';
import { BODIES, BUTTON, typeOf } from '../../../src/send/channels/brand/table.ts';
import { LINK_MEMBERS } from '../../../src/send/members.ts';
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

it.each(['WL', 'AL', 'BK', 'MD', 'BC', 'BT', 'BF', 'AC'])('about the links of a button of type %s', (type) => {
  for (const [device, member] of Object.entries(LINK_MEMBERS)) {
    for (const given of [true, false]) {
      const common = { senderkey: 'k', brandmessagetype: 'FREE', sendtarget: 'friend', message: '안녕' };
      const button = { name: '채널 추가', type, ...(given && { [member]: 'https://shop.example.com' }) };
      const refused = checkBrand('ut', { ...common, button: [button] }).map(({ path }) => path);
      const declared = { name: '채널 추가', type, link: given ? { [device]: 'https://shop.example.com' } : {} };
      const warned = checkSendable({ bubble: 'TEXT', buttons: [declared] }).map(
        ({ message, path }) => `${path} ${message}`,
      );
      const isWarned = warned.some((one) => one.startsWith('buttons[0]') && one.includes(device));
      expect([device, given, isWarned]).toEqual([device, given, refused.includes(`button[0].${member}`)]);
    }
  }
  expect(Object.keys(BUTTON)).toEqual(expect.arrayContaining(Object.values(LINK_MEMBERS)));
});
