import type { States } from '../../core/states.ts';

/** States of a brand template (resource API 2.4). */
export const brandStates: States = {
  A: { word: { en: 'registered', ko: '등록됨, 바로 발송 가능' }, tone: 'green' },
  S: { word: { en: 'blocked by the service', ko: '서비스에서 차단' }, tone: 'red' },
};
