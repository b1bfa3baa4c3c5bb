import { join } from 'node:path';
import { usageError } from '../../core/problem.ts';
import { JOURNAL_PATH, openJournal } from '../../send/journal.ts';
import { KEPT_MS } from '../../send/report.ts';
import type { StateStore } from '../../state/store.ts';
import { readBound } from '../bound.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { lockIfFree } from '../locks.ts';
import { openUnchecked } from '../project.ts';
import { chosenSends, numbersOf, type SendOptions } from '../send/choice.ts';
import { deliver } from '../send/deliver.ts';
import { drawnProofs, problemsIn, sendOutcome } from '../send/outcome.ts';
import { checkFiles } from '../send/payload-check.ts';
import { prepare, type SendRun } from '../send/prepare.ts';
import { openStore, withSession } from '../session.ts';
import { isInCI } from '../terminal.ts';

/** `send`: proves each message, asks, sends once, waits for the result. A test send that is wrong does not stop the others. */
export async function send(invocation: Invocation, args: string[], options: SendOptions): Promise<Outcome> {
  const [what = ''] = args;
  if (options.check !== undefined) {
    if (what !== '') throw usageError(`\`--check\` takes no \`${what}\``, 'Write `--check` before each file');
    return checkFiles(invocation, options.check, options.format);
  }
  const { project: declared, tests } = chosenSends(
    invocation,
    await openUnchecked(invocation, !options.dryRun),
    what,
    options,
  );
  const store = await openStore(invocation, declared);
  requireShared(invocation, store, options);
  const { resources, bindings } = await readBound(store, declared.resources);
  const project = { ...declared, resources };
  const path = join(project.config.root, JOURNAL_PATH);
  const needs = { messages: !options.dryRun, more: numbersOf(project, tests) };
  return withSession(invocation, project, needs, async (session, progress) => {
    const { files, clock } = invocation.ports;
    const { name } = project.environment;
    const journal = openJournal({ files, path, clock, environment: name, keyed: session.keyed });
    const run: SendRun = { invocation, project, session, options, journal, bindings, progress };
    const { sends, problems } = await prepare(run, tests);
    if (!options.dryRun) await journal.cut(() => lockIfFree(path, invocation));
    const results = options.dryRun ? drawnProofs(sends, invocation) : await deliver(run, sends);
    const report = { environment: name, dryRun: options.dryRun === true, sends: [...results], problems: [...problems] };
    return {
      ...sendOutcome(invocation, report, options.format),
      problems: [...project.problems, ...problemsIn(report)],
    };
  });
}

/**
 * Throws a NotiformError (exit 64) if other runs cannot see what this run sends. A job of CI begins without the files of the job
 * before it.
 */
function requireShared({ env }: Invocation, store: StateStore, { unlessSent }: SendOptions): void {
  if (unlessSent === undefined) return;
  if (unlessSent > KEPT_MS)
    throw usageError('`--unless-sent` takes at most 35 days', 'Messages are kept no longer. Write `--unless-sent 35d`');
  if (store.kind !== 'file' || !isInCI(env)) return;
  throw usageError(
    '`--unless-sent` needs a state that the runs of CI share, and the state of this environment is in files',
    'Set `state: { store: git, ref: refs/notiform/NAME }` or a postgres store in the environment, or leave `--unless-sent` out',
  );
}
