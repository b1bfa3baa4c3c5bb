import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Random, seededRandom, systemFiles } from '../../src/core/ports.ts';
import type { Resource } from '../../src/core/resource.ts';
import type { Seeds } from '../../src/emulator/control/client.ts';
import { loadManifests } from '../../src/manifest/load.ts';
import { png } from '../images.ts';
import { mp4 } from '../videos.ts';
import { groups, openProject, type Project, shop, succeeded } from './support.ts';

/** Things of every kind, each with the manifests that it may have one after the other; "" is none. */
export const THINGS: Readonly<Record<string, readonly string[]>> = {
  notice: ['', notice('첫 안내', 'draft'), notice('다른 안내', 'draft'), notice('첫 안내'), notice('다른 안내')],
  pictured: ['', pictured('a'), pictured('b')],
  tag: ['', 'kind: GroupTag\nid: tag\nname: 봄\n', 'kind: GroupTag\nid: tag\nname: 가을\n'],
  callback: ['', callback('SECURE_IMAGE', 1), callback('SECURE_IMAGE', 2), callback('ONE_TIME_PROFILE', 1)],
  brand: ['', brand('소식', '첫 소식입니다.'), brand('소식', '둘째 소식입니다.'), brand('새 소식', '첫 소식입니다.')],
  poster: ['', poster('a'), poster('b')],
  video: ['', 'kind: Video\nid: video\nfile: ./a.mp4\n', 'kind: Video\nid: video\nfile: ./b.mp4\n'],
  profile: [
    '',
    'kind: SenderProfile\nid: shop\nunsubscribe: { phone: 080-000-0000, auth: "1024" }\n',
    'kind: SenderProfile\nid: shop\nunsubscribe: { phone: 080-000-0001 }\ngroups: [mall]\n',
    'kind: SenderProfile\nid: shop\ngroups: [outlet]\n',
    'kind: SenderProfile\nid: shop\nbrandMessage: { consentProof: ./proof.png }\n',
  ],
};

function notice(content: string, lifecycle = 'approved'): string {
  return `kind: NotificationTemplate\nid: notice\nname: 안내\ncategory: "001001"\nmessageType: BA\ncontent: ${content}\nlifecycle: ${lifecycle}\n`;
}

function pictured(image: string): string {
  return `kind: NotificationTemplate\nid: pictured\nname: 그림 안내\ncategory: "001001"\nmessageType: BA\ncontent: 그림\nemphasis: { type: IMAGE, image: ./${image}.png }\n`;
}

function callback(type: string, number: number): string {
  return `kind: PluginCallback\nid: callback\ntype: ${type}\nurl: https://shop.example.com/${number}\n`;
}

function brand(name: string, content: string): string {
  return `kind: BrandTemplate\nid: brand\nname: ${name}\nbubble: TEXT\ncontent: ${content}\n`;
}

function poster(image: string): string {
  return `kind: BrandTemplate\nid: poster\nname: 그림 소식\nbubble: IMAGE\ncontent: 그림\nimage: { file: ./${image}-wide.png }\nbuttons:\n  - { type: WL, name: 보기, link: { mobile: "https://shop.example.com" } }\n`;
}

const FILES: Readonly<Record<string, Uint8Array>> = {
  'a.png': png(500, 250, 'a'),
  'b.png': png(500, 250, 'b'),
  'a-wide.png': png(800, 400, 'a'),
  'b-wide.png': png(800, 400, 'b'),
  'a.mp4': mp4(15, 'a'),
  'b.mp4': mp4(15, 'b'),
  'proof.png': png(400, 300),
};

/** Which manifest each thing has; the first, which is none, where it is left out. */
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
const STRANGERS: Seeds = {
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

/** A project with all kinds of profiles, the files that manifests show, and strangers. */
export async function openWorld(): Promise<Project> {
  const project = await openProject(groups);
  for (const [name, bytes] of Object.entries(FILES)) project.files.all.set(`/project/manifests/${name}`, bytes);
  succeeded(await project.control.seed(STRANGERS));
  succeeded(await project.control.checkpoint('empty'));
  return project;
}

/** Begins a scenario: the state that it starts from, what is wanted next, and the plan of it. */
export async function begun(project: Project, { before, after }: Scenario) {
  succeeded(await project.control.restore('empty'));
  for (const path of project.files.all.keys()) if (path.startsWith('/project/state/')) project.files.all.delete(path);
  project.restart();
  await project.run(await resourcesOf(before));
  const wanted = await resourcesOf(after);
  const planned = await project.plan(wanted);
  await project.journal();
  return { wanted, planned };
}

const known = new Map<string, Promise<Resource[]>>();
let folder: Promise<string> | undefined;

/** The resources of some wishes, by way of real manifests. */
export function resourcesOf(wishes: Wishes): Promise<Resource[]> {
  const texts = Object.entries(wishes).map(([name, form]) => THINGS[name]?.[form] ?? '');
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
});
