import type { Phrase } from '../core/language.ts';

/** The Action's own texts for reviewers. The plan, the status and the receipt have their words in `report/review/`. */
export const WORDS = {
  nothing: {
    en: 'The plan for {environment} has no changes.',
    ko: '{environment}에 바뀌는 내용이 없습니다.',
  },
  failed: {
    en: '### No plan for {environment}\n\nThese problems have to be fixed first.',
    ko: '### {environment} 배포 계획을 만들지 못했습니다\n\n아래 문제를 먼저 해결해야 합니다.',
  },
  notApplied: {
    en: '### Nothing was applied to {environment}',
    ko: '### {environment}에 아무것도 적용하지 않았습니다',
  },
  red: {
    en: 'The job failed because {count} {count:resource is|resources are} not applied and `detailed-exitcode` is set.',
    ko: '적용하지 못한 리소스가 {count}개 있고 `detailed-exitcode`를 설정했으므로 작업이 실패했습니다.',
  },
  valid: { en: 'The manifests are valid.', ko: '파일에 문제가 없습니다.' },
  invalid: {
    en: '### The manifests have problems',
    ko: '### 파일에 문제가 있습니다',
  },
  moved: {
    en: '{branch} has moved on: an apply has changed these resources since. Update the branch of the pull request.',
    ko: '{branch} 브랜치의 더 새로운 내용이 이미 적용되었습니다. 풀 리퀘스트의 브랜치를 업데이트하세요.',
  },
  skipped: {
    en: '`{command}` skipped: this run has no credentials, because the pull request comes from a fork. The manifests were validated.',
    ko: '`{command}` 건너뜀: 포크에서 온 풀 리퀘스트라서 접속 정보가 없습니다. 파일만 검사했습니다.',
  },
  skippedDependabot: {
    en: '`{command}` skipped: this run has no credentials, because Dependabot started it. The manifests were validated.',
    ko: '`{command}` 건너뜀: Dependabot이 시작한 실행이라서 접속 정보가 없습니다. 파일만 검사했습니다.',
  },
  previews: { en: 'Previews of the templates', ko: '템플릿 미리보기' },
  before: { en: 'before', ko: '변경 전' },
  after: { en: 'after', ko: '변경 후' },
  log: { en: 'Log of the run', ko: '실행 로그' },
  issueTitle: {
    en: 'Rejected templates ({environment})',
    ko: '반려된 템플릿 ({environment})',
  },
  issueOpen: {
    en: 'Every run of `status` updates this issue. It is closed when nothing is rejected.',
    ko: '`status`가 실행될 때마다 이 이슈를 갱신합니다. 반려된 템플릿이 없으면 이슈를 닫습니다.',
  },
  issueClosed: { en: 'Nothing is rejected any more.', ko: '이제 반려된 템플릿이 없습니다.' },
} as const satisfies Record<string, Phrase>;
