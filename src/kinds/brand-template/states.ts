import type { States } from '../../core/states.ts';

/** States of a brand template (resource API 2.4). */
export const brandStates: States = {
  A: { word: 'registered', tone: 'green' },
  S: { word: 'blocked by the service', tone: 'red' },
};
