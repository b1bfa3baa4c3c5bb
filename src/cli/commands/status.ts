import { readProfiles } from '../../account/profiles.ts';
import { splitVersion } from '../../core/address.ts';
import { Exit, worstExit } from '../../core/exit.ts';
import { ServiceFailure } from '../../core/failure.ts';
import { instantOf } from '../../core/instant.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Shard } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { ProfileRef } from '../../core/resource.ts';
import type { StatusReport, StoppedProfile } from '../../core/status.ts';
import { observeStatus } from '../../engine/status/status.ts';
import { drawStatus, drawStatusMarkdown } from '../../report/results.ts';
import { needsWork } from '../../report/view/status.ts';
import { withGroups } from '../../report/view/status-groups.ts';
import type { Outcome } from '../finish.ts';
import { type Invocation, languageOf, refuseTwoForms } from '../invocation.ts';
import { beginOf, type Since } from '../options.ts';
import { projectInput } from '../plan/planning.ts';
import { openProject } from '../project.ts';
import { type Session, withSession } from '../session.ts';

/** `status [address…]`; with `--since` only resources modified since then. */
export async function status(
  invocation: Invocation,
  addresses: string[],
  options: { since?: Since; shard?: Shard; format?: 'markdown'; detailedExitcode?: boolean },
): Promise<Outcome> {
  refuseTwoForms(invocation, options.format);
  const project = await openProject(invocation, options.shard);
  return withSession(invocation, project, { messages: false }, async (session, progress) => {
    // An address or -v asks for all comments.
    const comments = addresses.length > 0 || invocation.flags.verbose;
    const input = { ...(await projectInput(invocation, project, session)), onEvent: progress.onEvent };
    const observed = await observeStatus({ ...input, addresses, comments });
    const profiles =
      addresses.length === 0 && options.since === undefined ? await stoppedProfiles(session, invocation) : undefined;
    const report =
      options.since === undefined
        ? { ...observed, ...(profiles ?? {}) }
        : modifiedFrom(observed, beginOf(options.since, input.ports.clock.now()));
    // Drawn with those of reading: a template that cannot be sent would count as up to date without a word.
    const drawn = { ...report, problems: [...report.problems, ...unsendable(project.problems, report)] };
    progress.end();
    return {
      exit: worstExit([
        report.complete ? Exit.done : Exit.failed,
        options.detailedExitcode && needsWork(report) ? Exit.changes : Exit.done,
      ]),
      text: options.format
        ? drawStatusMarkdown(invocation.redaction.within(drawn), {
            naming: invocation.terminal.style('stdout').naming,
            language: languageOf(invocation),
            timezone: project.config.timezone,
            recent: options.since !== undefined,
          })
        : drawStatus(invocation.redaction.within(drawn), invocation.terminal.style('stdout'), {
            verbose: invocation.flags.verbose,
            history: comments,
            recent: options.since !== undefined,
          }),
      format: options.format,
      json: { status: withGroups(report) },
      problems: [...project.problems, ...report.problems],
      shown: drawn.problems,
    };
  });
}

/** Returns the problems of manifests whose templates can be approved and never be sent, if the report has them. */
function unsendable(problems: readonly Problem[], { rows }: StatusReport): Problem[] {
  const declared = new Set<string | undefined>(rows.map(({ address }) => splitVersion(address).of));
  return problems.filter(({ code, address }) => code === 'not-sendable' && declared.has(address));
}

/**
 * Reads the profiles of the environment with one call, and returns those with which nothing can be sent. Returns nothing if they
 * cannot be read: the states of the resources matter more, and `doctor` checks the profiles.
 */
async function stoppedProfiles(
  { service, profiles }: Session,
  { signal }: Invocation,
): Promise<Pick<StatusReport, 'profiles'>> {
  const asked = [...profiles.values()];
  try {
    const { rows } = await readProfiles([], false, { client: service, profiles: asked, asked, signal });
    return { profiles: rows.filter(({ state }) => state !== 'activated').map((row) => stoppedProfile(row, asked)) };
  } catch (error) {
    if (error instanceof ServiceFailure && error.kind !== 'interrupted') return {};
    throw error;
  }
}

function stoppedProfile(row: JsonObject, asked: readonly ProfileRef[]): StoppedProfile {
  const text = (name: string): string | null => {
    const value = row[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    profile: asked.find(({ key }) => key === row['senderKey'])?.alias ?? '',
    state: String(row['state']),
    clearBlockUrl: text('clearBlockUrl'),
    spamLevel: text('profileSpamLevel'),
    messageSpamLevel: text('profileMessageSpamLevel'),
  };
}

/** Rows whose live resource was modified at `begin` or later. Missing and unmanaged resources are left out. */
function modifiedFrom(report: StatusReport, begin: number): StatusReport {
  const rows = report.rows.filter(
    ({ modifiedAt }) => modifiedAt !== null && (instantOf(modifiedAt) ?? Number.NEGATIVE_INFINITY) >= begin,
  );
  return { ...report, rows, unmanaged: [] };
}
