import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import { textsIn } from '../../src/send/members.ts';
import type { PreparedSend } from '../../src/send/prepare.ts';
import { objectsOf, sendableTemplate } from './arbitrary.ts';
import { approved, first, prepared, prove, template, testSend } from './support.ts';

interface Case {
  content: JsonObject;
  values: Record<string, string>;
}

/** No longer than the variable that it stands for, so that every limit still holds. */
const value = (maxLength: number) =>
  fc
    .array(fc.constantFrom('가', 'a', ' ', '😀', '\n', '"', '.', '님'), { minLength: 1, maxLength })
    .map((parts) => parts.join(''))
    .filter((text) => text.trim() !== '');

const values = fc.record({
  이름: value(5),
  금액: fc.constantFrom('0', '12', '1,200', '12345'),
  주문번호: value(7),
});

const cases: fc.Arbitrary<Case> = fc.record({ content: sendableTemplate, values });

function send({ content, values: of }: Case): PreparedSend {
  const maps = objectsOf(content['buttons']).filter(({ type }) => type === 'MP');
  const buttons = Object.fromEntries(maps.map(({ name }) => [String(name), { map: { address: '서울시 중구' } }]));
  const samples = [{ name: '기본', values: of }];
  return first(
    prepared({ template: template(content, { samples }), approved: approved(content), test: testSend({ buttons }) }),
  );
}

it('a message that is made of a template and values is always proved by it', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const made = send(one);
      expect(made.proof).toEqual([]);
      expect(prove(made.payload, approved(one.content))).toEqual([]);
    }),
  );
});

it('every edit of one character in a text of the template is found', () => {
  fc.assert(
    fc.property(
      cases,
      fc.nat(),
      fc.nat(),
      fc.constantFrom('x', '나', '\n'),
      fc.nat(2),
      (one, which, at, character, edit) => {
        const { payload } = send(one);
        const content = payload.content[payload.type] as JsonObject;
        const texts = textsIn(content).filter(({ path }) => !/(senderkey|templatecode|\.type|map_address)$/.test(path));
        const { path, text } = texts[which % texts.length] ?? { path: '', text: '' };
        const edited = editAt(text, at, character, edit);
        fc.pre(edited !== text);
        const changed: JsonObject = {
          ...payload,
          content: { [payload.type]: replaceAt(content, path, edited) },
        };
        const found = prove(changed, approved(one.content), new Map(Object.entries(one.values))).find(
          (failure) => failure.path === path && (failure.code === 'send-differs' || failure.code === 'send-parts'),
        );
        expect(found).toBeDefined();
      },
    ),
  );
});

function editAt(text: string, at: number, character: string, edit: number): string {
  const characters = Array.from(text);
  const index = at % characters.length;
  if (edit === 0) characters.splice(index, 0, character);
  else characters.splice(index, 1, ...(edit === 1 ? [character] : []));
  return characters.join('');
}

function replaceAt(value: Json, path: string, text: string, here = ''): Json {
  if (here === path) return text;
  if (Array.isArray(value)) return value.map((item, index) => replaceAt(item, path, text, `${here}[${index}]`));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      replaceAt(member, path, text, here === '' ? key : `${here}.${key}`),
    ]),
  );
}
