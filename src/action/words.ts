import type { Phrase } from '../core/language.ts';

/** What the Action itself writes for reviewers. The plan, the status and the receipt have their words in `report/review/`. */
export const WORDS = {
  nothing: {
    en: 'The plan for {environment} has no changes.',
    ko: '{environment}에 바뀌는 것이 없습니다.',
  },
  failed: {
    en: '### No plan for {environment}\n\n{count} {count:problem has|problems have} to be fixed first.',
    ko: '### {environment} 배포 계획을 만들지 못했습니다\n\n먼저 해결해야 할 문제가 {count}건 있습니다.',
  },
  more: { en: 'and {count} more', ko: '외 {count}건' },
  valid: { en: 'The manifests are valid.', ko: '매니페스트에 문제가 없습니다.' },
  invalid: {
    en: '### {count} {count:problem|problems} in the manifests',
    ko: '### 매니페스트에서 문제 {count}건을 찾았습니다',
  },
  skipped: {
    en: '`{command}` skipped: this run has no credentials, because the pull request comes from a fork. The manifests were validated.',
    ko: '`{command}` 건너뜀: 포크에서 온 풀 리퀘스트라서 자격 증명이 없습니다. 매니페스트만 검사했습니다.',
  },
  applied: {
    en: '### Result of the apply to {environment}',
    ko: '### {environment} 적용 결과',
  },
  unapproved: {
    en: '{count} {count:change was|changes were} not reviewed and {count:was|were} not applied:',
    ko: '검토되지 않은 변경 {count}건은 적용하지 않았습니다.',
  },
  stale: {
    en: '{count} {count:resource|resources} changed after the review and {count:was|were} left as {count:it is|they are}:',
    ko: '검토 후에 서비스에서 바뀐 리소스 {count}건은 그대로 두었습니다.',
  },
  log: { en: '[Log of the run]({url})', ko: '[실행 로그]({url})' },
  preview: { en: '[Preview]({url})', ko: '[미리 보기]({url})' },
  issueTitle: {
    en: 'Rejected templates ({environment})',
    ko: '반려된 템플릿 ({environment})',
  },
  issueOpen: {
    en: '{count} {count:template is|templates are} rejected. This issue is updated by every run of `status` and closed when none is rejected.',
    ko: '반려된 템플릿이 {count}건 있습니다. `status`가 실행될 때마다 이 이슈를 갱신하고, 반려된 것이 없으면 닫습니다.',
  },
  issueClosed: { en: 'No template is rejected any more.', ko: '이제 반려된 템플릿이 없습니다.' },
  approvedTitle: { en: 'Approved since the last report', ko: '지난 보고 이후 승인됨' },
  rejectedNew: { en: 'Newly rejected:', ko: '새로 반려되었습니다.' },
  rejected: {
    en: 'The inspection rejected {name}.',
    ko: '{name} 검수가 반려되었습니다.',
  },
  noComment: { en: 'No comment', ko: '검수 의견 없음' },
  manifest: { en: '[Manifest]({url})', ko: '[매니페스트]({url})' },
} as const satisfies Record<string, Phrase>;
