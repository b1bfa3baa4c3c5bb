import type { Context } from '../context.ts';

export function freeCode(
  { random }: Pick<Context, 'random'>,
  bytes: number,
  isTaken: (code: string) => boolean,
): string {
  for (;;) {
    const code = random.hex(bytes);
    if (!isTaken(code)) return code;
  }
}

/** The length of a template's code, in bytes. */
export const CODE_BYTES = 10;
