// A project with as many templates as wanted, and the emulator that has them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The credentials of every emulator, and the templates of one profile: more of them share no state document. */
export const account = { bizId: 'emulator', apiKey: 'emulator-key' };
const IN_A_PROFILE = 1000;
const DAY = 86_400_000;

export const keyOf = (profile) => String(profile).padStart(40, '0');

export function profilesOf(count) {
  return Array.from({ length: Math.ceil(count / IN_A_PROFILE) }, (_, index) => `p${index}`);
}

/** The request fields of a template, as the floor programs send them. */
export function templateOf(index) {
  return {
    templateCode: `order_${index}`,
    templateName: `주문 안내 ${index}`,
    templateMessageType: 'BA',
    templateEmphasizeType: 'NONE',
    categoryCode: '001001',
    templateContent: `#{이름}님, 주문하신 상품의 결제가 완료되었습니다.\n주문번호 #{주문번호}\n안내 ${index}`,
    buttons: [{ name: '주문 보기', linkType: 'WL', linkMo: 'https://shop.example.com/o/#{주문번호}' }],
  };
}

/** The manifest of a template, with its own content or another one. */
export function manifestOf(index, content = templateOf(index).templateContent) {
  const profile = `p${Math.floor(index / IN_A_PROFILE)}`;
  return `kind: NotificationTemplate
id: order-${index}
profile: ${profile}
code: order_${index}
name: 주문 안내 ${index}
messageType: BA
category: "001001"
content: |
${content.replace(/^/gm, '  ')}
buttons:
  - type: WL
    name: 주문 보기
    link:
      mobile: https://shop.example.com/o/#{주문번호}
`;
}

/** Writes notiform.yaml. The environment `limited` calls the emulator through the server at `limiter`. */
export async function writeConfig(folder, count, { limiter } = {}) {
  const keys = profilesOf(count).map((name, index) => `${name}: { key: "${keyOf(index)}" }`);
  const profiles = `profiles: { ${keys.join(', ')} }`;
  const environments = [`local: { emulator: true, limits: { inFlight: 16 }, ${profiles} }`];
  if (limiter !== undefined) {
    const service = `test: true, resourceUrl: "${limiter}", limits: { inFlight: 16, perSecond: 1000 }`;
    const credentials = `credentials: { bizId: ${account.bizId}, apiKey: "\${env:BENCH_API_KEY}" }`;
    environments.push(`limited: { ${service}, ${credentials}, ${profiles} }`);
  }
  await writeFile(
    join(folder, 'notiform.yaml'),
    `version: 1\nmanifests: manifests\nenvironments:\n  ${environments.join('\n  ')}\n`,
  );
}

/** Writes one manifest for each template, or for each tag a document of one file. */
export async function writeManifests(folder, count, { tags = false } = {}) {
  const manifests = join(folder, 'manifests');
  await mkdir(manifests, { recursive: true });
  if (tags) {
    const documents = Array.from({ length: count }, (_, index) => tagManifestOf(index));
    await writeFile(join(manifests, 'tags.yaml'), documents.join('---\n'));
    return;
  }
  for (const [number, profile] of profilesOf(count).entries()) {
    await mkdir(join(manifests, profile), { recursive: true });
    const first = number * IN_A_PROFILE;
    for (let index = first; index < Math.min(first + IN_A_PROFILE, count); index += 1)
      await writeFile(join(manifests, profile, `order-${index}.yaml`), manifestOf(index));
  }
}

function tagManifestOf(index) {
  return `kind: GroupTag\nid: tag-${index}\nprofile: p0\nname: 봄 행사 ${index}\n`;
}

/** Starts the emulator of a project. */
export async function serve(program, folder) {
  const child = spawn(process.execPath, [program, 'emulator', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const { url } = JSON.parse(String(line));
  const control = async (path, body, method = 'POST') => {
    const answer = await fetch(`${url}/_emulator/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { ok, message } = await answer.json();
    if (!ok) throw new Error(message);
  };
  return {
    url,
    control,
    read: async (path) => (await fetch(`${url}/_emulator/${path}`)).json(),
    stop: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
      await rm(join(folder, '.notiform/emulator-data.json'), { force: true });
    },
  };
}

/** Gives an emulator approved templates that are a day old: a younger one might still change within its second. */
export async function seed({ control }, count, { tags = false } = {}) {
  if (tags) {
    const groupTags = Array.from({ length: count }, (_, index) => ({
      profile: 'p0',
      groupTagName: `봄 행사 ${index}`,
    }));
    await control('seed', { groupTags });
    return;
  }
  const createdAt = Date.now() - DAY;
  for (const [number, profile] of profilesOf(count).entries()) {
    const first = number * IN_A_PROFILE;
    const templates = Array.from({ length: Math.min(IN_A_PROFILE, count - first) }, (_, index) => ({
      ...templateOf(first + index),
      profile,
      inspectionStatus: 'APR',
      createdAt,
      modifiedAt: createdAt,
    }));
    await control('seed', { templates });
  }
}
