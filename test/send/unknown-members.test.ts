import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { channels as emulated } from '../../src/emulator/message/channels.ts';
import type { Rule } from '../../src/emulator/shape.ts';
import { channels } from '../../src/send/channels/registry.ts';
import { unknownMembers } from '../../src/send/check.ts';

/** The paths of the warnings about the content of a payload. */
function warned(type: string, content: JsonObject, more: JsonObject = {}): (string | undefined)[] {
  const problems = unknownMembers({ type, content: { [type]: content }, ...more });
  expect(problems.every(({ severity }) => severity === 'warning')).toBe(true);
  return problems.map(({ message }) => message.split('`')[1]);
}

it.each<[string, string, JsonObject, string[]]>([
  ['a mistyped member', 'ui', { atachment: {}, mesage: '' }, ['content.ui.atachment', 'content.ui.mesage']],
  ['a member of a list entry', 'at', { button: [{}, { nmae: '' }] }, ['content.at.button[1].nmae']],
  [
    'a member of a card',
    'uc',
    { carousel: { list: [{ attachment: { buton: [] } }] } },
    ['content.uc.carousel.list[0].attachment.buton'],
  ],
  ['a member that only other types have', 'sms', { message: '', subject: '' }, ['content.sms.subject']],
  ['names that the sender chooses', 'ut', { messagevariable: { anything: '' } }, []],
  [
    'what the base of an RCS message decides',
    'rcs',
    { message: { body: {} }, button: [{ suggestions: [{ action: { call: { number: 1 } } }] }] },
    [],
  ],
  ['a type whose members are not documented', 'ntalk', { anything: {} }, []],
  ['an unknown type', 'xx', { anything: {} }, []],
  ['a value of another type', 'at', { button: 'none', item: [] }, []],
])('%s', (_, type, content, expected) => {
  expect(warned(type, content)).toEqual(expected);
});

it('names the members of a fallback and of `resend`', () => {
  const more = { resend: { first: 'lms', thrid: 'sms' }, recontent: { lms: { message: '', titel: '' } } };
  expect(warned('at', {}, more)).toEqual(['recontent.lms.titel', 'resend.thrid']);
});

it('suggests the name that is meant, at every depth', () => {
  const content = { at: { senderKey: '', button: [{ nmae: '' }], colour: '' } };
  const hints = unknownMembers({ type: 'at', content, reffkey: '' }).map(({ hint }) => /`(.*)`/.exec(hint ?? '')?.[1]);
  expect(hints).toEqual(['refkey', 'name', 'senderkey', undefined]);
});

/** A content with every member of a shape. */
function whole(rule: Rule): JsonObject[string] {
  if (rule.is === 'list') return [whole(rule.each)];
  if (rule.is === 'record') return { chosen: whole(rule.each) };
  if (rule.is !== 'object') return '';
  return Object.fromEntries(Object.entries(rule.members).map(([name, one]) => [name, whole(one)]));
}

it.each(channels.flatMap(({ types }) => [...types]))(
  'no member that the emulator takes is unknown: %s',
  async (type) => {
    const [, channel] = Object.entries(emulated).find(([name]) => name === type) ?? [];
    const members = (await channel?.shape()) ?? {};
    const content = whole({ is: 'object', members });
    expect(Object.keys(members).length > 0).toBe(type !== 'ntalk');
    expect(unknownMembers({ type, content: { [type]: content } })).toEqual([]);
  },
);
