import { expect, it } from 'vitest';
import { type FailureKind, ServiceFailure } from '../../src/core/failure.ts';
import type { RowPage } from '../../src/core/kind.ts';
import { errorProblem } from '../../src/core/problem.ts';
import { unlessUnlisted } from '../../src/kinds/discovery.ts';

function failure(kind: FailureKind, code?: string): ServiceFailure {
  const service = code === undefined ? {} : { service: { code, message: 'words' } };
  return new ServiceFailure(kind, { ...errorProblem('service-refused', 'refused', 'help'), ...service });
}

/** The pages of a list with these names. */
function list(...pages: string[][]) {
  const total = pages.flat().length;
  return async (page: number): Promise<RowPage> => ({
    rows: (pages[page - 1] ?? []).map((name) => ({ name, title: '', state: 'RDY', modifiedAt: '' })),
    unreadable: [],
    total,
    pages: pages.length,
  });
}

const refused = failure('refused', '508');

it('reads a resource without its list', async () => {
  const never = (): Promise<never> => Promise.reject(new Error('the list was read'));
  expect(await unlessUnlisted('a', never, async () => 1)).toBe(1);
});

it.each<[string, (page: number) => Promise<RowPage>]>([
  ['an empty list', list()],
  ['the pages of a list with other names', list(['b'], ['c', 'd'])],
])('finds nothing if the read is refused, and %s lacks the name', async (_, pageOf) => {
  expect(await unlessUnlisted('a', pageOf, () => Promise.reject(refused))).toBeUndefined();
});

it.each<[string, (page: number) => Promise<RowPage>]>([
  ['has the name on a later page', list(['b'], ['a'])],
  ['has fewer rows than it counts', async (page) => ({ ...(await list(['b'])(page)), total: 2 })],
  [
    'has a row that cannot be read',
    async (page) => ({
      ...(await list(['b'])(page)),
      unreadable: [{ problem: errorProblem('service-unfit', 'row', 'help') }],
    }),
  ],
])('throws the refusal if the list %s', async (_, pageOf) => {
  await expect(unlessUnlisted('a', pageOf, () => Promise.reject(refused))).rejects.toBe(refused);
});

it.each([failure('refused', '102'), failure('refused'), failure('unclear', '508'), new TypeError('broken')])(
  'throws a failure that is not about the resource: %j',
  async (error) => {
    await expect(unlessUnlisted('a', list(), () => Promise.reject(error))).rejects.toBe(error);
  },
);

it.each([failure('unclear'), new TypeError('broken')])('throws a failure of the list: %j', async (broken) => {
  const read = unlessUnlisted(
    'a',
    () => Promise.reject(broken),
    () => Promise.reject(refused),
  );
  await expect(read).rejects.toBe(broken);
});
