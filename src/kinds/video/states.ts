import type { States, Waits } from '../../core/states.ts';

/** States of a video (resource API 2.5). */
export const videoStates: States = {
  REGISTERED: { word: 'uploaded', tone: 'yellow', waitsFor: 'encoding' },
  ENCODING: { word: 'being encoded', tone: 'yellow', waitsFor: 'encoding' },
  PUBLIC: { word: 'encoded', tone: 'green' },
  PRIVATE: { word: 'encoded, for templates only', tone: 'green' },
};

export const videoWaits: Waits = {
  encoding: { word: 'the end of the encoding', one: 'encoding', many: 'encodings' },
};
