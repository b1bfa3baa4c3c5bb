import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { filled as fillTexts } from '../../src/kinds/bubble.ts';
import { normalise } from '../../src/kinds/notification-template/codec.ts';
import { templateManifest } from '../kinds/notification-template/arbitrary.ts';
import { orderPaid, paidContent, prove } from '../send/support.ts';
import { catalogOf, compile, load, moduleOf, row } from './support.ts';

const KEY = 'k'.repeat(40);
const plain: JsonObject = { name: '환영', category: '001001', messageType: 'BA', content: '환영합니다.' };
const shop = [row('order_paid', orderPaid), row('welcome', plain), row('old', plain, { state: 'REJ' })];

/** Texts that end a string, a comment or a line, or look like another text. */
const HOSTILE = '*/ "; \' ` ${process.exit(1)} // \n\r\u2028\u2029 \u202e \u200b \\ @deprecated <!-- </script> #{a';
const hostile = row('__proto__', {
  ...plain,
  name: `x*/ export const injected = 1; /* ${HOSTILE}`,
  content: `${HOSTILE}}#{__proto__} #{constructor} #{*/x} #{"]; y} #{이 름}`,
});

describe('the generated module', () => {
  const uses = (line: string): string => `import { type Code, type Message, render } from './catalog';\n${line}\n`;
  const right = uses(`
const key: string = '${KEY}';
const paid: Message = render('order_paid', { 이름: '홍길동', 금액: '12,000', 주문번호: 'A-1' }, key);
export const codes: Code[] = ['order_paid', 'welcome'];
export const body: string = paid.type === 'at' ? paid.content.at.message : paid.content.ai.message;
export const request = { from: '15880000', ...render('welcome', {}, key) };`);
  const wrong = {
    'a forgotten variable': `render('order_paid', { 이름: '홍길동', 금액: '12,000' }, '');`,
    'a variable that the template does not have': `render('welcome', { 이름: '홍길동' }, '');`,
    'one variable too many': `render('order_paid', { 이름: '', 금액: '', 주문번호: '', 상품: '' }, '');`,
    'a number': `render('order_paid', { 이름: '홍길동', 금액: 12000, 주문번호: 'A-1' }, '');`,
    'a variable that may be missing': `export const f = (금액?: string) => render('order_paid', { 이름: '', 주문번호: '', 금액 }, '');`,
    'a code that is not approved': `render('old', {}, '');`,
    'any text as a code': `export const f = (code: string) => render(code, {}, '');`,
    'no sender key': `render('welcome', {});`,
  };

  it('compiles in strict mode, and misuse does not', () => {
    const files = Object.fromEntries(Object.entries(wrong).map(([name, line]) => [`${name}.ts`, uses(line)]));
    const found = compile({
      'catalog.ts': moduleOf(shop),
      'hostile.ts': moduleOf([hostile, { ...hostile, template: { ...hostile.template, profile: 'm*/all' } }]),
      'empty.ts': moduleOf([]),
      'right.ts': right,
      ...files,
    });
    expect(found['right.ts']).toEqual([]);
    const failing = Object.entries(found).filter(([, messages]) => messages.length > 0);
    expect(failing.map(([name]) => name)).toEqual(Object.keys(files));
    // Each fails for its line, and not for the import that some lines do not use.
    const reasons = failing.flatMap(([, messages]) => messages.filter((one) => !/is declared but/.test(one)));
    expect(reasons).toHaveLength(failing.length);
  });

  it('renders what the approved template accepts', async () => {
    const { render } = await load(moduleOf(shop));
    expect(render('order_paid', { 이름: '홍길동', 금액: '12,000', 주문번호: 'A-1', 더: '' }, KEY)).toEqual({
      type: 'at',
      content: paidContent(KEY),
    });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ 금액: undefined }, 'missing 금액'],
    [{ 금액: 12_000 }, 'missing 금액'],
    [{ 금액: '' }, 'empty 금액'],
    [{ 금액: '1\u001b2' }, 'control-character 금액'],
    [{ 금액: '1\ud83d' }, 'malformed 금액'],
    [{ 금액: '#{이름}' }, 'variable title'],
    [{ 금액: '9'.repeat(50) }, 'too-long title'],
    [{ 이름: '가'.repeat(1300) }, 'too-long message'],
  ])('refuses values with a typed error that does not repeat them: %#, $1', async (values, fault) => {
    const { render, RenderError } = await load(moduleOf(shop));
    const given = { 이름: '비밀이름', 금액: '98765', 주문번호: 'A-1', ...values };
    const error = thrownBy(() => render('order_paid', given, KEY));
    expect(error).toBeInstanceOf(RenderError);
    expect(error).toMatchObject({ name: 'RenderError', fault: fault.split(' ')[0], at: fault.split(' ')[1] });
    expect(String(error)).not.toMatch(/비밀이름|98765|9{9}|가가/);
  });

  it.each(['old', 'nowhere', '__proto__', 'constructor'])(
    'refuses the code %s, which is not in the catalog',
    async (code) => {
      const { render } = await load(moduleOf(shop));
      expect(() => render(code, {}, KEY)).toThrow(`The catalog has no template ${code}`);
    },
  );

  it.each<[string, JsonObject]>([
    ['message', { content: '#{값}' }],
    ['button[0].name', { buttons: [{ type: 'BK', name: '#{값}' }] }],
    [
      'item.list[1].description',
      {
        emphasis: { type: 'ITEM_LIST' },
        items: [
          { title: '번호', description: '1' },
          { title: '상품', description: '#{값}' },
        ],
      },
    ],
  ])('refuses to leave %s blank, and leaves other texts so', async (at, content) => {
    const { render } = await load(moduleOf([row('blank', { ...plain, header: '#{머리}', ...content })]));
    const error = thrownBy(() => render('blank', { 값: ' \n', 머리: ' ' }, KEY));
    expect(error).toMatchObject({ fault: 'empty', at, message: `${at} is required and is blank` });
    expect(render('blank', { 값: '1', 머리: ' ' }, KEY).content['at']).toMatchObject({ header: ' ' });
  });

  it.each(['', ' ', 'k'.repeat(41), '#{key}'])('refuses the sender key %j', async (key) => {
    const { render } = await load(moduleOf(shop));
    expect(() => render('welcome', {}, key)).toThrow('A sender key has 1 to 40 characters');
  });

  it('keeps hostile texts as texts: nothing ends its string or comment, and nothing is invisible', async () => {
    const text = moduleOf([hostile, row('old', plain, { state: 'x*/\u2028\ud800export const injected = 2' })]);
    expect(text).not.toMatch(/[\u2028\u2029\u202e\u200b\ud800\r]/u);
    const module = await load(text);
    expect(Object.keys(module).sort()).toEqual(['RenderError', 'render']);
    const variables = catalogOf([hostile]).templates[0]?.variables ?? [];
    const values = Object.fromEntries(variables.map((name) => [name, '값']));
    const own = Object.defineProperty(values, '__proto__', { value: '값', enumerable: true });
    const { at = {} } = module.render('__proto__', own, KEY).content;
    expect(prove(envelope({ type: 'at', content: { at } }), approvedOf(hostile))).toEqual([]);
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

function approvedOf({ approved }: ReturnType<typeof row>) {
  if (!approved) throw new Error('it is approved');
  return approved;
}

function envelope(message: { type: string; content: JsonObject }): JsonObject {
  return { from: '15880000', to: '01000000000', refkey: 'r', ...message };
}

/** Templates of all shapes; some cannot be sent. */
const rows = fc
  .sample(templateManifest, { seed: 7, numRuns: 80 })
  .map((manifest, index) => row(`t_${index}`, normalise({ ...manifest, code: `t_${index}` }) as JsonObject));

const word = fc
  .array(fc.constantFrom('가', 'a', ' ', '😀', '#', '{', '}', '#{이름}', '1', '1,200', '\n', '\u200d', '$&', '$1'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));
const value = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('1', '12', '홍길동', '$&', '{이름}') }, word);

it('every rendered message proves, and what is refused for its template would not', async () => {
  const { render, RenderError } = await load(moduleOf(rows));
  const { templates } = catalogOf(rows);
  expect(templates.length).toBeGreaterThan(20);
  const seen: string[] = [];
  fc.assert(
    fc.property(fc.nat(), fc.array(value, { minLength: 3, maxLength: 3 }), (which, words) => {
      const entry = templates[which % templates.length];
      const { approved } = rows.find(({ template }) => template.name === entry?.key) ?? {};
      if (!entry || !approved) throw new Error('no template');
      const values = new Map(entry.variables.map((name, index) => [name, words[index % words.length] ?? '']));
      try {
        const { type, content } = render(entry.key, Object.fromEntries(values), KEY);
        seen.push('rendered');
        expect(prove(envelope({ type, content }), approved)).toEqual([]);
      } catch (error) {
        if (!(error instanceof RenderError)) throw error;
        seen.push(error.fault);
        const filled = { senderkey: KEY, templatecode: entry.templatecode, ...fillTexts(entry.content, values) };
        expect(prove(envelope({ type: entry.type, content: { [entry.type]: filled } }), approved)).not.toEqual([]);
      }
    }),
    { numRuns: 150, seed: 11 },
  );
  expect([...new Set(seen)].sort()).toEqual(['empty', 'not-a-price', 'rendered', 'too-long', 'variable']);
  expect(seen.filter((one) => one === 'rendered').length).toBeGreaterThan(45);
});
