import type { JsonObject } from '../../core/json.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { filledText, flag, listOf, members, nullable, oneOf, type Rules, read, text } from '../members.ts';
import { profileBy } from '../resource/profile/registry.ts';
import { detailOf } from '../resource/template/detail.ts';
import { decide, expectVerdict, INSPECTOR, inspectionRequests, type Verdict } from '../resource/template/inspector.ts';
import { applyDormancy, touch } from '../resource/template/operations.ts';
import { serviceStatus } from '../resource/template/states.ts';
import type { Template } from '../resource/template/template.ts';
import { type Given, isRejected, type Rejected, type Route, reject } from './route.ts';

/** The inspector's side: what waits, verdicts, questions, and states that no endpoint makes. */
export const inspectionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/requests',
    handle: (machine) => ({ requests: inspectionRequests(machine).map((template) => requestOf(machine, template)) }),
  },
  { method: 'POST', path: '/verdict', handle: (machine, { body }) => giveVerdict(machine, body) },
  { method: 'POST', path: '/verdicts', handle: (machine, { body }) => giveVerdicts(machine, body) },
  { method: 'POST', path: '/comment', handle: (machine, { body }) => comment(machine, body) },
  { method: 'POST', path: '/template', handle: (machine, { body }) => changeState(machine, body) },
];

/** What names a template: the profile by its alias or key. */
interface Named {
  profile?: string;
  senderKey?: string;
  templateCode: string;
}

const namedRules: Rules<Named> = { profile: text, senderKey: text, templateCode: text };

const verdictRules: Rules<Named & Verdict> = {
  ...namedRules,
  verdict: oneOf('approve', 'reject'),
  comment: nullable(text),
};

function requestOf(machine: Machine, template: Template): JsonObject {
  const asked = template.comments.findLast(({ status }) => status === 'REQ');
  const own = asked && asked.at === template.requestedAt ? asked : undefined;
  return {
    profile: machine.store.profiles.get(template.senderKey)?.alias ?? template.senderKey,
    senderKey: template.senderKey,
    senderKeyType: template.senderKeyType,
    templateCode: template.templateCode,
    templateName: template.content.templateName,
    requestedAt: formatDateTime(template.requestedAt ?? template.modifiedAt),
    comment: own?.content ?? null,
    attachments: (own?.attachment ?? []).map(({ name, size }) => ({ name, size })),
  };
}

function find(machine: Machine, { profile, senderKey, templateCode }: Named): Template | Rejected {
  const name = profile ?? senderKey;
  if (name === undefined) return reject(400, 'profile is required');
  const owner = profileBy(machine, name);
  if (owner === undefined) return reject(404, `no such profile: ${name}`);
  const template = machine.store.templates.of(owner.key, templateCode);
  return template ? applyDormancy(machine, template) : reject(404, `no such template: ${templateCode}`);
}

/** A template that waits for a verdict, and the verdict. */
function findRequest(machine: Machine, given: Named & Verdict): { template: Template; verdict: Verdict } | Rejected {
  const { verdict, comment: words } = given;
  if (verdict === 'reject' && !words?.trim()) return reject(400, 'comment is required: a rejection says why');
  const template = find(machine, given);
  if (isRejected(template)) return template;
  if (template.inspectionStatus !== 'REQ')
    return reject(409, `${given.templateCode} awaits no verdict: it is ${serviceStatus(template)}`);
  return { template, verdict: words ? { verdict, comment: words } : { verdict } };
}

function giveVerdict(machine: Machine, body: JsonObject): Given {
  const given = read<Named & Verdict>(body, verdictRules, ['templateCode', 'verdict']);
  if (typeof given === 'string') return reject(400, given);
  const found = findRequest(machine, given);
  if (isRejected(found)) return found;
  decide(machine, found.template, found.verdict);
  return { template: detailOf(found.template) };
}

/** Many at once, all or none. */
function giveVerdicts(machine: Machine, body: JsonObject): Given {
  const given = read<{ verdicts: (Named & Verdict)[] }>(
    body,
    { verdicts: listOf(members(verdictRules, ['templateCode', 'verdict'])) },
    ['verdicts'],
  );
  if (typeof given === 'string') return reject(400, given);
  const found = new Map<Template, Verdict>();
  for (const [index, one] of given.verdicts.entries()) {
    const request = findRequest(machine, one);
    if (isRejected(request)) return reject(request.rejected, `verdicts[${index}]: ${request.message}`);
    if (found.has(request.template))
      return reject(400, `verdicts[${index}]: ${one.templateCode} has a verdict in this request already`);
    found.set(request.template, request.verdict);
  }
  for (const [template, verdict] of found) decide(machine, template, verdict);
  return { verdicts: found.size };
}

interface RemarkRequest extends Named {
  status: 'INQ' | 'REP';
  content: string;
}

/** A question of the inspector (INQ), or the account's answer to it (REP). The request stands as before (assumption 140). */
function comment(machine: Machine, body: JsonObject): Given {
  const rules: Rules<RemarkRequest> = { ...namedRules, status: oneOf('INQ', 'REP'), content: filledText };
  const given = read<RemarkRequest>(body, rules, ['templateCode', 'status', 'content']);
  if (typeof given === 'string') return reject(400, given);
  const template = find(machine, given);
  if (isRejected(template)) return template;
  const { status, content } = given;
  if (template.inspectionStatus !== 'REQ')
    return reject(409, `${given.templateCode} is not under inspection: it is ${serviceStatus(template)}`);
  if (
    status === 'REP' &&
    template.comments.findLast((one) => one.status === 'INQ' || one.status === 'REP')?.status !== 'INQ'
  )
    return reject(409, `${given.templateCode} has no question to answer`);
  const userName = status === 'INQ' ? INSPECTOR : machine.credentials.bizId;
  template.comments.push({ content, at: machine.clock.now(), status, userName, attachment: [] });
  machine.store.templates.put(template);
  return { template: detailOf(template) };
}

type State = Pick<Template, 'block' | 'dormant' | 'status' | 'inspectionStatus'>;

const stateRules: Rules<Partial<State>> = {
  block: flag,
  dormant: flag,
  status: oneOf('S', 'A', 'R'),
  inspectionStatus: oneOf('REG', 'REQ', 'REJ', 'APR'),
};

function changeState(machine: Machine, body: JsonObject): Given {
  const given = read<Named & Partial<State>>(body, { ...namedRules, ...stateRules }, ['templateCode']);
  if (typeof given === 'string') return reject(400, given);
  const { profile: _profile, senderKey: _key, templateCode: _code, ...change } = given;
  const template = find(machine, given);
  if (isRejected(template)) return template;
  Object.assign(template, change);
  if (change.inspectionStatus !== undefined)
    template.requestedAt = change.inspectionStatus === 'REQ' ? machine.clock.now() : null;
  touch(machine, template);
  expectVerdict(machine, template);
  return { template: detailOf(template) };
}
