import { ServiceFailure } from '../../core/failure.ts';
import { isProblem, type Problem } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import type { TestSend } from '../../core/test-send.ts';
import { currentVersions } from '../../engine/snapshot/current.ts';
import { profileEndpoints } from '../../kinds/sender-profile/endpoints.ts';
import { about } from '../../send/about.ts';
import type { Bindings } from '../../send/channel.ts';
import { subjectsOf } from '../../send/choice.ts';
import { warnOfEarlier } from '../../send/earlier.ts';
import { serviceClock } from '../../send/hours.ts';
import type { SendJournal } from '../../send/journal.ts';
import type { OfTemplate, OfWritten, SendSubject } from '../../send/parties.ts';
import { type Prepared, type PreparedSend, prepareSends } from '../../send/prepare.ts';
import type { Invocation } from '../invocation.ts';
import type { CommandProgress } from '../progress/progress.ts';
import type { LoadedProject } from '../project.ts';
import { engineInput, type Session } from '../session.ts';
import type { SendOptions } from './choice.ts';

/** A run of `send`. */
export interface SendRun {
  invocation: Invocation;
  project: LoadedProject;
  session: Session;
  options: SendOptions;
  journal: SendJournal;
  bindings: Bindings;
  progress: CommandProgress;
}

/** Prepares each test send. A template that the service refuses stops only the messages of it. */
export async function prepare(
  run: SendRun,
  tests: readonly TestSend[],
): Promise<{ sends: PreparedSend[]; problems: Problem[] }> {
  const sends: PreparedSend[] = [];
  const problems: Problem[] = [];
  for (const test of tests) {
    const prepared = await prepareOne(run, test).catch((error: unknown): Prepared => {
      // Another template may be readable. Credentials that are refused are refused for all.
      const isOwn = error instanceof ServiceFailure && error.kind === 'refused' && tests.length > 1;
      if (!isOwn || error.problem.code === 'service-credentials') throw error;
      return { sends: [], problems: [{ ...about(test), ...error.problem }] };
    });
    sends.push(...prepared.sends);
    problems.push(...prepared.problems);
  }
  const { journal, session, invocation, options } = run;
  const shared = { store: session.store, clock: invocation.ports.clock };
  const sources = { journal, environment: run.project.environment.name };
  const earlier = warnOfEarlier(sends, options.unlessSent === undefined ? { ...sources, shared } : sources);
  return { sends, problems: [...problems, ...(await earlier)] };
}

async function prepareOne(run: SendRun, test: TestSend): Promise<Prepared> {
  const { invocation, project, session, options, bindings } = run;
  const subjects: SendSubject[] = [];
  const problems: Problem[] = [];
  for (const one of subjectsOf(test, project.resources)) {
    if (!isProblem(one)) await readClock(run, one);
    const read = await approvedOf(run, test, one);
    subjects.push(read.subject);
    problems.push(...read.problems);
  }
  const prepared = prepareSends({
    subjects,
    test,
    environment: project.environment,
    defaultSender: project.config.defaults.sender,
    maxRecipients: options.maxRecipients,
    clock: serviceClock(session.service, invocation.ports.clock),
    random: invocation.ports.random,
    bindings,
    locate: project.documents.locate,
    dryRun: options.dryRun === true,
    timedAtCall: options.unlessSent !== undefined && !options.dryRun,
  });
  return { ...prepared, problems: [...problems, ...prepared.problems] };
}

/**
 * Requests the profile of a message or fallback that has sending hours and no template, to learn the time of the service: its hours are
 * compared with the service's clock. Without an answer, the clock of this machine is used.
 */
async function readClock({ invocation, project, session }: SendRun, subject: OfTemplate | OfWritten): Promise<void> {
  const alias = subject.test.profile ?? project.config.defaults.profile;
  const isRead = 'template' in subject || subject.channel.hours === undefined || session.service.now() !== undefined;
  if (isRead || alias === undefined || !project.environment.profiles.has(alias)) return;
  const { key } = project.environment.profile(alias);
  await session.service
    .call(profileEndpoints.multi, { senderKey: [key] }, invocation.signal)
    .catch((error: unknown) => {
      if (!(error instanceof ServiceFailure)) throw error;
    });
}

/** Reads the template of a test send or of a fallback from the service. */
async function approvedOf(
  { invocation, project, session }: SendRun,
  test: TestSend,
  subject: SendSubject,
): Promise<{ subject: SendSubject; problems: Problem[] }> {
  if (!('template' in subject)) return { subject, problems: [] };
  const { channel } = subject;
  const { template, problems } = await underCurrentVersion(invocation, project, session, test, subject.template);
  const profile = project.environment.profile(template.profile ?? '');
  const { name } = template;
  // A template without a name was never applied: the service assigns its code.
  const approved =
    name === undefined ? undefined : await channel.templates.read(session.service, profile, name, invocation.signal);
  return { subject: { ...subject, template, approved }, problems };
}

/** Returns a template under the code of the version to send, with a warning if that version differs from the manifest. */
async function underCurrentVersion(
  invocation: Invocation,
  { environment }: LoadedProject,
  session: Session,
  test: TestSend,
  template: Resource,
): Promise<{ template: Resource; problems: Problem[] }> {
  const input = engineInput(invocation, environment, session);
  const current = (await currentVersions(input, [template])).get(template.address);
  if (!current) return { template, problems: [] };
  const found = { ...template, name: current.live.name };
  return { template: found, problems: current.hasSameText ? [] : [another(test, found, current.waiting)] };
}

function another(test: TestSend, { address, name }: Resource, waiting: string | undefined): Problem {
  return {
    code: 'send-version',
    severity: 'warning',
    message: `No approved version of ${address} has the text of its manifest. The message is compared with the newest approved one, ${name}`,
    hint:
      waiting === undefined
        ? 'Apply the manifest, and send when its version is approved'
        : `${waiting} has that text and waits for its inspection. See \`notiform wait\``,
    ...about(test),
  };
}
