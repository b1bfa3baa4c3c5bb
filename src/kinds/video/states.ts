import type { States, Waits } from '../../core/states.ts';

/** States of a video (resource API 2.5). */
export const videoStates: States = {
  REGISTERED: { word: { en: 'uploaded', ko: '업로드됨' }, tone: 'yellow', waitsFor: 'encoding' },
  ENCODING: { word: { en: 'being encoded', ko: '인코딩 중' }, tone: 'yellow', waitsFor: 'encoding' },
  PUBLIC: { word: { en: 'encoded', ko: '인코딩 완료' }, tone: 'green' },
  PRIVATE: { word: { en: 'encoded, for templates only', ko: '인코딩 완료, 템플릿 전용' }, tone: 'green' },
};

export const videoWaits: Waits = {
  encoding: { word: { en: 'the end of the encoding', ko: '인코딩 완료' }, one: 'encoding', many: 'encodings' },
};
