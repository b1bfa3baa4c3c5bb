import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import type { Random } from '../../src/core/ports.ts';
import type { Resource } from '../../src/core/resource.ts';
import type { Seed } from '../../src/emulator/public-types.ts';
import type { VideoStatus } from '../../src/emulator/resource/entities.ts';
import type { Planned } from '../../src/engine/types.ts';
import { systemFiles } from '../../src/files/system.ts';
import { loadManifests } from '../../src/manifest/load/load.ts';
import type { Client } from '../../src/wire/client.ts';
import { seededRandom } from '../random.ts';
import { type Fate, groups, openProject, type Project, shop, succeeded } from './support.ts';
import { FILES, type Form, THINGS } from './things.ts';

/** Which form each thing has; the first, which is none, where it is left out. */
export type Wishes = Readonly<Record<string, number>>;

export interface Scenario {
  before: Wishes;
  after: Wishes;
}

/** Some things, each with another manifest than before. The same seed gives the same scenario. */
export function randomScenario(seed: number, things: number): Scenario {
  const random = seededRandom(seed);
  const names = shuffled(Object.keys(THINGS), random).slice(0, things);
  const pairs = names.map((name) => {
    const forms = THINGS[name]?.length ?? 0;
    const from = pick(forms, random);
    return [name, from, (from + 1 + pick(forms - 1, random)) % forms] as const;
  });
  return {
    before: Object.fromEntries(pairs.map(([name, from]) => [name, from])),
    after: Object.fromEntries(pairs.map(([name, , to]) => [name, to])),
  };
}

function pick(count: number, random: Random): number {
  return Math.floor(random.next() * count);
}

function shuffled(names: readonly string[], random: Random): string[] {
  return names
    .map((name) => ({ name, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

/** What nobody declares, one of each kind that is listed: it is there before and after, untouched. */
const STRANGERS: Seed = {
  templates: [
    {
      profile: 'shop',
      templateCode: 'stranger',
      templateName: '남의 안내',
      templateContent: '남',
      categoryCode: '001001',
    },
  ],
  groupTags: [{ profile: 'shop', groupTagName: '남의 것' }],
  pluginCallbacks: [
    { profile: 'shop', pluginType: 'SECURE_IMAGE', pluginId: 'stranger', callbackUrl: 'https://other.example.com' },
  ],
  brandTemplates: [
    { profile: 'shop', templateCode: 'stranger', templateName: '남의 소식', content: '남', chatBubbleType: 'TEXT' },
  ],
};

/** A group of somebody else, in which every profile is from the start: no environment names it. */
export const FOREIGN = { alias: 'foreign', key: 'foreign-key', type: 'G' } as const;

/** How long an older version stays, and more. */
const TWO_HOURS_MS = 2 * 3_600_000;

/** A project, and what the service has that is nobody's business. */
export interface World extends Project {
  strangers: JsonObject;
}

/**
 * A project with the files that manifests show, and strangers. Everything may be done to what is ours. Groups are there only
 * where a scenario needs them: each plan lists what they have.
 */
export async function openWorld({ before }: Partial<Scenario> = { before: { profile: 0 } }): Promise<World> {
  const project = await openProject(before && 'profile' in before ? groups : []);
  const { control, files } = project;
  project.allow = ['loses-approval', 'interrupts-sending', 'takes-over'];
  for (const [name, bytes] of Object.entries(FILES)) files.all.set(`/project/manifests/${name}`, bytes);
  // Nothing is encoded by itself, however slow the machine.
  succeeded(await control.settings({ encodeMs: 86_400_000 }));
  succeeded(await control.seed({ ...STRANGERS, profiles: [FOREIGN] }));
  succeeded(await control.checkpoint('empty'));
  const { snapshot: strangers } = succeeded(await control.snapshot());
  return Object.assign(project, { strangers });
}

/** Where a scenario begins: what is wanted, the plan of it, and the way back to here. */
export interface Begun {
  wanted: Resource[];
  planned: Planned<Client>;
  /** Everything as it was when the plan was made, and a fresh process; as often as it is called. */
  again(fate?: Fate): Promise<void>;
}

/** The last state that scenarios of a project started from, and the way back to it: the next scenario often starts there too. */
const starts = new WeakMap<Project, { history: string; restore: () => Promise<void> }>();

/** Begins a scenario: the state that it starts from, what is wanted next, and the plan of it. */
export async function begun(project: Project, { before, after }: Scenario): Promise<Begun> {
  const history = JSON.stringify(before);
  const start = starts.get(project);
  if (start?.history === history) await start.restore();
  else {
    succeeded(await project.control.restore('empty'));
    for (const path of project.files.all.keys()) if (path.startsWith('/project/state/')) project.files.all.delete(path);
    project.restart();
    for (const forms of historyOf(before)) await live(project, forms);
    starts.set(project, { history, restore: await project.keep('before') });
  }
  project.restart();
  const wanted = await resourcesOf(after);
  return { wanted, ...(await plannedFor(project, wanted)) };
}

/** The plan of what is wanted now, and the way back to here. */
async function plannedFor(project: Project, wanted: readonly Resource[]): Promise<Pick<Begun, 'planned' | 'again'>> {
  const planned = await project.plan(wanted);
  await project.journal();
  const restore = await project.keep('planned');
  const again = async (fate?: Fate): Promise<void> => {
    await restore();
    project.restart(fate);
  };
  return { planned, again };
}

type Forms = ReadonlyMap<string, Form>;

/** What a scenario's things were, one after the other; at last as it begins with them. */
function historyOf(wishes: Wishes): Forms[] {
  const now = new Map(Object.entries(wishes).map(([name, form]) => [name, formOf(name, form)]));
  const history: Forms[] = [];
  for (let forms: Forms = now; forms.size > 0 || history.length === 0; ) {
    history.unshift(forms);
    forms = new Map([...forms].flatMap(([name, { past }]) => (past ? [[name, past] as const] : [])));
  }
  return history;
}

/** Brings things there, with what others say about them. */
async function live(project: Project, forms: Forms): Promise<void> {
  const wanted = await resourcesIn([...forms.values()].map(({ text }) => text));
  let planned = await project.plan(wanted);
  // What shows a video comes after it.
  while (planned.plan.changes.length > 0) {
    await project.apply(planned);
    await encode(project, 'PUBLIC');
    planned = await project.plan(wanted);
  }
  for (const { templateCode } of succeeded(await project.control.requests()).requests) {
    const [, form] = [...forms].find(([name]) => templateCode.startsWith(name)) ?? [];
    if (form?.word) await project.verdict(templateCode, form.word);
  }
  succeeded(await project.control.clock({ advance: TWO_HOURS_MS }));
}

/** The service has encoded every video that it has, or turned it down. */
export async function encode({ control }: Project, status: VideoStatus): Promise<void> {
  const { snapshot } = succeeded(await control.snapshot());
  for (const { vid } of snapshot['videos'] as { vid: string }[]) await control.video(vid, status);
}

/** Everybody has said what is waited for, and two hours go by. */
export async function speak(project: Project): Promise<void> {
  const { control } = project;
  await encode(project, 'PUBLIC');
  const { requests } = succeeded(await control.requests());
  for (const { templateCode } of requests) await project.verdict(templateCode, 'approve');
  const { applications } = succeeded(await control.brandApplications());
  for (const { profile } of applications) succeeded(await control.profile({ profile, brandMessage: true }));
  succeeded(await control.clock({ advance: TWO_HOURS_MS }));
}

const known = new Map<string, Promise<Resource[]>>();
let folder: Promise<string> | undefined;

/** The resources of some wishes, by way of real manifests. */
export function resourcesOf(wishes: Wishes): Promise<Resource[]> {
  return resourcesIn(Object.entries(wishes).map(([name, form]) => formOf(name, form).text));
}

function formOf(name: string, form: number): Form {
  return THINGS[name]?.[form] ?? { text: '' };
}

function resourcesIn(texts: readonly string[]): Promise<Resource[]> {
  const yaml = texts.filter((text) => text !== '').join('---\n');
  const found = known.get(yaml) ?? load(yaml);
  known.set(yaml, found);
  return found;
}

async function load(yaml: string): Promise<Resource[]> {
  folder ??= writeFiles();
  const root = await folder;
  const name = `${known.size}.yaml`;
  await writeFile(join(root, 'manifests', name), yaml === '' ? '# nothing\n' : yaml);
  const profiles = new Map([shop, ...groups].map(({ alias, type }) => [alias, { type }]));
  const { resources, problems } = await loadManifests({
    root,
    manifests: `manifests/${name}`,
    environment: { name: 'test', variables: new Map(), profiles, senders: new Set(), recipients: new Set() },
    defaults: { profile: shop.alias },
    files: systemFiles,
  });
  const [error] = problems.filter(({ severity }) => severity === 'error');
  if (error) throw new Error(`${error.code}: ${error.message}\n${yaml}`);
  return resources;
}

async function writeFiles(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'notiform-simulation-'));
  await mkdir(join(root, 'manifests'));
  for (const [name, bytes] of Object.entries(FILES)) await writeFile(join(root, 'manifests', name), bytes);
  return root;
}

afterAll(async () => {
  const root = await folder;
  if (root !== undefined) await rm(root, { recursive: true, force: true });
  // The next file of this process writes its own.
  folder = undefined;
  known.clear();
});
