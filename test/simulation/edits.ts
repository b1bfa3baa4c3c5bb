import { ServiceFailure } from '../../src/core/failure.ts';
import { canonical, type JsonObject } from '../../src/core/json.ts';
import type { Verdict } from '../../src/emulator/resource/template/operations.ts';
import type { ImageUse } from '../../src/kinds/image/endpoints.ts';
import { profileEndpoints } from '../../src/kinds/sender-profile/endpoints.ts';
import { api } from '../api.ts';
import { png } from '../images.ts';
import { encode } from './scenarios.ts';
import { groups, type Project, shop, succeeded } from './support.ts';

type Edit = (project: Project) => Promise<unknown>;

const { signal } = new AbortController();

/**
 * Makes an edit, as people do while a run is under way, and tells whether it changed anything: what is not possible at the
 * moment is refused, as the console would.
 */
export async function edit(project: Project, name: string): Promise<boolean> {
  const before = await whatIsThere(project);
  try {
    await EDITS[name]?.(project);
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.kind !== 'refused') throw error;
  }
  return (await whatIsThere(project)) !== before;
}

/** Without what nobody sees: images that nothing shows, and when something was touched. */
async function whatIsThere({ control }: Project): Promise<string> {
  const { images: _, ...shelves } = succeeded(await control.snapshot()).snapshot;
  return canonical(shelves).replace(/"modifiedAt":\d+/g, '');
}

/** What the inspector, the service and people at the console do to each kind. */
const EDITS: Readonly<Record<string, Edit>> = {
  'an approval': judge({ verdict: 'approve' }),
  'a rejection': judge({ verdict: 'reject', comment: '광고입니다' }),
  'a template deleted': ({ service }) => api(service).template.delete(shop, 'notice', signal),
  'a picture replaced': async (project) => {
    const templateImageUrl = await upload(project, 'notification/template', png(500, 250, '콘솔'));
    return api(project.service).template.update(shop, { ...PICTURED, templateImageUrl }, signal);
  },
  'a tag renamed': (project) => ofTags(project, (key) => api(project.service).tag.update(shop, key, '콘솔', signal)),
  'a tag deleted': (project) => ofTags(project, (key) => api(project.service).tag.delete(shop, key, signal)),
  'a callback moved': ({ service }) =>
    api(service).plugin.update(shop, 'callback', 'https://console.example.com', signal),
  'a callback deleted': ({ service }) => api(service).plugin.delete(shop, 'callback', signal),
  'a brand template rewritten': (project) =>
    ofBrands(project, (code) =>
      api(project.service).brandTemplate.update(shop, { ...BRAND, templateCode: code }, signal),
    ),
  'a brand template deleted': (project) =>
    ofBrands(project, (code) => api(project.service).brandTemplate.delete(shop, code, signal)),
  "a brand template's image replaced": (project) =>
    ofBrands(project, async (templateCode) => {
      const imageUrl = await upload(project, 'brand/default', png(800, 400, '콘솔'));
      return api(project.service).brandTemplate.update(shop, { ...POSTER, templateCode, imageUrl }, signal);
    }),
  'an encoding that ends as PUBLIC': (project) => encode(project, 'PUBLIC'),
  'an encoding that ends as ILLEGAL': (project) => encode(project, 'ILLEGAL'),
  'an encoding that ends as VIOLATED': (project) => encode(project, 'VIOLATED'),
  'an encoding that ends as ERROR': (project) => encode(project, 'ERROR'),
  'an encoding that ends as DELETED': (project) => encode(project, 'DELETED'),
  'a group left': (project) => ofGroups(project, 'remove'),
  'a group joined': (project) => ofGroups(project, 'add'),
  'the numbers for opting out changed': ({ service }) =>
    service.call(profileEndpoints.unsubscribe, { senderKey: shop.key, unsubscribePhoneNumber: '08099999999' }, signal),
  'a profile gone dormant': ({ control }) => control.profile({ profile: 'shop', dormant: true }),
  'brand messages approved': ({ control }) => control.profile({ profile: 'shop', brandMessage: true }),
  'brand messages turned down': ({ control }) => control.profile({ profile: 'shop', brandMessage: false }),
};

/** What the console writes in place of what stands there. */
const BRAND: JsonObject = {
  templateName: '소식',
  chatBubbleType: 'TEXT',
  content: '콘솔에서 고쳤습니다.',
};
const POSTER: JsonObject = {
  templateName: '그림 소식',
  chatBubbleType: 'IMAGE',
  content: '그림',
  buttons: [{ name: '보기', linkType: 'WL', linkMobile: 'https://shop.example.com', ordering: 1 }],
};
const PICTURED: JsonObject = {
  templateCode: 'pictured',
  templateName: '그림 안내',
  templateMessageType: 'BA',
  templateEmphasizeType: 'IMAGE',
  templateImageName: '콘솔.png',
  templateContent: '그림',
  categoryCode: '001001',
};

/** Says a word about everything that the inspector has before him. */
function judge(verdict: Verdict): Edit {
  return async ({ control }) => {
    const { requests } = succeeded(await control.requests());
    for (const { profile, templateCode } of requests) await control.verdict({ profile, templateCode, ...verdict });
  };
}

function upload({ service }: Project, use: ImageUse, bytes: Uint8Array): Promise<string> {
  return api(service).image.upload(use, { name: '콘솔.png', bytes }, signal);
}

/** Each tag but the stranger's. */
async function ofTags({ service }: Project, action: (key: string) => Promise<unknown>): Promise<void> {
  const { rows } = await api(service).tag.list(shop, signal);
  for (const { name, title } of rows) if (title !== '남의 것') await action(name);
}

async function ofBrands({ service }: Project, action: (code: string) => Promise<unknown>): Promise<void> {
  const { rows } = await api(service).brandTemplate.list(shop, signal);
  for (const { name } of rows) if (name !== 'stranger') await action(name);
}

async function ofGroups({ service }: Project, action: 'add' | 'remove'): Promise<void> {
  for (const { key } of groups) {
    try {
      await api(service).group[action](shop, key, signal);
    } catch (error) {
      if (!(error instanceof ServiceFailure) || error.kind !== 'refused') throw error;
    }
  }
}
