import { type Phrases, sayer } from './sentence.ts';

/** Sentences of problems that every room can report. */
export const CORE_SENTENCES = {
  interrupted: { en: 'The run was stopped before it was done', ko: '작업이 끝나기 전에 실행이 중단되었습니다' },
  'interrupted-way': { en: 'Run the same command again: it continues where it stopped.', ko: '같은 명령을 다시 실행하면 이어서 진행합니다' },
} as const satisfies Phrases;

export const say = sayer(CORE_SENTENCES);
