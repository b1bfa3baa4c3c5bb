import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { bytesIn, unencodableIn } from '../../src/send/channels/text/channel.ts';

const encode = (character: string): Buffer => iconv.encode(character, 'euc-kr');

it('knows of every character of the basic plane whether EUC-KR has it', () => {
  const isLost = (character: string): boolean => character !== '?' && encode(character).equals(Buffer.from('?'));
  for (let row = 0; row <= 0xffff; row += 0x100) {
    const characters = Array.from({ length: 0x100 }, (_, code) => String.fromCodePoint(row + code));
    const found = unencodableIn(characters.join('\n'));
    expect(found).toEqual(characters.filter(isLost));
  }
});

const korean = fc.string({ unit: fc.constantFrom('가', '똠', '힣', 'a', ' ', '?', '\n', '￦', '①'), maxLength: 60 });

it('counts the bytes of a text as the sum of its characters', () => {
  fc.assert(
    fc.property(korean, (given) => {
      expect(unencodableIn(given)).toEqual([]);
      expect(bytesIn(given)).toBe([...given].reduce((sum, character) => sum + encode(character).byteLength, 0));
    }),
    { numRuns: 60 },
  );
});
