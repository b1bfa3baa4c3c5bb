import type { Context, Hono } from 'hono';
import type { Json, JsonObject } from '../../core/json.ts';
import { isJsonRequest, isUnread, readJson } from '../body.ts';
import { formatDateTime } from '../dates.ts';
import { CONTROL_PATH } from '../defaults.ts';
import type { Machine } from '../machine.ts';
import { detailOf } from '../resource/detail.ts';
import { serviceStatus } from '../resource/guards/states.ts';
import { decide, expectVerdict, inspectionRequests } from '../resource/inspector.ts';
import { profileBy, register } from '../resource/registry.ts';
import type { Bindings } from '../resource/router.ts';
import { settleDormancy, touch } from '../resource/templates.ts';
import type { Template } from '../store/template.ts';
import { readFaults, readRegistration, readSettings, readStateChange, readVerdict } from './control-requests.ts';
import { inbox } from './inbox.ts';
import { seedPublicTemplates, seedTemplates } from './seed.ts';
import { readSeeds } from './seed-requests.ts';
import { snapshotOf } from './snapshot.ts';

/** A control request that cannot be done: HTTP status and a sentence. */
interface Rejected {
  rejected: 400 | 404 | 409;
  message: string;
}

type Given = JsonObject | Rejected;

function reject(rejected: Rejected['rejected'], message: string): Rejected {
  return { rejected, message };
}

/** Mounts the API by which commands and tests steer the emulator. Answers are `{ok: true, …}` or `{ok: false, message}`. */
export function mountControl(app: Hono<Bindings>, machine: Machine): void {
  get(app, machine, '/health', () => health(machine));
  get(app, machine, '/requests', () => ({
    requests: inspectionRequests(machine).map((template) => requestOf(machine, template)),
  }));
  get(app, machine, '/clock', () => clockOf(machine));
  get(app, machine, '/faults', () => ({ rules: plain(machine.faults.rules()) }));
  get(app, machine, '/settings', () => ({ settings: plain(machine.settings) }));
  get(app, machine, '/snapshot', () => ({ snapshot: snapshotOf(machine.store) }));
  get(app, machine, '/journal', (query) => ({ entries: plain(machine.journal.entries(Number(query('after') ?? 0))) }));
  get(app, machine, '/inbox', (query) => ({
    messages: plain(
      inbox(machine, {
        search: query('search'),
        to: query('to'),
        templateCode: query('templateCode'),
        refkey: query('refkey'),
      }),
    ),
  }));

  post(app, machine, '/seed', (body) => seed(machine, body));
  post(app, machine, '/verdict', (body) => giveVerdict(machine, body));
  post(app, machine, '/template', (body) => changeState(machine, body));
  post(app, machine, '/register', (body) => {
    const registration = readRegistration(body);
    if (typeof registration === 'string') return reject(400, registration);
    register(machine, registration);
    return {};
  });
  post(app, machine, '/clock', (body) => turnClock(machine, body));
  post(app, machine, '/faults', (body) => {
    const faults = readFaults(body);
    if (typeof faults === 'string') return reject(400, faults);
    machine.faults.set(faults.rules, faults.seed);
    return {};
  });
  post(app, machine, '/settings', (body) => {
    const settings = readSettings(body);
    if (typeof settings === 'string') return reject(400, settings);
    Object.assign(machine.settings, settings);
    for (const template of inspectionRequests(machine)) expectVerdict(machine, template);
    return { settings: plain(machine.settings) };
  });
  post(app, machine, '/journal/clear', () => {
    machine.journal.clear();
    return {};
  });
  post(app, machine, '/reset', () => {
    machine.reset();
    return {};
  });
  app.all(`${CONTROL_PATH}/*`, (context) => context.json({ ok: false, message: 'no such control' }, 404));
}

function get(
  app: Hono<Bindings>,
  machine: Machine,
  path: string,
  handle: (query: (name: string) => string | undefined) => Given,
): void {
  app.get(CONTROL_PATH + path, (context) =>
    answer(
      context,
      machine,
      handle((name) => context.req.query(name)),
    ),
  );
}

function post(app: Hono<Bindings>, machine: Machine, path: string, handle: (body: JsonObject) => Given): void {
  app.post(CONTROL_PATH + path, async (context) => {
    if (!isJsonRequest(context.req.header('content-type')))
      return answer(context, machine, reject(400, 'the content type must be application/json'));
    const body = await readJson(context.env.incoming, Number.POSITIVE_INFINITY);
    if (isUnread(body)) return answer(context, machine, reject(400, `the body is ${body.unread.replaceAll('-', ' ')}`));
    return answer(context, machine, handle(body));
  });
}

async function answer(context: Context<Bindings>, machine: Machine, given: Given): Promise<Response> {
  await machine.saved();
  if (isRejected(given)) return context.json({ ok: false, message: given.message }, given.rejected);
  return context.json({ ok: true, ...given });
}

function isRejected(given: Given): given is Rejected {
  return 'rejected' in given;
}

/** What JSON makes of a plain value. */
function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json; // our own data: every JSON text is Json
}

function health(machine: Machine): JsonObject {
  return {
    name: 'notiform-emulator',
    url: machine.url(),
    inspect: machine.settings.inspect,
    now: machine.clock.now(),
    profiles: [...machine.store.profiles.values()].map(({ alias, type }) => ({ alias, type })),
    templates: machine.store.templates.size,
    requests: inspectionRequests(machine).length,
    messages: machine.store.messages.size,
  };
}

function requestOf(machine: Machine, template: Template): JsonObject {
  const comment = template.comments.findLast(({ status }) => status === 'REQ');
  return {
    profile: machine.store.profiles.get(template.senderKey)?.alias ?? template.senderKey,
    senderKey: template.senderKey,
    senderKeyType: template.senderKeyType,
    templateCode: template.templateCode,
    templateName: template.content.templateName,
    requestedAt: formatDateTime(template.requestedAt ?? template.modifiedAt),
    comment: comment && comment.at === template.requestedAt ? comment.content : null,
    attachments:
      comment && comment.at === template.requestedAt
        ? comment.attachment.map(({ name, size }) => ({ name, size }))
        : [],
  };
}

function clockOf(machine: Machine): JsonObject {
  return { now: machine.clock.now() };
}

function turnClock(machine: Machine, { advance, set }: JsonObject): Given {
  if (typeof advance === 'number' && advance >= 0) machine.clock.advance(advance);
  else if (typeof set === 'number') machine.clock.set(set);
  else return reject(400, 'advance (milliseconds) or set (milliseconds since the epoch) is required');
  return clockOf(machine);
}

function findTemplate(machine: Machine, body: JsonObject): Template | Rejected {
  const profile = profileBy(machine, String(body['profile'] ?? body['senderKey'] ?? ''));
  if (profile === undefined) return reject(404, 'no such profile');
  const template = machine.store.templates.of(profile.key, String(body['templateCode'] ?? ''));
  return template ? settleDormancy(machine, template) : reject(404, 'no such template');
}

function giveVerdict(machine: Machine, body: JsonObject): Given {
  const verdict = readVerdict(body);
  if (typeof verdict === 'string') return reject(400, verdict);
  const template = findTemplate(machine, body);
  if ('rejected' in template) return template;
  if (template.inspectionStatus !== 'REQ')
    return reject(409, `the template awaits no verdict: it is ${serviceStatus(template)}`);
  decide(machine, template, verdict);
  return { template: detailOf(template) };
}

function changeState(machine: Machine, body: JsonObject): Given {
  const change = readStateChange(body);
  if (typeof change === 'string') return reject(400, change);
  const template = findTemplate(machine, body);
  if ('rejected' in template) return template;
  Object.assign(template, change);
  if (change.inspectionStatus !== undefined)
    template.requestedAt = change.inspectionStatus === 'REQ' ? machine.clock.now() : null;
  touch(machine, template);
  return { template: detailOf(template) };
}

function seed(machine: Machine, body: JsonObject): Given {
  const seeds = readSeeds(body);
  if (typeof seeds === 'string') return reject(400, seeds);
  const wrong = seedTemplates(machine, seeds.templates);
  if (wrong !== undefined) return reject(404, wrong);
  seedPublicTemplates(machine, seeds.publicTemplates);
  return { templates: seeds.templates.length };
}
