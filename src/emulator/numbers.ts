/** A phone number without hyphens and plus: how numbers are registered and compared. */
export function digits(number: string): string {
  return number.replace(/\D/g, '');
}
