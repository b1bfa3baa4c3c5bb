import { Exit } from '../../core/exit.ts';
import type { Shard } from '../../core/plan.ts';
import type { StatusReport } from '../../core/status.ts';
import { observeStatus } from '../../engine/status/status.ts';
import { drawStatusMarkdown } from '../../report/review/status.ts';
import { drawStatus } from '../../report/status.ts';
import { unlistedCategories } from '../categories.ts';
import { type Invocation, languageOf, refuseTwoForms } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { openProgress } from '../progress/progress.ts';
import { engineInput, openProject, openSession } from '../session.ts';
import { beginOf, instantOf, type Since } from '../since.ts';

/** `status [address…]`; with `--since` only resources modified since then. */
export async function status(
  invocation: Invocation,
  addresses: string[],
  options: { since?: Since; shard?: Shard; format?: 'markdown' },
): Promise<Outcome> {
  refuseTwoForms(invocation, options.format);
  const project = await openProject(invocation, options.shard);
  const { environment, resources } = project;
  const session = await openSession(invocation, project, { messages: false });
  const progress = openProgress(invocation);
  try {
    // An address or -v asks for all comments.
    const comments = addresses.length > 0 || invocation.flags.verbose;
    const input = await engineInput(invocation, environment, session);
    const likelyRefusals = unlistedCategories(invocation, project, session);
    const observed = await observeStatus({
      ...input,
      onEvent: progress.onEvent,
      resources,
      addresses,
      comments,
      likelyRefusals,
    });
    const report =
      options.since === undefined ? observed : modifiedFrom(observed, beginOf(options.since, input.ports.clock.now()));
    progress.end();
    return {
      exit: report.complete ? Exit.done : Exit.failed,
      text: options.format
        ? drawStatusMarkdown(invocation.redaction.within(report), {
            language: languageOf(invocation),
            timezone: project.config.timezone,
          })
        : drawStatus(invocation.redaction.within(report), invocation.terminal.style('stdout'), {
            verbose: invocation.flags.verbose,
            history: comments,
          }),
      ...(options.format === undefined ? {} : { format: options.format }),
      json: { status: report },
      problems: [...project.problems, ...report.problems],
      shown: report.problems,
      sources: project.sources,
      environment: environment.name,
    };
  } finally {
    progress.close();
    await session.close();
  }
}

/** Rows whose live resource was modified at `begin` or later. Missing and unmanaged resources are left out. */
function modifiedFrom(report: StatusReport, begin: number): StatusReport {
  const rows = report.rows.filter(
    ({ modifiedAt }) => modifiedAt !== null && (instantOf(modifiedAt) ?? Number.NEGATIVE_INFINITY) >= begin,
  );
  return { ...report, rows, unmanaged: [] };
}
