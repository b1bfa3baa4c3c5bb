import type { StatusReport, StatusRow } from '../../core/status.ts';
import { span, type Text } from '../text.ts';
import { Audience, type AudienceOptions, placeOf } from './audience.ts';
import type { Entry, ReportView, ViewPart } from './blocks.ts';
import { presentComments } from './dialogue.ts';
import { PLAN_WORDS, STATUS_WORDS } from './phrases.ts';
import { problemParts } from './problems.ts';
import { whyIn } from './reasons.ts';
import { unmanagedList } from './reviewed-plan.ts';
import {
  eventsOf,
  GROUP_WORDS,
  STATUS_GROUPS,
  type StatusGroup,
  statusGroupOf,
  stoppedWords,
} from './status-groups.ts';
import { stateName, VERDICT_WORDS } from './words.ts';

/** The groups that are shown row by row. The others are only counted. */
const SHOWN = STATUS_GROUPS.filter((group) => group !== 'unsent' && group !== 'done');

interface ReviewedStatusOptions extends AudienceOptions {
  /** True if the report has only resources that were modified in a period. */
  recent?: boolean;
}

/**
 * The state of every address for reviewers: how many are rejected, wait or differ, a row for each of these, and the inspector's
 * words. Resources that are as declared are only counted.
 */
export function reviewedStatus(report: StatusReport, options: ReviewedStatusOptions = {}): ReportView {
  const { environment, rows, complete, profiles = [], problems, unmanaged } = report;
  const audience = new Audience({ ...options, naming: { ...options.naming, environment } }, rows);
  const rowsIn = (group: StatusGroup): StatusRow[] => rows.filter((row) => statusGroupOf(row) === group);
  const stopped = profiles.map((profile) => ({ text: stoppedWords(profile, audience) }));
  return {
    title: audience.say(STATUS_WORDS.title, { environment }),
    head: [
      leadOf(report, rowsIn, audience, options.recent === true),
      { level: 'WARNING', lines: complete ? [] : [audience.say(STATUS_WORDS.incomplete)] },
      { level: 'WARNING', lines: [], items: stopped },
      ...problemParts(problems, audience),
    ],
    columns: [PLAN_WORDS.resource, STATUS_WORDS.state, STATUS_WORDS.situation].map((phrase) => audience.say(phrase)),
    sections: [{ entries: SHOWN.flatMap(rowsIn).map((row) => rowEntry(row, audience)) }],
    rest: unmanagedList(unmanaged, audience),
  };
}

function leadOf(
  { rows, profiles = [] }: StatusReport,
  rowsIn: (group: StatusGroup) => StatusRow[],
  audience: Audience,
  recent: boolean,
): ViewPart {
  const sentences = STATUS_GROUPS.flatMap((group) => {
    const some = rowsIn(group);
    const groups = group === 'waiting' ? audience.byDecision(some) : [{ decision: '', some }];
    return groups.flatMap((one) => audience.about(GROUP_WORDS[group], one.some, { decision: one.decision }));
  });
  const fine = rowsIn('done').length + rowsIn('unsent').length;
  const isFine = rows.length > 0 && fine === rows.length && profiles.length === 0;
  if (isFine) return { lead: [audience.say(STATUS_WORDS.fine), ...sentences], more: [] };
  const [first = audience.say(STATUS_WORDS[recent ? 'noneSince' : 'none']), ...more] = sentences;
  return { lead: [first], more };
}

function rowEntry(row: StatusRow, audience: Audience): Entry {
  const { address, state, comments, name } = row;
  const why = whyIn(row, audience);
  const said = audience.comments(presentComments(comments, state ?? ''));
  const about = [...placeOf(row), ...(name ? [[span(name)]] : [])];
  return {
    ...audience.named(address),
    cells: [[[span(state === null ? '-' : stateName(state, audience.language))]], situationOf(row, audience)],
    ...((said.length > 0 || why !== '') && {
      body: () => [...said, { fine: about }, { fine: [audience.sentence(why)] }],
    }),
  };
}

/** Returns the decision that a resource waits for and since when, or its difference. */
function situationOf(row: StatusRow, audience: Audience): Text[] {
  const { verdict, waitsFor, reason } = row;
  const decision = { decision: audience.decision(waitsFor) };
  const compared = verdict === 'waiting' ? PLAN_WORDS.waitsFor : VERDICT_WORDS[verdict].word;
  return [
    audience.say(statusGroupOf(row) === 'rejected' ? STATUS_WORDS.correct : compared, decision),
    ...eventsOf(row, audience),
    ...(reason === undefined ? [] : [audience.say(STATUS_WORDS.stuck)]),
  ];
}
