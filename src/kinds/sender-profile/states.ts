import type { States, Waits } from '../../core/states.ts';

/** States of a sender profile (resource API 2.3). */
export const profileStates: States = {
  activated: { word: '', tone: 'green' },
  applied: { word: '', tone: 'yellow', waitsFor: 'approval' },
  dormant: { word: '', tone: 'red' },
  blocked: { word: 'by the service', tone: 'red' },
  deactivated: { word: '', tone: 'red' },
  deleting: { word: '', tone: 'red' },
  deleted: { word: '', tone: 'red' },
};

export const profileWaits: Waits = {
  approval: {
    word: 'the approval of brand sending',
    one: 'approval of brand sending',
    many: 'approvals of brand sending',
  },
};
