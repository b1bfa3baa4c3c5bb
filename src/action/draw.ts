import type { Phrase, PhraseValues } from '../core/language.ts';
import { asWarning, hasErrors, type Problem } from '../core/problem.ts';
import type { StatusReport, StatusRow } from '../core/status.ts';
import { alert, COMMENT_LIMIT } from '../report/markdown/view.ts';
import {
  drawPlanMarkdown,
  drawProblemsMarkdown,
  drawReceiptMarkdown,
  drawStatusMarkdown,
  type PlanMarkdownOptions,
  type ReviewOptions,
  sayMarkdown,
} from '../report/results.ts';
import { type FoundComment, findComment, runOf, type StickyComment, writeComment } from './comment.ts';
import { GitHubFailure } from './github.ts';
import type { CommandDocument } from './run.ts';
import type { ActionStep } from './step.ts';

/** The Action's own texts for reviewers. The plan, the status and the receipt have their words in `report/view/`. */
const WORDS = {
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
    en: 'The job failed because {count} {count:resource is|resources are} not applied.',
    ko: '적용하지 못한 리소스가 {count}개 있어서 작업이 실패했습니다.',
  },
  valid: { en: 'The manifests are valid.', ko: '파일에 문제가 없습니다.' },
  invalid: { en: '### The manifests have problems', ko: '### 파일에 문제가 있습니다' },
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

/** A text of the Action in the language of the step. Values of users are made inert. */
export function say(step: ActionStep, word: keyof typeof WORDS, values: PhraseValues = {}): string {
  return sayMarkdown(step.language, WORDS[word], values);
}

/** The content of a comment beside the plan's JSON. */
export type PlanAddition = Pick<PlanMarkdownOptions, 'previewUrl' | 'onCut'>;

/** How a step draws for reviewers. */
export function optionsOf(step: ActionStep, limit?: number): ReviewOptions {
  const { language, style } = step;
  const { timezone, naming } = style;
  return { language, timezone, naming, linkOf: (line) => step.linkOf(line), ...(limit !== undefined && { limit }) };
}

/** The plan of a document for reviewers, or the problems because of which there is none. */
export function drawDocument(
  step: ActionStep,
  document: CommandDocument,
  limit: number,
  more: PlanAddition = {},
): string {
  const { plan, categories, problems, environment = '' } = document;
  const { pull } = step.context;
  if (!plan) return `${say(step, 'failed', { environment })}\n\n${drawProblemList(step, problems, limit)}`;
  const isOlder = pull !== undefined && plan.blocked.some(({ risk }) => risk === 'older');
  const moved = isOlder ? `${alert('WARNING', [say(step, 'moved', { branch: pull.base })])}\n\n` : '';
  // The commit of a run of a pull request is a merge, which nobody pushed.
  const drawn = drawPlanMarkdown(pull ? { ...plan, git: pull.head } : plan, {
    ...optionsOf(step, limit - moved.length),
    problems,
    categories,
    ...more,
  });
  return `${moved}${drawn}`;
}

/** Problems as a list, each with a link to its line. */
export function drawProblemList(step: ActionStep, problems: readonly Problem[], limit?: number): string {
  return drawProblemsMarkdown(problems, optionsOf(step, limit));
}

/** Draws the result of an apply for the pull request and the summary, with what was rejected while it waited. */
export function drawApplied(step: ActionStep, document: CommandDocument, limit: number, planUrl?: string): string {
  const { rejected = [], status } = document.waited ?? {};
  if (!status || rejected.length === 0) return drawResult(step, document, limit, planUrl);
  const rows = status.rows.filter(({ address }) => rejected.includes(address));
  const states = drawStates(step, status, Math.floor(limit / 2), rows);
  return `${drawResult(step, document, limit - states.length - 1, planUrl)}\n${states}`;
}

function drawResult(step: ActionStep, document: CommandDocument, limit: number, planUrl?: string): string {
  const { receipt, plan, problems, environment = '', ok } = document;
  const { blocked = [] } = receipt ?? plan ?? {};
  const outstanding = document.waited?.outstanding;
  const count = blocked.length + (receipt?.unapproved?.length ?? 0);
  const isRed = ok && count > 0 && step.inputs.isSet('detailed-exitcode');
  const why = isRed ? `${alert('CAUTION', [say(step, 'red', { count })])}\n\n` : '';
  const room = limit - why.length;
  if (receipt) return `${why}${drawReceiptMarkdown(receipt, { ...optionsOf(step, room), plan, planUrl, outstanding })}`;
  // With nothing to apply there is no receipt.
  if (ok && blocked.length > 0) return `${why}${drawDocument(step, document, room)}`;
  const head = say(step, hasErrors(problems) ? 'notApplied' : 'nothing', { environment });
  return `${head}\n\n${drawProblemList(step, problems, limit)}`;
}

/** The state of some resources. */
export function drawStates(step: ActionStep, report: StatusReport, limit: number, rows?: readonly StatusRow[]): string {
  const part = rows ? { ...report, rows: [...rows], unmanaged: [], problems: [] } : report;
  return drawStatusMarkdown(part, optionsOf(step, limit));
}

/** The characters of a comment beside its text. */
const NOTE = 600;

/**
 * Writes the comment of a step, if it is wanted, and returns it. It shows the log of the run below the text. The comment of a plan
 * is always updated, and each result of an apply has its own. Returns `failed` if GitHub refuses, which is an error if the comment
 * is needed, and else a warning.
 */
export async function writeSticky(
  step: ActionStep,
  comment: StickyComment,
  draw: (limit: number) => string,
  { hasNews, isNeeded }: { hasNews: boolean; isNeeded: boolean },
): Promise<FoundComment | 'failed' | undefined> {
  const { github, inputs, context } = step;
  const wanted = inputs.text('comment');
  if (wanted === 'never') return undefined;
  try {
    const found = comment.about === 'plan' ? await findComment(github, comment) : undefined;
    if (!found && !hasNews && wanted !== 'always') return undefined;
    const { server, repository, run } = context;
    const log = `<sub>[${say(step, 'log')}](${server}/${repository}/actions/runs/${run})</sub>`;
    const text = step.clean(`${draw(COMMENT_LIMIT - NOTE)}\n${log}\n`);
    const written = await writeComment(github, comment, found, text);
    await step.output('comment-url', written.html_url);
    // The comment of a newer run stays, and shows another plan.
    return runOf(written) === comment.run ? written : undefined;
  } catch (error) {
    if (!(error instanceof GitHubFailure)) throw error;
    step.annotate(isNeeded ? error.problems : error.problems.map(asWarning));
    return 'failed';
  }
}
