import type { States, Waits } from '../../core/states.ts';

/** Service states of a notification template (resource API 3). */
export const templateStates: States = {
  REG: { word: 'registered, no inspection requested', tone: 'yellow' },
  REQ: { word: 'in inspection', tone: 'yellow', waitsFor: 'verdict' },
  REJ: { word: 'rejected', tone: 'red' },
  RDY: { word: 'approved, never sent', tone: 'green' },
  ACT: { word: 'approved and in use', tone: 'green' },
  STP: { word: 'stopped', tone: 'red' },
  DMT: { word: 'dormant', tone: 'red' },
  BLK: { word: 'blocked by the service', tone: 'red' },
};

export const templateWaits: Waits = { verdict: { word: 'a verdict', one: 'verdict', many: 'verdicts' } };
