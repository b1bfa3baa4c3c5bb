/** The letters of Hangul as the Revised Romanisation writes those of a single syllable. */
const INITIALS = 'g kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ');
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const FINALS = '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');

/** `가` */
const FIRST_SYLLABLE = 0xac00;
const SYLLABLES = /[가-힣]/g;

/**
 * Makes a slug: a text of the characters that an id may have, at most `length` of them. Hangul is romanised syllable by syllable,
 * letters lose their accents, and each run of other characters becomes one `-`. The result is the same on every machine. It is
 * empty if the text has no Hangul, no Latin letters and no digits.
 */
export function slugOf(text: string, length: number): string {
  return text
    .normalize('NFKC')
    .replace(SYLLABLES, romanised)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, length)
    .replace(/-$/, '');
}

function romanised(syllable: string): string {
  const place = syllable.charCodeAt(0) - FIRST_SYLLABLE;
  const perInitial = VOWELS.length * FINALS.length;
  const parts = [
    INITIALS[Math.floor(place / perInitial)],
    VOWELS[Math.floor((place % perInitial) / FINALS.length)],
    FINALS[place % FINALS.length],
  ];
  return parts.filter((part) => part !== '-').join('');
}
