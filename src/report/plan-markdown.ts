import type { Blocked, Change, Plan } from '../core/plan.ts';
import { type DrawnLine, render, renderLine } from './line.ts';
import { fenced, fitItems, type Item, inert } from './markdown.ts';
import { drawProblemsIn } from './part.ts';
import { countsLine, othersLine } from './plan.ts';
import { briefly, drawChange } from './plan-change.ts';
import { drawBlocked, drawProtection, drawUnmanaged, drawWaiting } from './plan-rest.ts';
import { partOf } from './plan-scope.ts';
import type { Style } from './style.ts';
import { ourTime } from './time.ts';
import { ACTION_WORDS, counted } from './words.ts';

/** A comment of GitHub holds 65,536 characters; some are left for the Action. */
const COMMENT = 63_000;

const STYLE: Style = { color: false, width: 100 };

/** The most characters of the comment, and the time zone of its times (Korea's if left out). */
interface MarkdownOptions {
  limit?: number;
  timezone?: string | undefined;
}

/**
 * Draws a plan as Markdown for a pull request's comment, only from the plan's JSON: the counts, then a block for each change,
 * for blocked, waiting and unmanaged resources, and for problems. If it were longer than `limit` characters, the last blocks
 * become a line or a number, blocked resources and problems last of all. Ends with a line break.
 */
export function drawPlanMarkdown(plan: Plan, { limit = COMMENT, timezone }: MarkdownOptions = {}): string {
  const style: Style = { ...STYLE, ...(timezone === undefined ? {} : { timezone }) };
  const head = heading(plan, style);
  const items = [
    ...plan.changes.map(changeItem),
    ...plan.blocked.map((blocked) => blockedItem(blocked, style)),
    ...listItem(counted(plan.waiting.length, 'waiting', 'waiting'), drawWaiting(plan.waiting, style, false)),
    ...listItem(counted(plan.remembers.length, 'protection change'), drawProtection(plan.remembers, STYLE)),
    ...listItem(counted(plan.problems.length, 'problem'), drawProblemsIn(plan.problems, style, 0)).map(urgent),
    ...listItem(`${plan.unmanaged.length} not managed`, drawUnmanaged(plan.unmanaged, STYLE, false)),
  ];
  const room = limit - head.length - NOTE;
  const { text, inLine, left } = fitItems(items, room);
  const parts = [
    ...(inLine === 0 ? [] : [`${inLine} of these ${inLine === 1 ? 'is' : 'are'} shortened to a line`]),
    ...(left === 0 ? [] : [`${left} more ${left === 1 ? 'is' : 'are'} left out`]),
  ];
  const note = parts.length === 0 ? '' : `\n_${parts.join(', ')}: a comment has a limit. The plan shows everything._\n`;
  return `${head}${text}${note}`;
}

/** The most characters of the note at the end. */
const NOTE = 200;

function heading(plan: Plan, style: Style): string {
  const made = [
    plan.tool,
    ...(plan.git === null ? [] : [`git ${plan.git.slice(0, 12)}`]),
    ourTime(plan.createdAt, style),
  ];
  const counts = [countsLine(plan), ...othersLine(plan)].map((line) => inert(renderLine(line, STYLE)));
  const [first, ...others] = counts;
  const part = partOf(plan.policy);
  return [
    `### Plan for ${inert(plan.environment)}`,
    '',
    ...(part === undefined
      ? []
      : [`**Only a part of it:** <code>${inert(part)}</code>. The rest was not planned.`, '']),
    `**${first}** ${others.join(' ')}`.trim(),
    '',
    ...(plan.complete
      ? []
      : ['> [!WARNING]', '> This plan is not complete: something could not be read, so changes may be missing.', '']),
    `<sub>${inert(made.join(' · '))}</sub>`,
    '',
    '',
  ].join('\n');
}

function changeItem(change: Change): Item {
  const { symbol } = ACTION_WORDS[change.action];
  return {
    title: `<code>${inert(symbol)}</code> <code>${inert(change.address)}</code> ${inert(briefly(change))}`,
    body: fenced(diffOf(change), 'diff'),
  };
}

/** The change as a terminal shows it, its signs at the start of the line, where Markdown colours them. */
function diffOf(change: Change): string {
  const lines = render(drawChange(change, STYLE, false), STYLE).split('\n');
  const content = lines.indexOf('');
  const isWhole = change.before === null || change.action === 'delete';
  const sign = isWhole ? (change.before === null ? '+' : '-') : undefined;
  return lines
    .map((line, index) => {
      if (content === -1 || index <= content || line === '') return line;
      return sign === undefined ? signFirst(line) : `${sign}${line.slice(1)}`;
    })
    .join('\n');
}

/** A field's sign is at column 4, a text line's at column 6 before its bar. Anywhere else it is the user's. */
function signFirst(line: string): string {
  const [, before, sign, rest] = /^( {4})([-+~]) (.*)$/u.exec(line) ?? /^( {6})([-+]) ([│┆].*)$/u.exec(line) ?? [];
  return sign === undefined ? line : `${sign === '~' ? '!' : sign}${before} ${rest}`;
}

function blockedItem(blocked: Blocked, style: Style): Item {
  const [, ...rows] = drawBlocked([blocked], style, false);
  return {
    title: `<code>${inert('✗')}</code> <code>${inert(blocked.address)}</code> blocked in ${inert(blocked.state)}`,
    body: fenced(render(rows, STYLE), 'text'),
    urgent: true,
  };
}

function urgent(item: Item): Item {
  return { ...item, urgent: true };
}

function listItem(title: string, rows: readonly DrawnLine[]): Item[] {
  return rows.length === 0 ? [] : [{ title: inert(title), body: fenced(render(rows, STYLE), 'text') }];
}
