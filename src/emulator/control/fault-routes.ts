import { listOf, matching, members, needed } from '../members.ts';
import { plain, post, type Route } from '../route.ts';
import { faultShape } from './faults.ts';

const seed = matching((value): value is number => Number.isSafeInteger(value), 'an integer');

/** The rules under which requests fail. */
export const faultRoutes: readonly Route[] = [
  { method: 'GET', path: '/faults', handle: ({ faults }) => ({ rules: plain(faults.rules()) }) },
  post('/faults', { rules: needed(listOf(members(faultShape))), seed }, ({ faults }, given) => {
    faults.set(given.rules, given.seed ?? 0);
    return {};
  }),
  {
    method: 'DELETE',
    path: '/faults',
    handle: ({ faults }) => {
      faults.clear();
      return {};
    },
  },
];
