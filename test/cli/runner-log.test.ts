import fc from 'fast-check';
import { expect, it } from 'vitest';
import { enclosed, type ResultFormat, unheard, withoutSecrets } from '../../src/cli/runner-log.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { commandsIn } from './runner.ts';

const TOKEN = 'f00d';

/** Texts that hold commands of the runner, or nearly. */
const hostile = fc
  .array(
    fc.constantFrom(
      '::',
      '##[',
      '#',
      '[',
      ']',
      'error',
      'stop-commands',
      TOKEN,
      'f00e',
      ' ',
      '\n',
      '\r',
      '\t',
      '가',
      'x',
      '\u001b[31m',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

it.each([
  '::error::x',
  '  ::error file=a::x',
  'a ##[error]x',
  'a\r::add-mask::x',
  '###[error]x',
  '::stop-commands::mine',
])('%j is a command, and none in what is written', (line) => {
  expect(commandsIn(line)).not.toEqual([]);
  expect(commandsIn(enclosed(`before\n${line}\nbehind\n`, 'text', TOKEN))).toEqual([]);
  expect(commandsIn(unheard(line))).toEqual([]);
});

it('no text becomes a command', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(commandsIn(enclosed(text.replaceAll(TOKEN, ''), 'text', TOKEN))).toEqual([]);
      expect(commandsIn(unheard(text))).toEqual([]);
      expect(commandsIn(enclosed(text, 'markdown', TOKEN))).toEqual([]);
      const json = `${JSON.stringify({ [text]: [text] })}\n`;
      const written = enclosed(json, 'json', TOKEN);
      expect(commandsIn(written)).toEqual([]);
      expect(JSON.parse(written)).toEqual(JSON.parse(json));
    }),
    { numRuns: 500 },
  );
});

it('what holds no command is written as it is', () => {
  const formats: ResultFormat[] = ['text', 'json', 'xml', 'markdown', 'workflow'];
  for (const format of formats) expect(enclosed('a::b # [x] [::1]\n', format, TOKEN)).toBe('a::b # [x] [::1]\n');
  expect(unheard('a::b # [x]\n')).toBe('a::b # [x]\n');
});

it('XML keeps its meaning', () => {
  expect(enclosed('<a b="##[error]x">##[error]y</a>\n', 'xml', TOKEN)).toBe(
    '<a b="#&#35;[error]x">#&#35;[error]y</a>\n',
  );
});

it('commands of our own stay commands', () => {
  expect(enclosed('::error::ours\n', 'workflow', TOKEN)).toBe('::error::ours\n');
});

it('the last look hides secrets in texts alone, so a document stays one', () => {
  const redaction = new Redaction();
  for (const secret of ['"b"c"d"', '":["x"', 'problem', '123456']) redaction.hide(secret);
  const document = JSON.stringify({ a: ['x', 'is "b"c"d"', 'no problem', '…'], count: 123456 });
  expect(JSON.parse(withoutSecrets(document, 'json', redaction))).toEqual({
    a: ['x', 'is ****', 'no ****', '…'],
    count: 123456,
  });
  expect(withoutSecrets('<problem a="problem">a problem</problem>', 'xml', redaction)).toBe(
    '<problem a="****">a ****</problem>',
  );
  expect(withoutSecrets('a problem', 'text', redaction)).toBe('a ****');
});
