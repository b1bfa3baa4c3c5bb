import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openProject, type Project, type Ran } from './project.ts';

const SHOP = '    profiles: { shop: { key: KEY } }\n    credentials: { bizId: "${env:BIZ}" }\n';

/** `local` is the default. An environment that is chosen is known by what it misses: its own variable. */
const CONFIG = `defaults: { environment: local, profile: shop }
environments:
  local:
    emulator: true
    profiles: { shop: { key: "\${env:LOCAL_KEY}" } }
  production:
    resourceUrl: "\${env:PRODUCTION_URL}"
${SHOP.replace('KEY', 'b'.repeat(40))}`;

/** Which environment a command chose, by the settings that it misses. */
async function chosenBy(words: string, env: Record<string, string>, project?: Project): Promise<string> {
  const { run } = project ?? (await openProject(CONFIG));
  const { exit, out } = await run([...words.split(' '), '--json'], { env });
  const { environment, problems } = JSON.parse(out) as { environment?: string; problems: { code: string }[] };
  return `${exit} ${environment} ${problems.map(({ code }) => code).join(' ')}`;
}

function plainly({ exit, err }: Ran): [number, string] {
  return [exit, err.replace(/\s+/g, ' ')];
}

const COMMANDS = [
  'plan',
  'apply --yes',
  'wait',
  'status',
  'send',
  'send --check payload.json',
  'catalog',
  'import',
  'get templates',
  'profile recover shop',
  'state show',
  'state bind GroupTag/shop/a b',
  'state move shop store',
  'state forget GroupTag/shop/a',
  'state unlock shop',
  'state export',
];

describe('in CI', () => {
  it.each(COMMANDS)('%s needs an environment that is named, an emulator too', async (words) => {
    const project = await openProject(CONFIG);
    await project.write('payload.json', '{}');
    const [exit, said] = plainly(await project.run(words.split(' '), { env: { CI: 'true', COLUMNS: '400' } }));
    expect(exit).toBe(64);
    expect(said).toContain('CI is set, so the environment must be named');
    expect(said).toContain(`Run \`notiform -e local ${words}\` or \`notiform -e production ${words}\``);
    expect(said).toContain('NOTIFORM_ENVIRONMENT');
  });

  it('the command to use shows no phone number', async () => {
    const { run } = await openProject(CONFIG);
    const env = { CI: 'true', COLUMNS: '400' };
    for (const number of ['01012345678', '010-1234-5678', '+82-10-1234-5678', '821012345678', '0212345678']) {
      const words = ['profile', 'create', '@shop', '--phone', number, '--category', '00300010001'];
      const [exit, said] = plainly(await run(words, { env }));
      expect(exit).toBe(64);
      expect(said).toMatch(
        /`notiform -e local profile create @shop --phone '?(010|821|021)\*{4}5678'? --category 00300010001`/,
      );
    }
  });

  it('a plan file does not name it', async () => {
    const project = await openProject(CONFIG);
    expect(await chosenBy('apply plan.json', { CI: 'true' }, project)).toBe('64 undefined environment-unnamed');
  });

  it.each(['validate', 'fmt --check'])('%s needs none', async (words) => {
    const project = await openProject(CONFIG);
    expect((await project.run(words.split(' '), { env: { CI: 'true' } })).exit).toBe(0);
  });
});

describe('the environment', () => {
  it.each([
    [{ CI: 'true', NOTIFORM_ENVIRONMENT: 'production' }, 'plan', 'production'],
    [{ CI: 'true' }, 'plan -e production', 'production'],
    [{ CI: 'true', NOTIFORM_ENVIRONMENT: 'production' }, 'plan -e local', 'local'],
    [{ NOTIFORM_ENVIRONMENT: 'production' }, 'plan', 'production'],
    [{ NOTIFORM_ENVIRONMENT: 'production' }, '-e local status', 'local'],
    [{ NOTIFORM_ENVIRONMENT: '' }, 'plan', 'local'],
    [{ CI: '' }, 'plan', 'local'],
    [{ CI: 'false' }, 'plan', 'local'],
    [{}, 'plan', 'local'],
  ])('is chosen by flag, variable and default, in this order: %j %s', async (env, words, environment) => {
    expect(await chosenBy(words, env)).toMatch(new RegExp(`^3 ${environment} config-unresolved`));
  });

  it('is that of NOTIFORM_ENVIRONMENT in validate and emulator as well', async () => {
    const { run } = await openProject(CONFIG);
    const env = { NOTIFORM_ENVIRONMENT: 'production' };
    expect(await run(['validate'], { env })).toMatchObject({
      exit: 0,
      out: 'Valid, with 1 warning: 0 resources and 0 test sends (production).\n',
      err: expect.stringMatching(/^warning: There is no manifest in `manifests`\n/),
    });
    for (const words of [['emulator'], ['emulator', 'requests']])
      expect(await run(words, { env })).toMatchObject({
        exit: 3,
        err: expect.stringContaining('The environment production is a real service'),
      });
    expect((await run(['plan'], { env: { NOTIFORM_ENVIRONMENT: 'nowhere' } })).err).toContain(
      'There is no environment `nowhere`',
    );
  });
});

it.each([
  ['manual', true],
  ['auto', false],
])('with `inspect: %s`, an apply says how to approve: %s', async (inspect, says) => {
  const project = await openProject(
    `environments: { local: { emulator: true, inspect: ${inspect}, profiles: { shop: { key: ${'a'.repeat(40)} } } } }\n`,
  );
  await project.write(
    'manifests/paid.yaml',
    'kind: NotificationTemplate\nid: paid\nprofile: shop\nname: 결제\ncategory: "002001"\nmessageType: BA\ncontent: 결제가 완료되었습니다.\n',
  );
  const { out, err } = await project.run(['apply', '--yes']);
  expect(`${out}${err}`.includes('emulator approve')).toBe(says);
});

it('an apply that deletes in a protected environment wants its name, and no yes', async () => {
  const project = await openProject(CONFIG.replace('emulator: true', 'emulator: true\n    protected: true'), {
    LOCAL_KEY: 'a'.repeat(40),
  });
  await project.write('manifests/a.yaml', 'kind: GroupTag\nid: spring\nname: 봄\n');
  await project.write('manifests/b.yaml', 'kind: GroupTag\nid: summer\nname: 여름\n');
  expect(await project.run(['apply', '--yes'])).toMatchObject({ exit: 0 });
  await rm(join(project.path, 'manifests/b.yaml'));
  const answered = (line: string) =>
    project.run(['apply'], { stdin: Object.assign(Readable.from([line]), { isTTY: true }), terminal: true });
  expect(await answered('y\n')).toMatchObject({ exit: 7, err: expect.stringContaining('Type local to continue:') });
  expect(await answered('local\n')).toMatchObject({ exit: 0 });
});
