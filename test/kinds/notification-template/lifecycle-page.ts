import type { Operation, Past } from '../../../src/core/kind.ts';
import type { Resource, ResourceState } from '../../../src/core/resource.ts';
import { textOf } from '../../../src/core/sentence.ts';
import { templateOperations } from '../../../src/kinds/notification-template/operations.ts';
import type { Client } from '../../../src/wire/client.ts';
import { drawRoute, plannedRoute, policies } from './policies.ts';
import { goals, live, liveContent, liveStates, type Text, texts, want } from './standings.ts';

const INTRODUCTION = `# The life of a notification template

<!-- Made from the operation table by test/kinds/notification-template/lifecycle.test.ts; UPDATE_DOCS=1 writes it. -->

A notification template is written, inspected by a person, and only then sent. The operations that the service allows depend
on its state. notiform has one table of these operations. For each template it finds the cheapest sequence of operations from
the live state to the state that the manifest declares.

It never takes an operation whose risk the environment does not allow. This page shows the table and every route that follows from it.

States are the service's own words: REG registered, REQ inspection requested, REJ rejected, RDY approved and never sent,
ACT active, STP stopped, DMT dormant, BLK blocked. Numbers under *cites* are sections of the resource API and entries of
[assumptions.md](assumptions.md).
`;

const OPERATIONS = `## Operations

Each row is one operation: *from* lists the states in which it is allowed, *declared state* the states that a manifest may declare
for it, and *result* every state that it may lead to. After an operation with more than one possible result, notiform reads the
template before it continues.

The risk \`reverses\` applies if a person brought the template into its state outside notiform, and the manifest did not change
since the last apply ([plan.md](plan.md#what-people-did-outside)).
`;

const pasts: readonly Past[] = [
  { madeBy: 'notiform', isUnchanged: false },
  { madeBy: 'person', isUnchanged: true },
];

const REFUSALS = `## Conditions

Some operations have more conditions than the state. If a condition is not met, notiform reports the reason in the last column.
`;

const ROUTES = `## Routes

Each table shows what notiform does for one declared state.

- *live* is the state on the service.
- *text* is the difference between the manifest and the live template: \`same\`, \`changed\`, \`channel add\` (only the channel-add button
  and its message type) or \`code\` (only the code).
- *policy* names the risks that are allowed. By default these are \`queues-again\` and \`destroys\`. A row with *any* applies to every
  policy.

[versions.md](versions.md) describes older versions.
`;

/** The whole of docs/lifecycle.md. */
export function lifecyclePage(): string {
  const sections = [INTRODUCTION, OPERATIONS, operationTable(), REFUSALS, conditionTable(), ROUTES];
  return `${[...sections, ...goals.map(routeSection)].join('\n')}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `${[line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')}\n`;
}

function operationTable(): string {
  const rows = templateOperations.map((operation) => {
    const uses = usesOf(operation);
    const aims = unique(uses.map(({ wanted }) => wanted.goal));
    return [
      `\`${operation.name}\``,
      operation.title,
      unique(uses.map(({ at }) => wordOf(at))).join(', '),
      aims.length === goals.length ? 'any' : aims.join(', '),
      unique(uses.flatMap(({ at, wanted }) => operation.predicts(at, wanted).map(wordOf))).join(', '),
      unique(uses.flatMap(({ at, wanted }) => pasts.flatMap((past) => operation.risk?.(at, wanted, past) ?? []))).join(
        ', ',
      ) || 'none',
      operation.cites,
    ];
  });
  return table(['operation', 'what it does', 'from', 'declared state', 'result', 'risk', 'cites'], rows);
}

/** Every state and wish that an operation passes for. */
function usesOf(operation: Operation<Client>): { at: ResourceState; wanted: Resource }[] {
  return [...liveStates.values()].flatMap((at) =>
    wishes()
      .filter((wanted) => operation.requires(at, wanted) === undefined)
      .map((wanted) => ({ at, wanted })),
  );
}

function wishes(): Resource[] {
  const attached = {
    inputs: { comment: '첨부 확인 부탁드립니다', attachments: [{ path: 'evidence.pdf', sha256: 'e' }] },
  };
  return goals.flatMap((goal) => texts.flatMap((text) => [want(goal, text), want(goal, text, attached)]));
}

function conditionTable(): string {
  const active = (content: object) => live({ inspectionStatus: 'APR', status: 'A' }, { ...liveContent, ...content });
  const button = (index: number) => ({ type: 'BK', name: `버튼 ${index}` });
  const attachments = [{ path: 'evidence.pdf', sha256: 'e' }];
  const approved = want('approved');
  const cases: [string, string, ResourceState, Resource][] = [
    [
      'template.request',
      'attachments are given',
      live({}),
      want('approved', 'same', { inputs: { comment: '확인', attachments } }),
    ],
    ['template.request_with_file', 'no attachments are given', live({}), approved],
    [
      'template.request_with_file',
      'attachments are given without a comment',
      live({}),
      want('approved', 'same', { inputs: { attachments } }),
    ],
    ['template.cancel_request', 'the code is changed', live({ inspectionStatus: 'REQ' }), want('approved', 'code')],
    [
      'template.cancel_approval',
      '`versions`, and the text is changed',
      live({ inspectionStatus: 'APR' }),
      want('approved', 'changed', { options: { versions: { keep: 2 } } }),
    ],
    ['template.cancel_approval', '`stopped` is declared', live({ inspectionStatus: 'APR' }), want('stopped')],
    ['template.stop', 'neither `stopped` nor `removed` is declared', active({}), approved],
    [
      'template.stop',
      'a template that was never sent is to be removed',
      live({ inspectionStatus: 'APR' }),
      want('removed'),
    ],
    ['template.delete', 'the template is declared', live({}), approved],
    ['template.convertAddCh', 'message type AD or MI', active({ messageType: 'MI' }), approved],
    ['template.convertAddCh', '5 buttons', active({ buttons: [1, 2, 3, 4, 5].map(button) }), approved],
    ['template.convertAddCh', 'a body of 929 characters', active({ content: '가'.repeat(929) }), approved],
    [
      'template.convertAddCh',
      'quick replies and 2 buttons',
      active({ buttons: [1, 2].map(button), quickReplies: [button(3)] }),
      approved,
    ],
    [
      'template.convertAddCh',
      'a dormant template',
      live({ inspectionStatus: 'APR', status: 'A', dormant: true }),
      approved,
    ],
    ['any but `template.stop`', 'a blocked template', live({ inspectionStatus: 'APR', block: true }), approved],
  ];
  const rows = cases.map(([name, situation, at, wanted]) => {
    const operation =
      templateOperations.find((row) => row.name === name) ??
      templateOperations.find(({ name }) => name === 'template.request');
    return [
      name.startsWith('any') ? name : `\`${name}\``,
      situation,
      textOf(operation?.requires(at, wanted)?.reason ?? 'passes'),
    ];
  });
  return table(['operation', 'situation', 'refused because'], rows);
}

/** A row of a route table, before equal ones are put together. */
interface RouteRow {
  states: string[];
  texts: string[];
  policies: string[];
  drawn: string;
}

function routeSection(goal: string): string {
  const rows = [...liveStates].flatMap(([state, at]) => rowsOf(goal, state, at));
  const merged = mergeRows(rows).map((row) => [
    row.states.join('; '),
    row.texts.length === texts.length ? 'any' : row.texts.join(', '),
    row.policies.length === policies.size ? 'any' : row.policies.join('; '),
    row.drawn,
  ]);
  return `### Declared: ${goal}\n\n${table(['live', 'text', 'policy', 'route'], merged)}`;
}

/** The routes from one state: those of equal policies together, then those of equal texts. */
function rowsOf(goal: string, state: string, at: ResourceState): RouteRow[] {
  const rows = textsOf(goal, at).flatMap(([label, text]) =>
    [...policies].map(([policy, allowed]) => ({
      states: [state],
      texts: label,
      policies: [policy],
      drawn: drawRoute(plannedRoute(at, want(goal, text), allowed)),
    })),
  );
  const byPolicy = gather(rows, (row) => [row.texts, row.drawn], 'policies');
  return gather(byPolicy, (row) => [row.policies, row.drawn], 'texts');
}

/** Neighbouring states whose rows are all equal, together. */
function mergeRows(rows: readonly RouteRow[]): RouteRow[] {
  const byState = new Map<string, RouteRow[]>();
  for (const row of rows) byState.set(row.states.join(), [...(byState.get(row.states.join()) ?? []), row]);
  const alike = new Map<string, RouteRow[][]>();
  for (const group of byState.values()) {
    const key = JSON.stringify(group.map(({ texts, policies, drawn }) => [texts, policies, drawn]));
    alike.set(key, [...(alike.get(key) ?? []), group]);
  }
  return [...alike.values()].flatMap((groups) =>
    (groups[0] ?? []).map((row) => ({ ...row, states: groups.flatMap(([first]) => first?.states ?? []) })),
  );
}

function gather(
  rows: readonly RouteRow[],
  keyOf: (row: RouteRow) => unknown,
  joined: 'texts' | 'policies',
): RouteRow[] {
  const groups = new Map<string, RouteRow>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row));
    const group = groups.get(key);
    groups.set(key, group ? { ...group, [joined]: [...group[joined], ...row[joined]] } : row);
  }
  return [...groups.values()];
}

function textsOf(goal: string, at: ResourceState): [string[], Text][] {
  const all = texts.map((text) => labels[text]);
  if (!at || goal === 'removed') return [[all, 'same']];
  return texts.map((text) => [[labels[text]], text]);
}

const labels: Record<Text, string> = { same: 'same', changed: 'changed', channel: 'channel add', code: 'code' };

function wordOf(at: ResourceState): string {
  return at?.status.state ?? 'absent';
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}
