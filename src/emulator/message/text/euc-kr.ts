import type { EucKr } from '../../shape.ts';

/** Loads the tables: half a megabyte that a start without text messages never needs. */
export async function loadEucKr(): Promise<EucKr> {
  const { default: iconv } = await import('iconv-lite');
  const encode = (text: string): Buffer => iconv.encode(text, 'euc-kr');
  return {
    bytes: (text) => encode(text).byteLength,
    // What cannot be encoded becomes a question mark, as a question mark does.
    unencodable: (text) => {
      for (const char of text) if (char !== '?' && encode(char).equals(QUESTION_MARK)) return char;
      return undefined;
    },
  };
}

const QUESTION_MARK = Buffer.from('?');
