import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ROOT, runIn } from './tarball.ts';

/** `notiform/emulator`, the recipes of docs/how-to/test-your-application.md and the Dockerfile, with the packed tarball. */

const JEST = 'jest@30.5.2';

let folder: string;
let project: string;
const { tarball, contents } = inject('packed');

/** A program of each module system. Both name every type that the library exports. */
const USES: Readonly<Record<string, string>> = {
  'module.mts': "import { startEmulator, type Emulator, type Seed, type Settings } from 'notiform/emulator';",
  'common.cts':
    "import library = require('notiform/emulator');\nconst { startEmulator } = library;\ntype Emulator = library.Emulator;\ntype Seed = library.Seed;\ntype Settings = library.Settings;",
};
const BODY = `
const seed: Seed = { templates: [{ profile: 'shop', templateCode: 'order_paid', inspectionStatus: 'REQ' }] };
const settings: Partial<Settings> = { deliveryMs: 0 };
async function run(): Promise<string> {
  await using emulator: Emulator = await startEmulator({ seed, settings });
  await emulator.inspections.approve({ templateCode: 'order_paid' });
  // @ts-expect-error a fault needs a kind
  await emulator.faults.set([{ path: '/v3/message' }]).catch(() => undefined);
  return \`\${emulator.url} \${(await emulator.inspections.list()).length}\`;
}
run().then((text) => console.log(text));
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notiform-library-'));
  project = join(folder, 'library');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "name": "shop", "private": true }');
  for (const [name, uses] of Object.entries(USES)) {
    const declared = 'declare const console: { log(text: string): void };';
    await writeFile(join(project, name), `${uses}\n${declared}\n${BODY}`);
  }
  // The tarball is all that it needs.
  const cache = ['--cache', join(folder, 'empty-cache')];
  await runIn(project, ['npm', 'install', '--offline', '--no-audit', '--no-fund', ...cache, tarball]);
  expect((await readdir(join(project, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['notiform']);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('the tarball has what a user needs and nothing else', () => {
  const KINDS = [
    /^(?:LICENSE|THIRD-PARTY-LICENSES|README(?:\.ko)?\.md|CHANGELOG\.md|package\.json|action\.yml)$/,
    /^dist\/(?:action\.cjs|notiform\.js|chunks\/[\w-]+\.js|emulator\.(?:cjs|mjs|d\.cts|d\.mts))$/,
    /^docs\/(?:how-to\/)?[\w.-]+\.md$/,
    /^examples\/(?:application\/[\w.]+|manifests\/[\w-]+\.yaml|pre-commit\/pre-commit|workflows\/[\w-]+\.yml)$/,
    /^docs\/pictures\/[\w.-]+\.svg$/,
    /^schemas\/[\w-]+(?:\.(?:schema|openapi))?\.json$/,
  ];
  expect(contents.filter((path) => !KINDS.some((kind) => kind.test(path)))).toEqual([]);
  const needed = [
    'LICENSE',
    'THIRD-PARTY-LICENSES',
    'README.md',
    'dist/notiform.js',
    'dist/emulator.mjs',
    'action.yml',
  ];
  expect(contents).toEqual(expect.arrayContaining(needed));
});

it('the links of its pages lead to files in the tarball, except those for the work on notiform itself', async () => {
  const texts = await Promise.all(
    contents
      .filter((path) => path.endsWith('.md'))
      .map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })),
  );
  const links = texts.flatMap(({ path, text }) =>
    Array.from(text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\((?!https?:|#)([^)\s#]+)/g), ([, link = '']) =>
      join(dirname(path), link),
    ),
  );
  const missing = links.filter((link) => !contents.some((path) => path === link || path.startsWith(`${link}/`)));
  expect([...new Set(missing)].sort()).toEqual(['CONTRIBUTING.md', 'bench/peers', 'bench/rows.mjs']);
});

/** Type-checks files of the project, and compiles them. No `@types` package is there. TypeScript 7 takes a fifth of the time. */
async function compile(
  settings: Record<string, unknown>,
  files: string[],
  compiler = 'typescript-native',
): Promise<string> {
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, target: 'es2022', lib: ['es2022'] };
  const config = { compilerOptions: { ...compilerOptions, types: [], outDir: 'built', ...settings }, files };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
  return runIn(project, ['node', join(ROOT, 'node_modules', compiler, 'bin/tsc')]).catch((error: unknown) =>
    error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error),
  );
}

it('has types for import and require, also without the types of Node', async () => {
  expect(await compile({ module: 'preserve', moduleResolution: 'bundler' }, ['module.mts'])).toBe('');
  expect(await compile({ module: 'node16' }, ['module.mts', 'common.cts'])).toBe('');
  // As in many projects that test with Jest: this resolution reads `typesVersions`, not `exports`. TypeScript 7 has none of it.
  const old = { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0', noEmit: true };
  await writeFile(join(project, 'old.ts'), await readFile(join(project, 'module.mts')));
  expect(await compile(old, ['old.ts'], 'typescript')).toBe('');
  for (const name of ['module.mjs', 'common.cjs'])
    expect(await runIn(project, ['node', join('built', name)])).toMatch(/^http:\/\/127\.0\.0\.1:\d+ 0\n$/);
});

const page = readFile(join(ROOT, 'docs/how-to/test-your-application.md'), 'utf8');

/** A block of a recipe, exactly as the page shows it: the first one in this language, or a later one. */
async function recipe(heading: string, language = '\\w+', nth = 0): Promise<string> {
  const [, section = ''] = (await page).split(`\n## ${heading}\n`);
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))][nth]?.[1] ?? '';
}

/** A program that the page links. */
function program(name: string): Promise<string> {
  return readFile(join(ROOT, 'examples/application', name), 'utf8');
}

/** Writes a test, and the application that it tests. */
async function write(test: string, name: string): Promise<void> {
  await writeFile(join(project, 'order.mjs'), await recipe('The application', 'js'));
  await writeFile(join(project, name), test);
}

it('runs the recipe for Vitest', async () => {
  await write(await recipe('Vitest and Jest'), 'order.test.mjs');
  const vitest = join(project, 'node_modules/vitest');
  if (!existsSync(vitest)) await symlink(join(ROOT, 'node_modules/vitest'), vitest);
  const words = ['run', '--root', project, '--reporter', 'json'];
  const told = await runIn(project, ['node', join(vitest, 'vitest.mjs'), ...words]);
  expect(JSON.parse(told)).toMatchObject({ success: true, numPassedTests: 2, numTotalTests: 2 });
});

it('runs the recipe for Jest, as an ES module and as CommonJS', async () => {
  // Jest is 200 packages, which only this test needs.
  const tools = join(folder, 'jest');
  await runIn(folder, ['npm', 'install', '--prefix', tools, '--prefer-offline', '--no-audit', '--no-fund', JEST]);
  await write(await recipe('Vitest and Jest'), 'order.jest.mjs');
  const test = (await readFile(join(project, 'order.jest.mjs'), 'utf8')).replace(/^import .* from 'vitest';\n/m, '');
  const required = test.replaceAll(/^import (.*) from (.*);$/gm, 'const $1 = require($2);').replace('.mjs', '.cjs');
  const application = await readFile(join(project, 'order.mjs'), 'utf8');
  await writeFile(join(project, 'order.jest.mjs'), test);
  await writeFile(join(project, 'order.jest.cjs'), required);
  await writeFile(
    join(project, 'order.cjs'),
    `${application.replace('export ', '')}module.exports = { sendOrderPaid };\n`,
  );
  const jest = ['node', join(tools, 'node_modules/jest/bin/jest.js'), '--rootDir', project, '--json'];
  const told = await runIn(project, [...jest, '--testMatch', '**/order.jest.*'], {
    NODE_OPTIONS: '--experimental-vm-modules',
  });
  expect(JSON.parse(told)).toMatchObject({ success: true, numPassedTests: 4, numTotalTests: 4 });
});

it('runs the recipe for node:test, in two processes at once', async () => {
  const names = ['order.node.mjs', 'again.node.mjs'];
  for (const name of names) await write(await program('order.node.mjs'), name);
  const options = ['--test', '--test-concurrency=2', '--test-reporter=tap'];
  const told = await runIn(project, ['node', ...options, ...names]);
  expect(told).toMatch(/^# pass 4\n# fail 0$/m);
  expect(told).toContain('a token expires after a day');
});

it('runs the recipe for Node with manifests, and changes nothing in the project', async () => {
  const own = join(folder, 'node-declared');
  await mkdir(join(own, 'manifests'), { recursive: true });
  await symlink(join(project, 'node_modules'), join(own, 'node_modules'));
  const local = `emulator: true, profiles: { shop: { key: ${'b'.repeat(40)} } }, senders: { main: "15990000" }`;
  const config = `version: 1\ndefaults: { profile: shop }\nenvironments: { local: { ${local} } }\n`;
  await writeFile(join(own, 'notiform.yaml'), config);
  const paid =
    'kind: NotificationTemplate\nid: order-paid\nname: 주문 결제 안내\ncategory: "002001"\nmessageType: BA\n';
  await writeFile(join(own, 'manifests/paid.yaml'), `${paid}content: "#{이름}님, 결제가 완료되었습니다."\n`);
  await writeFile(join(own, 'order.mjs'), await recipe('The application', 'js'));
  await writeFile(join(own, 'manifests.node.mjs'), await program('manifests.node.mjs'));
  const told = await runIn(own, ['node', '--test', '--test-reporter=tap', 'manifests.node.mjs'], {
    NOTIFORM_ENVIRONMENT: 'production',
  });
  expect(told).toMatch(/^# pass 2\n# fail 0$/m);
  expect(await readdir(own)).not.toContain('.notiform');
});

it('runs the recipe for statistics', async () => {
  await write(await program('statistics.node.mjs'), 'statistics.node.mjs');
  expect(await runIn(project, ['node', '--test', '--test-reporter=tap', 'statistics.node.mjs'])).toMatch(/^# pass 1$/m);
});

/** Variables of a CI job that no recipe may use: a proxy that does not answer, and an environment for other steps of the job. */
const JOB = {
  HTTP_PROXY: 'http://127.0.0.1:9',
  http_proxy: 'http://127.0.0.1:9',
  NO_PROXY: '',
  no_proxy: '',
  NOTIFORM_ENVIRONMENT: 'production',
};

/** JUnit 5 as Debian installs it. The fragment for Spring is not compiled: it would need all of Spring. */
const JUNIT = ['junit-jupiter-api', 'junit-jupiter-engine', 'junit-platform-console', 'junit-platform-reporting']
  .concat(['junit-platform-launcher', 'junit-platform-engine', 'junit-platform-commons', 'opentest4j', 'picocli'])
  .concat(['opentest4j-reporting-events', 'opentest4j-reporting-schema', 'apiguardian-api'])
  .map((name) => `/usr/share/java/${name}.jar`);

it('runs the recipe for Java where a JDK is installed; elsewhere it needs only the JDK and JUnit', async () => {
  await write(await program('OrderTest.java'), 'OrderTest.java');
  const uses = (await program('OrderTest.java')).match(/(?<=^import (?:static )?)[\w.]+(?=;$)/gm) ?? [];
  expect(uses.filter((name) => !/^(?:java|org\.junit\.jupiter\.api)\./.test(name))).toEqual([]);
  expect(uses.length).toBeGreaterThan(10);
  // CI installs JUnit beside a JDK, but no JDK: that takes longer than this test is worth. Last run with JDK 17 and JUnit 5.9.
  if (!existsSync('/usr/bin/javac') || !JUNIT.every((jar) => existsSync(jar))) return;
  const path = ['-cp', ['.', ...JUNIT].join(':')];
  await runIn(project, ['javac', '-encoding', 'UTF-8', '-Werror', ...path, 'OrderTest.java']);
  const launcher = ['org.junit.platform.console.ConsoleLauncher', '--disable-banner', '--select-class', 'OrderTest'];
  const told = await runIn(project, ['java', ...path, ...launcher], JOB);
  expect(told).toContain('2 tests successful');
});

it('runs the recipes for pytest and curl at once in a project, and leaves nothing there', async () => {
  const own = join(folder, 'own');
  await mkdir(own);
  await symlink(join(project, 'node_modules'), join(own, 'node_modules'));
  const profiles = `profiles: { shop: { key: ${'a'.repeat(40)} } }`;
  const config = `environments: { local: { emulator: true, ${profiles} } }\n`;
  await writeFile(join(own, 'notiform.yaml'), config);
  for (const name of ['test_order.py', 'order.sh']) await writeFile(join(own, name), await program(name));
  const pytest = ['python3', '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
  const told = await Promise.all([pytest, ['sh', '-e', 'order.sh']].map((words) => runIn(own, words, JOB)));
  expect(told).toEqual([expect.stringContaining('2 passed'), expect.stringContaining('"order-1"')]);
  expect(await readdir(own)).not.toContain('.notiform');
});

/** Tests in Python that run the commands which a section names, in the folder of its fixture. */
async function commandsTest(heading: string): Promise<string> {
  const [, section = ''] = (await page).split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  const commands = Array.from(text.matchAll(/`notiform ([^`]+)`/g), ([, words = '']) => words.split(' '));
  const body = { account: 'emulator', type: 'at', from: '15880000', to: '01000000000', refkey: 'order-1' };
  const at = { senderkey: 'a'.repeat(40), templatecode: 'order_paid', message: '홍길동님, 결제가 완료되었습니다.' };
  return `

@pytest.mark.parametrize("words", ${JSON.stringify(commands)})
def test_runs_a_command_of_the_page(emulator, tmp_path_factory, words):
    folder = tmp_path_factory.getbasetemp() / "project0"
    (folder / "FILE").write_text('${JSON.stringify({ ...body, content: { at } })}')
    subprocess.run([PROGRAM, *words], cwd=folder, check=True)
`;
}

it('runs the recipe with manifests twice at once, and changes nothing in the project', async () => {
  const own = join(folder, 'declared');
  await mkdir(join(own, 'manifests'), { recursive: true });
  await symlink(join(project, 'node_modules'), join(own, 'node_modules'));
  const heading = 'pytest, with the templates of the manifests';
  await writeFile(join(own, 'notiform.yaml'), await recipe(heading, 'yaml'));
  await writeFile(join(own, 'manifests/order-paid.yaml'), await recipe(heading, 'yaml', 1));
  await writeFile(join(own, 'test_manifests.py'), (await program('test_manifests.py')) + (await commandsTest(heading)));
  const pytest = ['python3', '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
  // In CI, a command must name its environment.
  const told = await Promise.all([pytest, pytest].map((words) => runIn(own, words, { ...JOB, CI: 'true' })));
  for (const one of told) expect(one).toContain('4 passed');
  expect(await readdir(own)).not.toContain('.notiform');
  expect(await readdir(join(own, 'manifests'))).toEqual(['order-paid.yaml']);
});

it('runs the Python of the page about the catalog, which refuses a value that is no text', async () => {
  const [, code = ''] =
    /^```python\n([\s\S]*?)^```$/m.exec(await readFile(join(ROOT, 'docs/catalog.md'), 'utf8')) ?? [];
  const template = { key: 'paid', templatecode: 'paid_v2', type: 'at', variables: ['금액'], limits: {} };
  const templates = [{ ...template, content: { message: '#{금액}원', button: [{ name: '#{금액}', type: 'MD' }] } }];
  await writeFile(join(project, 'messages.json'), JSON.stringify({ templates }));
  const calls = `
for value in ["29,800", 29800, ""]:
    try:
        print(json.dumps(render("paid", {"금액": value}, "key")))
    except ValueError as error:
        print(json.dumps(str(error)))
`;
  await writeFile(join(project, 'catalog.py'), code + calls);
  const printed = (await runIn(project, ['python3', 'catalog.py'])).trim().split('\n');
  const refused = "paid needs a text for each of ['금액']";
  const filled = { message: '29,800원', button: [{ name: '29,800', type: 'MD' }] };
  expect(printed.map((line): unknown => JSON.parse(line))).toEqual([
    { type: 'at', content: { at: { senderkey: 'key', templatecode: 'paid_v2', ...filled } } },
    refused,
    refused,
  ]);
});

it('leaves no emulator behind when a signal kills pytest', async () => {
  const killed =
    "import os\nimport signal\n\n\ndef test_ends(emulator):\n    print(emulator['url'], flush=True)\n    os.kill(os.getpid(), signal.SIGKILL)\n";
  await writeFile(join(project, 'test_killed.py'), (await program('test_order.py')) + killed);
  const words = ['-m', 'pytest', '-q', '-s', '-p', 'no:cacheprovider', 'test_killed.py', '-k', 'test_ends'];
  const ran = spawnSync('python3', words, { cwd: project, encoding: 'utf8' });
  await rm(join(project, 'test_killed.py'));
  const url = /http:\S+/.exec(ran.stdout)?.[0] ?? '';
  expect([ran.signal, url]).toEqual(['SIGKILL', expect.stringContaining('127.0.0.1')]);
  const ended = (): Promise<boolean> =>
    request(url)
      .then(({ body }) => body.dump())
      .then(
        () => false,
        () => true,
      );
  await expect.poll(ended).toBe(true);
});

it('ends the recipe for curl where the program is missing', async () => {
  await writeFile(join(folder, 'order.sh'), await program('order.sh'));
  await expect(runIn(folder, ['sh', 'order.sh'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not found'),
  });
});

/** The words of an instruction of the Dockerfile in exec form. */
async function wordsOf(instruction: string): Promise<string[]> {
  const text = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).replaceAll('\\\n', ' ');
  const found = new RegExp(`^${instruction}\\s.*?(\\[.*\\])$`, 'm').exec(text);
  return JSON.parse(found?.[1] ?? '[]') as string[];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

it('starts as the Dockerfile starts it: a client calls it by name, and the health check passes', async () => {
  const port = await freePort();
  const here = (words: string[]): string[] => words.map((word) => word.replaceAll('4010', String(port)));
  const [entry, command, health] = await Promise.all(['ENTRYPOINT', 'CMD', 'HEALTHCHECK'].map(wordsOf));
  const [program = '', ...words] = here([...(entry ?? []), ...(command ?? [])]);
  expect(program).toBe('notiform');
  const check = (): Promise<string> => runIn(project, here(health ?? []));
  await expect(check()).rejects.toThrow();
  const child = spawn(join(project, 'node_modules/.bin', program), words, { cwd: project });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(await check()).toBe('');
    const { statusCode } = await request(`http://127.0.0.1:${port}/_emulator/health`, {
      headers: { host: 'emulator:4010' },
    });
    expect(statusCode).toBe(200);
  } finally {
    // Docker stops a container by this signal.
    child.kill('SIGTERM');
  }
  await ended;
  expect(child.exitCode).toBe(0);
});
