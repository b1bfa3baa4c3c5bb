import { expect, it } from 'vitest';
import { openEmulator, openProject, type Project } from './project.ts';

const CONFIG = `environments:
  staging:
    emulator: true
    profiles: { shop: { key: ${'a'.repeat(40)} } }
    variables: { host: staging.example.com }
  production:
    emulator: true
    profiles: { shop: { key: ${'b'.repeat(40)} } }
    variables: { host: shop.example.com }
`;

function template(id: string, content: string): string {
  return `kind: NotificationTemplate
id: ${id}
profile: shop
name: ${id}
category: "001001"
messageType: BA
content: ${content}
buttons:
  - { type: WL, name: 보기, link: { mobile: "https://\${var:host}/${id}" } }
`;
}

async function project(): Promise<Project> {
  const made = await openProject(CONFIG);
  await made.write('manifests/order.yaml', template('order', '주문이 완료되었습니다.'));
  return made;
}

const succeeded = async (made: Project, ...words: string[]): Promise<string> => {
  const { exit, out, err } = await made.run(words);
  expect([words, exit], err).toEqual([words, 0]);
  return out;
};

it('compares the live resources of two environments', async () => {
  const made = await project();
  await made.write('manifests/tag.yaml', 'kind: GroupTag\nid: sale\nprofile: shop\nname: 세일\n');
  const before = await succeeded(made, 'diff', 'staging', 'production');
  expect(before.split('\n').at(-2)).toBe('Nothing to compare. 2 are on neither.');
  await succeeded(made, '-e', 'production', 'apply', '--yes', '--target', 'GroupTag/**');
  const half = await succeeded(made, 'diff', 'staging', 'production');
  expect(half.split('\n').at(-2)).toBe('1 of 1 differ. 1 is on neither.');
  await succeeded(made, '-e', 'staging', 'apply', '--yes');
  await succeeded(made, '-e', 'staging', 'emulator', 'approve', 'order');
  expect(await succeeded(made, 'diff', 'staging', 'production')).toBe(`Live resources: - staging  + production

- NotificationTemplate/shop/order  RDY approved and never sent → not there

1 of 2 differ.
`);
  await succeeded(made, '-e', 'production', 'apply', '--yes');
  expect(await succeeded(made, 'diff', 'staging', 'production')).toBe(`Live resources: - staging  + production

~ NotificationTemplate/shop/order  RDY approved and never sent → REQ in inspection
    ~ buttons[0].link.mobile  "https://staging.example.com/order" → "https://shop.example.com/order"

1 of 2 differ.
`);
  const named = { env: { NOTIFORM_ENVIRONMENT: 'staging' } };
  expect(await made.run(['diff', 'staging', 'staging'], named)).toMatchObject({
    exit: 0,
    out: expect.stringContaining('2 equal'),
  });
  expect(await succeeded(made, 'diff', 'staging', 'production', 'GroupTag/**')).toContain('No differences. 1 equal.');
});

it('compares the manifests of two environments offline', async () => {
  const made = await project();
  await made.write('manifests/only.yaml', `${template('only', '한 곳에만 있습니다.')}`);
  const { exit, out } = await made.run([
    'diff',
    'staging',
    'production',
    'only',
    '--declared',
    '--detailed-exitcode',
    '--json',
  ]);
  expect([exit, JSON.parse(out).comparison]).toEqual([
    2,
    {
      environments: ['staging', 'production'],
      of: 'declared',
      equal: 0,
      neither: 0,
      unread: 0,
      rows: [
        {
          before: expect.any(Object),
          after: expect.any(Object),
          address: 'NotificationTemplate/shop/only',
          states: ['approved', 'approved'],
          fields: [
            {
              path: 'buttons[0].link.mobile',
              before: 'https://staging.example.com/only',
              after: 'https://shop.example.com/only',
              format: 'value',
            },
          ],
        },
      ],
    },
  ]);
});

it('refuses to compare the live resources of two environments that resolve to the same profiles', async () => {
  const environment = (name: string, key: string): string => `  ${name}:
    resourceUrl: "\${env:URL}"
    credentials: { bizId: "\${env:ID}", apiKey: "\${env:API_KEY}" }
    profiles: { shop: { key: "\${env:${key}}" } }
    variables: { host: ${name}.example.com }
`;
  const env = { URL: 'http://127.0.0.1:9', ID: 'shop', API_KEY: 'k', KEY: 'a'.repeat(40), OTHER: 'b'.repeat(40) };
  const twins = environment('staging', 'KEY') + environment('production', 'KEY') + environment('other', 'OTHER');
  const made = await openProject(`environments:\n${twins}`, env);
  await made.write('manifests/order.yaml', template('order', '주문이 완료되었습니다.'));
  const { exit, err } = await made.run(['diff', 'staging', 'production']);
  expect([exit, err]).toEqual([64, expect.stringContaining('`staging` and `production` have the same profile keys')]);
  expect(await succeeded(made, 'diff', 'staging', 'production', '--declared')).toContain('1 of 1 differ');
  const other = await made.run(['diff', 'staging', 'other']);
  expect(other.err).not.toContain('have the same');
});

it('refuses to compare two environments of the emulator with the same profile keys, which `plan` notes', async () => {
  const environment = (name: string, key: string): string =>
    `  ${name}: { emulator: true, profiles: { shop: { key: "\${env:${key}}" } }, variables: { host: a.example.com } }\n`;
  const config = environment('local', 'KEY') + environment('staging', 'KEY') + environment('other', 'OTHER');
  const made = await openProject(`environments:\n${config}`, { KEY: 'a'.repeat(40) });
  await made.write('manifests/order.yaml', template('order', '주문이 완료되었습니다.'));
  const said = '`local` and `staging` have the same profile keys';
  expect(await made.run(['diff', 'local', 'staging'])).toMatchObject({ exit: 64, err: expect.stringContaining(said) });
  const shown = (await made.run(['-e', 'staging', 'plan', '--json'])).out;
  expect(JSON.parse(shown).problems).toMatchObject([{ code: 'profile-shared', severity: 'warning' }]);
  const own = { env: { OTHER: 'b'.repeat(40) } };
  const other = await made.run(['diff', 'local', 'other'], own);
  expect([other.exit, other.err]).toEqual([0, '']);
});

it('plan warns about another environment with the same account and key, if both values are known', async () => {
  const profile = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };
  const { resourceUrl } = await openEmulator([profile]);
  const environment = (name: string, key: string, id = 'emulator'): string => `  ${name}:
    resourceUrl: ${resourceUrl}
    credentials: { bizId: ${id}, apiKey: "\${env:${name === 'here' ? 'API_KEY' : 'UNSET'}}" }
    profiles: { shop: { key: "${key}" } }
`;
  const config = [
    environment('here', '${env:KEY}'),
    environment('same', '${env:SAME}'),
    environment('written', profile.key),
    environment('one-variable', '${env:KEY}'),
    environment('no-value', '${env:UNSET}'),
    environment('other-account', profile.key, 'other'),
    environment('other-key', 'b'.repeat(40)),
  ];
  const env = { API_KEY: 'emulator-key', KEY: profile.key, SAME: profile.key };
  const made = await openProject(`environments:\n${config.join('')}`, env);
  const { exit, err } = await made.run(['-e', 'here', 'plan'], { env: { COLUMNS: '200' } });
  const warnings = Array.from(err.matchAll(/`here` and `(.*)` have the same account and the same key: `shop`/g));
  expect([exit, warnings.map(([, name]) => name)]).toEqual([0, ['same', 'written']]);
  expect(err).not.toContain(profile.key);
});
