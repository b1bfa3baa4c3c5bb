/**
 * A private number as it may be shown: `010****0000` (CLI contract). The first three and the last four digits stay;
 * of a number with fewer than nine digits nothing does.
 */
export function maskNumber(number: string): string {
  const digits = number.replace(/\D/g, '');
  return digits.length < 9 ? '****' : `${digits.slice(0, 3)}****${digits.slice(-4)}`;
}
