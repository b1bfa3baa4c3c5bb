import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ResultFormat, withoutCommands, withoutSecrets } from '../../src/cli/runner-log.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { commandsIn } from './runner.ts';

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
  expect(commandsIn(withoutCommands(`before\n${line}\nbehind\n`, 'text'))).toEqual([]);
});

it('no text becomes a command', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(commandsIn(withoutCommands(text, 'text'))).toEqual([]);
      const json = `${JSON.stringify({ [text]: [text] })}\n`;
      const written = withoutCommands(json, 'json');
      expect(commandsIn(written)).toEqual([]);
      expect(JSON.parse(written)).toEqual(JSON.parse(json));
    }),
    { numRuns: 150 },
  );
});

it('what holds no command is written as it is', () => {
  const formats: ResultFormat[] = ['text', 'json', 'xml', 'markdown', 'workflow'];
  for (const format of formats) expect(withoutCommands('a::b # [x] [::1]\n', format)).toBe('a::b # [x] [::1]\n');
});

it('XML keeps its meaning', () => {
  expect(withoutCommands('<a b="##[error]x">##[error]y</a>\n', 'xml')).toBe(
    '<a b="#&#35;[error]x">#&#35;[error]y</a>\n',
  );
});

it('commands of our own stay commands', () => {
  expect(withoutCommands('::error::ours\n', 'workflow')).toBe('::error::ours\n');
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
