import type { Context } from '../context.ts';

const CODE_BYTES = 10;

/** A code for a template that was registered without one, which none of its profile's bears. */
export function freeCode({ random }: Context, isTaken: (code: string) => boolean): string {
  for (;;) {
    const code = random.hex(CODE_BYTES);
    if (!isTaken(code)) return code;
  }
}
