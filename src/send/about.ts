import type { Problem } from '../core/problem.ts';
import type { TestSend } from '../core/test-send.ts';

/**
 * Where a problem of a test send belongs: its template, and its manifest. One that the command line made by naming a
 * template has none: nothing in the template's own manifest is to be mended.
 */
export function about(test: TestSend): Pick<Problem, 'place' | 'address'> {
  return {
    ...(test.id === test.template ? {} : { place: test.source }),
    ...(test.template === undefined ? {} : { address: test.template }),
  };
}
