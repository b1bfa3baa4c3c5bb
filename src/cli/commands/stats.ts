import { checkSpan, checkStatQuestion, filtersOf, type StatQuestion } from '../../account/statistics/question.ts';
import { readStatistics, type Statistics } from '../../account/statistics/read.ts';
import { Exit } from '../../core/exit.ts';
import type { JsonObject } from '../../core/json.ts';
import { fill } from '../../core/language.ts';
import { asWarning, errorProblem, hasErrors, ifProblem, type Problem, usageError } from '../../core/problem.ts';
import { profileEndpoints } from '../../kinds/sender-profile/endpoints.ts';
import { withNaming } from '../../report/command.ts';
import { statisticsText } from '../../report/statistics/columns.ts';
import { notesOf, statWords } from '../../report/statistics/words.ts';
import { type NamedKind, namedTemplates } from '../bound.ts';
import { openConfig, requireAlias } from '../config.ts';
import type { Outcome } from '../finish.ts';
import { type Invocation, languageOf, refuseTwoForms } from '../invocation.ts';
import { dayText } from '../options.ts';
import { type PeriodOptions, periodQuestion } from '../period.ts';
import { type Session, withSession } from '../session.ts';

/** `stats send`: numbers of all sends by day or month. */
export function sendStats(invocation: Invocation, _args: string[], options: PeriodOptions): Promise<Outcome> {
  return show(invocation, 'send', options);
}

/** `stats template`: numbers of each template by day or month. */
export function templateStats(invocation: Invocation, _args: string[], options: PeriodOptions): Promise<Outcome> {
  return show(invocation, 'template', options);
}

async function show(invocation: Invocation, of: 'send' | 'template', options: PeriodOptions): Promise<Outcome> {
  const { terminal, redaction, ports, signal, flags } = invocation;
  const given = periodQuestion(ports.clock.now(), of, options);
  checkStatQuestion(given);
  // The clock of the service may differ from this machine's, so a period that depends on today is checked below.
  if ([options.from, options.to].every((text) => text !== undefined && dayText(text, 0) === text)) checkSpan(given);
  const { format = 'table' } = options;
  refuseTwoForms(invocation, options.format);
  const place = await openConfig(invocation);
  const { environment } = place;
  for (const alias of options.profile ?? []) requireAlias(environment, alias, 'S');
  const senders = [...environment.profiles].filter(([, { type }]) => type === 'S').map(([alias]) => alias);
  const profiles = options.profile ?? senders;
  if (profiles.length === 0)
    throw usageError(`The environment \`${environment.name}\` has no sender profile`, 'Add one to `profiles`');
  const codesOf = async (kind: NamedKind, word: string | undefined): Promise<string[]> => {
    if (word === undefined) return [];
    // A code or a key needs neither manifests nor a state.
    const named = await namedTemplates(invocation, place, kind, options.profile).catch(ifProblem(undefined));
    return named?.codesOf(word) ?? [];
  };
  const kind = given.product === 'brand' ? 'BrandTemplate' : 'NotificationTemplate';
  const [templateCode, ...laterCodes] = await codesOf(kind, options.template);
  const [groupTagKey] = await codesOf('GroupTag', options.tag);
  return withSession(invocation, place, { messages: false, profiles }, async (session, progress) => {
    const asked = periodQuestion(await serviceTime(session, invocation), of, options);
    checkSpan(asked);
    const question: StatQuestion = {
      ...asked,
      ...(templateCode === undefined ? {} : { templateCode, laterCodes }),
      ...(groupTagKey === undefined ? {} : { groupTagKey }),
    };
    const read = await readStatistics(question, {
      client: session.service,
      profiles: [...session.profiles.values()],
      clock: ports.clock,
      signal,
      onAnswer: (done, of) => progress.onEvent({ type: 'asking', done, of }),
    });
    progress.end();
    const statistics = redaction.within(read);
    const isEmpty = statistics.rows.length === 0;
    const unknown = isEmpty ? [templateCode ?? options.template, groupTagKey ?? options.tag] : [];
    const undeclared = unknown.filter((word) => word !== undefined && word !== templateCode && word !== groupTagKey);
    const problems = [...statistics.problems, ...undeclared.map((word) => withoutNumbers(String(word)))];
    const language = languageOf(invocation);
    const notes = [
      // Programs read CSV, so the notes are for whoever started the command.
      ...(format === 'csv' ? notesOf(statistics, language) : []),
      ...(isEmpty && problems.length === 0 && environment.emulator && !flags.json
        ? [withNaming(fill(statWords.moveClock, language), terminal.style('stderr').naming)]
        : []),
    ];
    if (!flags.quiet) for (const note of notes) terminal.say(note);
    return {
      exit: hasErrors(problems) ? Exit.failed : Exit.done,
      text: statisticsText(statistics, format, { ...terminal.style('stdout'), language }),
      format: format === 'table' ? undefined : format,
      json: { statistics: document(statistics) },
      problems,
    };
  });
}

/** Returns the time of the service: the clock of an emulator can be moved. Any answer has it. */
async function serviceTime({ service, profiles }: Session, { ports, signal }: Invocation): Promise<number> {
  const [first] = profiles.values();
  await service.call(profileEndpoints.multi, { senderKey: first ? [first.key] : [] }, signal);
  return service.now() ?? ports.clock.now();
}

/** A deleted template keeps its numbers, so an unknown code is no error. */
function withoutNumbers(code: string): Problem {
  const message = `No manifest declares \`${code}\`, and the service has no numbers of it`;
  const hint = 'Run `notiform get templates`, `get brand-templates` or `get tags` to list what exists';
  return asWarning(errorProblem('not-found', message, hint));
}

/** The `statistics` of `--json`. */
function document({ question, rows, notYet, partialMonth }: Statistics): JsonObject {
  const { of, product, by, span, laterCodes = [] } = question;
  const state = { notYet: notYet && { ...notYet }, partialMonth };
  return { of, product, by, ...span, filters: filtersOf(question), laterCodes: [...laterCodes], ...state, rows };
}
