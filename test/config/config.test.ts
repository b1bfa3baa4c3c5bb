import { describe, expect, it } from 'vitest';
import { type Config, loadConfig } from '../../src/config/load.ts';
import type { Files } from '../../src/core/ports.ts';
import { NotiformError, type Problem } from '../../src/core/problem.ts';
import { FileFailure } from '../../src/files/file-failure.ts';
import { systemFiles } from '../../src/files/system.ts';

function filesOf(texts: Record<string, string>): Files {
  const read = (path: string): Uint8Array | undefined => {
    const text = texts[path];
    return text === undefined ? undefined : new TextEncoder().encode(text);
  };
  return {
    ...systemFiles,
    read: (path) => Promise.resolve(read(path)),
    size: (path) => Promise.resolve(read(path)?.length),
  };
}

function load(text: string, env: Record<string, string> = {}): Promise<Config> {
  return loadConfig({ cwd: '/project', files: filesOf({ '/project/notiform.yaml': text }), env });
}

async function problemsOf(work: () => unknown): Promise<string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof NotiformError)) throw error;
    return [`exit ${error.exit}`, ...error.problems.map(line)];
  }
}

function line(problem: Problem): string {
  const { place, code, message, hint } = problem;
  return `${place ? `${place.line}:${place.column} ` : ''}${code}: ${message}${hint ? ` | ${hint}` : ''}`;
}

const SMALL = `version: 1
environments:
  local:
    emulator: true
`;

const FULL = `version: 1
manifests: resources
defaults: { environment: production, profile: shop, sender: main }
environments:
  local: { emulator: true, inspect: auto }
  production:
    protected: true
    test: true
    insecureTls: true
    resourceUrl: \${env:RESOURCE_URL}
    messageUrl: "https://\${env:HOST}/messages"
    credentials: { bizId: "\${env:BIZ}", apiKey: "\${env:KEY}", account: shop, password: "\${env:PASSWORD}" }
    profiles: { shop: { key: "\${env:SHOP_KEY}" }, mall: { key: mmmm, type: G } }
    senders: { main: "15880000" }
    recipients: { qa: "\${env:QA}" }
    variables: { host: "$\${literal} \${env:HOST}" }
    guard: { deletes: 0, updates: 50%, allow: [queues-again], allowFor: { GroupTag/shop/vip: [destroys] } }
    limits: { inFlight: 4, perSecond: 10, timeout: 15s }
    state: { store: file, path: states }
    wire: { segment: other }
`;

describe('a configuration', () => {
  it('needs little, and has the defaults of the documents', async () => {
    const config = await load(SMALL);
    expect(config).toMatchObject({
      root: '/project',
      file: 'notiform.yaml',
      manifests: 'manifests',
      timezone: 'Asia/Seoul',
      language: 'en',
      defaults: {},
      problems: [],
    });
    const local = config.environment();
    expect(local).toMatchObject({
      name: 'local',
      emulator: true,
      inspect: 'manual',
      protected: false,
      guard: { deletes: { count: 10 }, updates: { percent: 30 }, allow: ['queues-again', 'destroys'] },
      limits: { inFlight: 8, timeoutMs: 40_000 },
      state: { store: 'file', path: '.notiform/state' },
      wire: { segment: 'msgr', product: 'noticetalk', adminId: 'channelId', couponScheme: 'noticetalk' },
    });
  });

  it('says where the state is kept: in a folder, in git, or in a database', async () => {
    const config = await load(
      `version: 1
environments:
  a: { state: { store: git } }
  b: { state: { store: git, ref: refs/state/b-1.x, remote: upstream } }
  c: { state: { store: postgres, url: "\${env:STATE_URL}" } }
`,
      { STATE_URL: 'postgres://h/db' },
    );
    expect(config.problems).toEqual([]);
    expect(config.environment('a').state).toEqual({ store: 'git', ref: 'refs/notiform/a', remote: 'origin' });
    expect(config.environment('b').state).toEqual({ store: 'git', ref: 'refs/state/b-1.x', remote: 'upstream' });
    const { state } = config.environment('c');
    expect(state.store === 'postgres' && state.url()).toBe('postgres://h/db');
  });

  it('warns of a password of a database that stands in the file', async () => {
    const withUrl = (url: string) =>
      load(`version: 1\nenvironments: { a: { state: { store: postgres, url: "${url}" } } }\n`);
    for (const url of ['postgres://me:secret@h/db', 'postgres://h/db?user=me&password=secret'])
      expect((await withUrl(url)).problems).toMatchObject([{ code: 'config-literal-secret' }]);
    for (const url of [
      'postgres://me:${env:PW}@h/db',
      'postgres://me@h/db',
      '${env:URL}',
      'postgres://h/db?password=${env:PW}',
    ])
      expect((await withUrl(url)).problems).toEqual([]);
  });

  it('says how an emulator is started', async () => {
    const start = async (emulator: string) => {
      const environment = (await load(`version: 1\nenvironments: { a: { emulator: ${emulator} } }\n`)).environment();
      return [environment.emulator, environment.emulatorStart];
    };
    expect(await start('true')).toEqual([true, { hosts: [], mask: false }]);
    expect(await start('false')).toEqual([false, { hosts: [], mask: false }]);
    expect(await start('{}')).toEqual([true, { hosts: [], mask: false }]);
    expect(await start('{ port: 4010, host: emulator, mask: true }')).toEqual([
      true,
      { port: 4010, hosts: ['emulator'], mask: true },
    ]);
    expect(await start('{ host: [a, b.c] }')).toEqual([true, { hosts: ['a', 'b.c'], mask: false }]);
  });

  it('blocks nobody for calling a real service often: 50 calls a second', async () => {
    const config = await load('version: 1\nenvironments: { real: {} }\n');
    expect(config.environment().limits).toEqual({ inFlight: 8, perSecond: 50, timeoutMs: 40_000 });
    const local = await load('version: 1\nenvironments: { local: { emulator: true } }\n');
    expect(local.environment().limits.perSecond).toBe(Number.POSITIVE_INFINITY);
  });

  it('says everything that can be said, and resolves the environment where it is asked', async () => {
    const env = {
      RESOURCE_URL: 'https://r',
      HOST: 'h',
      BIZ: 'biz',
      KEY: 'key',
      PASSWORD: 'pass',
      SHOP_KEY: 'ssss',
      QA: '01000000000',
    };
    const production = (await load(FULL, env)).environment();
    expect(production).toMatchObject({
      name: 'production',
      protected: true,
      insecureTls: true,
      guard: {
        deletes: { count: 0 },
        updates: { percent: 50 },
        allow: ['queues-again'],
        allowFor: { 'GroupTag/shop/vip': ['destroys'] },
      },
      limits: { inFlight: 4, perSecond: 10, timeoutMs: 15_000 },
      state: { store: 'file', path: 'states' },
      wire: { segment: 'other', product: 'noticetalk' },
    });
    expect(production.resourceUrl()).toBe('https://r');
    expect(production.messageUrl()).toBe('https://h/messages');
    expect(production.resourceCredentials()).toEqual({ bizId: 'biz', apiKey: 'key' });
    expect(production.messageCredentials()).toEqual({ account: 'shop', password: 'pass' });
    expect(production.profile('shop')).toEqual({ alias: 'shop', key: 'ssss', type: 'S' });
    expect(production.profile('mall')).toEqual({ alias: 'mall', key: 'mmmm', type: 'G' });
    expect(production.sender('main')).toBe('15880000');
    expect(production.recipient('qa')).toBe('01000000000');
    expect([...production.variables()]).toEqual([['host', '${literal} h']]);
    expect([...production.profiles]).toEqual([
      ['shop', { type: 'S' }],
      ['mall', { type: 'G' }],
    ]);
  });

  it('needs no variable that the command does not use', async () => {
    const production = (await load(FULL, { HOST: 'h' })).environment('production');
    expect(production.messageUrl()).toBe('https://h/messages');
    expect(production.profile('mall').key).toBe('mmmm');
    expect(await problemsOf(() => production.resourceCredentials())).toEqual([
      'exit 3',
      '12:27 config-unresolved: The environment variable BIZ is not set | `environments.production.credentials.bizId` needs it: export BIZ=…',
      '12:49 config-unresolved: The environment variable KEY is not set | `environments.production.credentials.apiKey` needs it: export KEY=…',
    ]);
  });

  it('says in GitHub Actions how a step gets a variable', async () => {
    const production = (await load(FULL, { HOST: 'h', GITHUB_ACTIONS: 'true', KEY: 'k' })).environment('production');
    expect(await problemsOf(() => production.resourceCredentials())).toEqual([
      'exit 3',
      '12:27 config-unresolved: The environment variable BIZ is not set | `environments.production.credentials.bizId` needs it: add the secret to the repository, and `BIZ: ${{ secrets.BIZ }}` to `env` of this step',
    ]);
  });

  it('is found in a folder above, or where it is said to be', async () => {
    const files = filesOf({ '/project/notiform.yaml': SMALL, '/project/other.yaml': SMALL });
    expect((await loadConfig({ cwd: '/project/a/b', files, env: {} })).root).toBe('/project');
    expect((await loadConfig({ cwd: '/project', file: 'other.yaml', files, env: {} })).file).toBe('other.yaml');
    expect((await loadConfig({ cwd: '/elsewhere', file: '../project', files, env: {} })).root).toBe('/project');
    const absolute = await loadConfig({ cwd: '/elsewhere', file: '/project/other.yaml', files, env: {} });
    expect([absolute.root, absolute.file]).toEqual(['/project', 'other.yaml']);
    expect(await problemsOf(() => loadConfig({ cwd: '/elsewhere', files, env: {} }))).toEqual([
      'exit 3',
      'config-not-found: There is no notiform.yaml here, nor in a folder above | Go to the project, or name the file with --config. `notiform init` creates a new project',
    ]);
    expect(await problemsOf(() => loadConfig({ cwd: '/project', file: 'no.yaml', files, env: {} }))).toEqual([
      'exit 3',
      'config-not-found: There is no file no.yaml | Go to the project, or name the file with --config. `notiform init` creates a new project',
    ]);
  });
});

describe('a configuration with mistakes', () => {
  it.each([
    ['an unknown language', `language: kr\n${SMALL}`, ['1:11 config-invalid: `language` has to be one of en, ko']],
    [
      'a time zone that does not exist',
      `timezone: Asia/Soul\n${SMALL}`,
      ['1:11 config-invalid: `timezone` has to be an IANA time zone, as Asia/Seoul or UTC'],
    ],
    [
      'an empty file',
      '',
      ['1:1 config-invalid: notiform.yaml is empty | Add at least `version: 1` and `environments`'],
    ],
    [
      'settings in a second document',
      `${SMALL}---\n# nothing\n---\nenvironments: { prod: { guard: { deletes: 0 } } }\n`,
      ['8:1 config-invalid: This document would be ignored | Write all settings in one document, without `---`'],
    ],
    [
      'another version',
      'version: 2\nenvironments: { a: {} }',
      ['1:10 config-invalid: `version` has to be 1, the only version there is'],
    ],
    [
      'a pattern that takes hours',
      `manifests: '**/*a*a*b*.yaml'\n${SMALL}`,
      ['1:12 config-invalid: `manifests` has to have at most three `*` between two slashes'],
    ],
    ['no environments', 'version: 1', ['1:1 config-missing: `environments` is missing']],
    [
      'no environment in them',
      'version: 1\nenvironments: {}',
      ['2:15 config-invalid: `environments` needs one environment at least'],
    ],
    [
      'an unknown setting, twice',
      `${SMALL}    emulater: true\n    guard: { delete: 3 }\n`,
      [
        '5:5 config-unknown-key: `emulater` is no setting here | Did you mean `emulator`?',
        '6:14 config-unknown-key: `delete` is no setting here | Did you mean `deletes`?',
      ],
    ],
    [
      'an unknown setting that is like none',
      `${SMALL}    limits: { quantum: 3 }\n`,
      ['5:15 config-unknown-key: `quantum` is no setting here | There are: inFlight, perSecond, timeout'],
    ],
    [
      'an alias in capitals',
      'version: 1\nenvironments: { Local: {} }',
      ['2:17 config-invalid: `Local` cannot be a name here: an alias has lower-case letters, digits and hyphens'],
    ],
    [
      'an alias that begins with a hyphen, as a journal of the state in git does',
      'version: 1\nenvironments: { local: { emulator: true, profiles: { -journal-0-shop: { key: a } } } }',
      ['2:54 config-invalid: `-journal-0-shop` cannot be a name here: an alias begins with a letter or a digit'],
    ],
    [
      'a number for a text',
      `${SMALL}    senders: { main: 15880000 }\n`,
      [
        '5:22 config-invalid: `environments.local.senders.main` has to be a text | Put it in quotes: without them a number loses its leading zeros',
      ],
    ],
    [
      'a store that is none',
      `${SMALL}    state: { store: cloud }\n`,
      ['5:21 config-invalid: `environments.local.state.store` has to be one of file, git, postgres'],
    ],
    [
      'settings of other stores',
      `${SMALL}    state: { store: git, path: a, url: b }\n`,
      [
        '5:26 config-invalid: `path` is a setting of the store `file` | Remove it, or set `store: file`',
        '5:35 config-invalid: `url` is a setting of the store `postgres` | Remove it, or set `store: postgres`',
      ],
    ],
    [
      'a setting of git for a folder',
      `${SMALL}    state: { remote: origin }\n`,
      ['5:14 config-invalid: `remote` is a setting of the store `git` | Remove it, or set `store: git`'],
    ],
    [
      'a database without an address',
      `${SMALL}    state: { store: postgres }\n`,
      ['5:21 config-missing: `state.url` is missing | Write it as "${env:NAME}" to keep its password out of git'],
    ],
    ...[
      'refs/heads/main',
      'refs/tags/v1',
      'main',
      'refs/notiform/../x',
      'refs/notiform/x.lock',
      'refs/notiform/x.',
      'refs/notiform',
      '-x',
    ].map((ref): [string, string, string[]] => [
      `the state in ${ref}`,
      `${SMALL}    state: { store: git, ref: ${ref} }\n`,
      [
        '5:31 config-invalid: `environments.local.state.ref` has to be a ref that is no branch and no tag, as refs/notiform/production',
      ],
    ]),
    [
      'a remote that is an option',
      `${SMALL}    state: { store: git, remote: --upload-pack=x }\n`,
      [
        '5:34 config-invalid: `environments.local.state.remote` has to be the name of a git remote, as `git remote` shows it',
      ],
    ],
    [
      'two environments in one ref',
      'version: 1\nenvironments:\n  a: { state: { store: git, ref: refs/notiform/x } }\n  b: { state: { store: git, ref: refs/notiform/x } }\n  c: { state: { store: git, ref: refs/notiform/x, remote: other } }\n',
      [
        '4:34 config-invalid: The environment a keeps its state in the same ref, refs/notiform/x | Give each environment a ref of its own',
      ],
    ],
    [
      'two environments in one ref, which is the default of one',
      'version: 1\nenvironments:\n  a: { state: { store: git } }\n  b: { state: { store: git, ref: refs/notiform/a, remote: origin } }\n  d: { state: { store: git, ref: refs/notiform/e } }\n  e: { state: { store: git, remote: origin } }\n  f: { state: { store: git, remote: other, ref: refs/notiform/a } }\n',
      [
        '4:34 config-invalid: The environment a keeps its state in the same ref, refs/notiform/a | Give each environment a ref of its own',
        '6:24 config-invalid: The environment d keeps its state in the same ref, refs/notiform/e | Give each environment a ref of its own',
      ],
    ],
    [
      'a timeout of nothing',
      `${SMALL}    limits: { timeout: 0s }\n`,
      ['5:24 config-invalid: `environments.local.limits.timeout` has to be a time as 500ms, 40s or 2m'],
    ],
    [
      'no call at once',
      `${SMALL}    limits: { inFlight: 0 }\n`,
      ['5:25 config-invalid: `environments.local.limits.inFlight` has to be 1 at least'],
    ],
    [
      'too many calls at once',
      `${SMALL}    limits: { inFlight: 65 }\n`,
      ['5:25 config-invalid: `environments.local.limits.inFlight` has to be 64 at most'],
    ],
    [
      'a guard in words',
      `${SMALL}    guard: { deletes: many }\n`,
      [
        '5:23 config-invalid: `environments.local.guard.deletes` has to be a whole number, a percentage as 30%, or none',
      ],
    ],
    [
      'a rule for no single resource',
      `${SMALL}    guard: { allowFor: { '*/shop/vip': [destroys], vip: [destroys], GroupTag/shop/vip: [resubmits] } }\n`,
      [
        '5:26 config-invalid: `*/shop/vip` cannot be a name here: write the address of one resource, as NotificationTemplate/shop/order-paid',
        '5:52 config-invalid: `vip` cannot be a name here: write the address of one resource, as NotificationTemplate/shop/order-paid',
        '5:89 config-invalid: `environments.local.guard.allowFor.GroupTag/shop/vip[0]` has to be one of queues-again, loses-approval, interrupts-sending, destroys, reverses, older, takes-over',
      ],
    ],
    [
      'an unknown risk',
      `${SMALL}    guard: { allow: [fun] }\n`,
      [
        '5:22 config-invalid: `environments.local.guard.allow[0]` has to be one of queues-again, loses-approval, interrupts-sending, destroys, reverses, older',
      ],
    ],
    [
      'an address for the emulator',
      `${SMALL}    resourceUrl: https://x\n`,
      ['5:5 config-invalid: `resourceUrl` has no meaning where `emulator` is true | Remove one of the two'],
    ],
    [
      'an inspector for a real service',
      'version: 1\nenvironments: { a: { inspect: auto } }',
      ['2:22 config-invalid: `inspect` is a setting of the emulator | Remove it, or set `emulator: true`'],
    ],
    [
      'one key under two aliases',
      `version: 1\nenvironments: { a: { profiles: { x: { key: "\${env:K}" }, y: { key: "\${env:K}" } } } }`,
      [
        '2:63 config-invalid: `x` and `y` have the same key: they are one profile | Each would manage the resources of the other. Give each profile its own key, or remove one of the two',
      ],
    ],
    [
      'unverified certificates in production',
      'version: 1\nenvironments: { a: { insecureTls: true } }',
      [
        '2:22 config-invalid: `insecureTls` is only for test environments | Mark the environment with `test: true`, or remove it (message API 1)',
      ],
    ],
    [
      'plain http in production',
      'version: 1\nenvironments: { a: { insecureHttp: true } }',
      [
        '2:22 config-invalid: `insecureHttp` is only for emulators | Mark the environment with `test: true` if an emulator answers there, or remove `insecureHttp`',
      ],
    ],
    [
      'an unknown member of an emulator',
      'version: 1\nenvironments: { a: { emulator: { prot: 4711 } } }',
      ['2:34 config-unknown-key: `prot` is no setting here | Did you mean `port`?'],
    ],
    [
      'the wrong members of an emulator, each at its place',
      'version: 1\nenvironments: { a: { emulator: { port: "4711", mask: yes } } }',
      [
        '2:40 config-invalid: `environments.a.emulator.port` has to be a number',
        '2:54 config-invalid: `environments.a.emulator.mask` has to be true or false',
      ],
    ],
    [
      'an emulator with a host that is an address',
      'version: 1\nenvironments: { a: { emulator: { host: http://x } } }',
      [
        '2:40 config-invalid: `environments.a.emulator.host` has to be a host name as emulator, without http:// and port',
      ],
    ],
    [
      'a default that is none',
      `${SMALL}defaults: { environment: zzz }\n`,
      ['5:13 config-invalid: There is no environment `zzz` | Declare it under `environments`'],
    ],
  ])('%s', async (_name, text, problems) => {
    expect(await problemsOf(() => load(text))).toEqual(['exit 3', ...problems]);
  });

  it('warns of a secret that is written out, and never of its value', async () => {
    const config = await load(
      'version: 1\nenvironments: { a: { credentials: { bizId: me, apiKey: hunter2hunter2, password: "${env:P}" } } }',
    );
    expect(config.problems.map(line)).toEqual([
      '2:48 config-literal-secret: `apiKey` stands in the file itself | Write "${env:NAME}" and set NAME where notiform runs',
    ]);
  });

  it('names the environments there are', async () => {
    const config = await load('version: 1\nenvironments: { test: {}, production: {} }');
    expect(await problemsOf(() => config.environment())).toEqual([
      'exit 3',
      'config-no-environment: Which environment? There are several and no default | Pass --environment with one of: test, production',
    ]);
    expect(await problemsOf(() => config.environment('prodction'))).toEqual([
      'exit 3',
      'config-no-environment: There is no environment `prodction` | Pass one of: test, production',
    ]);
  });

  it('names the profiles, senders and recipients there are', async () => {
    const config = await load(`${SMALL}    profiles: { shop: { key: k } }\n    senders: { main: "1" }\n`);
    const local = config.environment();
    expect(await problemsOf(() => local.profile('shpo'))).toEqual([
      'exit 3',
      'config-unknown-name: The environment local has no `shpo` among its profiles | There are: shop',
    ]);
    expect(await problemsOf(() => local.sender('zzzzzz'))).toEqual([
      'exit 3',
      'config-unknown-name: The environment local has no `zzzzzz` among its senders | There are: main',
    ]);
    expect(await problemsOf(() => local.recipient('qa'))).toEqual([
      'exit 3',
      'config-unknown-name: The environment local has no `qa` among its recipients | It has no recipients at all',
    ]);
  });

  it('says what a command lacks', async () => {
    const bare = (await load('version: 1\nenvironments: { a: {} }')).environment();
    expect(await problemsOf(() => bare.resourceUrl())).toEqual([
      'exit 3',
      '2:17 config-unresolved: `environments.a.resourceUrl` is missing | This command needs it; write it as "${env:NAME}" to keep it out of git',
    ]);
  });

  it.each(['x ${vars}', '${env:UNCLOSED', '${}', 'a ${env:1}'])(
    'says at once what is no reference: %s',
    async (written) => {
      const text = `version: 1\nenvironments: { a: { messageUrl: "${written}", recipients: { qa: "${written}" } } }`;
      expect(await problemsOf(() => load(text))).toEqual([
        'exit 3',
        '2:34 config-invalid: `environments.a.messageUrl` contains a `${` that is not `${env:NAME}` | Write `$${` for a literal `${`',
        expect.stringContaining('`environments.a.recipients.qa` contains'),
      ]);
    },
  );
});

describe('what notiform.yaml is named', () => {
  it('is a file: a folder of that name is none', async () => {
    const files: Files = {
      ...systemFiles,
      read: (path) => Promise.reject(new FileFailure('read', path, 'EISDIR')),
    };
    expect(await problemsOf(() => loadConfig({ cwd: '/project', file: 'sub', files, env: {} }))).toEqual([
      'exit 3',
      'file-unreadable: `sub` cannot be read: it is a folder (EISDIR) | Name a file',
    ]);
  });

  it('is reported as it was given, if its folder cannot be read', async () => {
    const refused = (path: string) => Promise.reject(new FileFailure('read', path, 'EACCES'));
    const files: Files = { ...systemFiles, read: refused, size: refused };
    expect(await problemsOf(() => loadConfig({ cwd: '/project', file: 'sub', files, env: {} }))).toEqual([
      'exit 3',
      expect.stringMatching(/^file-unreadable: `sub` cannot be read: permission denied/),
    ]);
  });

  it('shows neither secrets nor numbers of it', async () => {
    const config = await load(`${SMALL}    recipients: { qa: "01000000000" }\n`);
    expect(Array.from(config.sources, ([, text]) => text)).toEqual([`${SMALL}    recipients: { qa: "***********" }\n`]);
  });
});

describe('what is secret of a configuration', () => {
  const text = `version: 1
environments:
  local: { emulator: true, profiles: { shop: { key: "\${env:LOCAL_SHOP}" } } }
  test:
    profiles: { shop: { key: "\${env:SHOP_KEY}" }, mall: { key: written, type: G } }
    credentials: { bizId: "\${env:BIZ}", apiKey: "\${env:KEY}-\${env:TAIL}", account: "\${env:ACCOUNT}", password: "$\${env:KEPT}" }
    state: { store: postgres, url: "\${env:STATE}" }
  production:
    credentials: { bizId: b, apiKey: "\${env:UNSET}", account: a, password: "\${env:PASSWORD}" }
    state: { store: postgres, url: "postgres://me:\${env:STATE_PASSWORD}@db.example.com/x" }
`;

  it('is what its keys, passwords and stores name, in every environment, as far as it is set', async () => {
    const STATE = 'postgres://me:p%40ss-word@db.example.com/x';
    const names = { BIZ: 'biz', LOCAL_SHOP: 'local-shop', ACCOUNT: 'shop', KEPT: 'kept', UNSET: '', OTHER: 'other' };
    const secrets = {
      KEY: 'key-1',
      TAIL: 'tail-1',
      SHOP_KEY: 'shop-1',
      STATE,
      PASSWORD: 'password-1',
      STATE_PASSWORD: '100%',
    };
    const config = await load(text, { ...names, ...secrets });
    expect([...config.secrets].sort()).toEqual(
      ['key-1', 'tail-1', STATE, 'p%40ss-word', 'p@ss-word', 'shop-1', 'password-1', '100%'].sort(),
    );
    const odd = await load(text, { STATE: 'postgres://me:100%@db.example.com/x' });
    expect([...odd.secrets]).toEqual(['postgres://me:100%@db.example.com/x', '100%']);
  });

  it('is nothing where no variable is set, and nothing fails', async () => {
    expect([...(await load(text)).secrets]).toEqual([]);
    expect([...(await load(SMALL)).secrets]).toEqual([]);
  });
});

it('is not read with a merge conflict', async () => {
  const files = filesOf({ '/project/notiform.yaml': `<<<<<<< HEAD\n${SMALL}` });
  expect(await problemsOf(() => loadConfig({ cwd: '/project', files, env: {} }))).toEqual([
    'exit 3',
    expect.stringContaining('1:1 merge-conflict: The file has an unresolved merge conflict'),
  ]);
});

it('is not read in another encoding than UTF-8: its values reach the service', async () => {
  const written = Buffer.from(`${SMALL}    variables: { shop: "가게" }\n`).toString('latin1');
  const bytes = Buffer.from(written.replace(Buffer.from('가게').toString('latin1'), '\xb0\xa1\xb0\xd4'), 'latin1');
  const files = { ...filesOf({}), read: () => Promise.resolve(bytes), size: () => Promise.resolve(bytes.length) };
  expect(await problemsOf(() => loadConfig({ cwd: '/project', files, env: {} }))).toEqual([
    'exit 3',
    '5:25 not-utf8: The file is not UTF-8 | Save the file as UTF-8. Other Korean files are usually CP949 (EUC-KR)',
  ]);
});
