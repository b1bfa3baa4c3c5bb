/** True if a CI system runs the program: `CI` is set to anything but `false`. */
export function isInCI({ CI = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return CI !== '' && CI !== 'false';
}
