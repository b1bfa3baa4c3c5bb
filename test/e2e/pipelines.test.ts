import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { emulatorCredentials, emulatorProfile, emulatorSender } from '../../src/emulator/defaults.ts';
import { createEmulatorControl, type EmulatorServer, startEmulator } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { ROOT, snippet } from '../packaging/snippets/pages.ts';
import { type Ran, shell } from '../packaging/snippets/shell.ts';
import { inThisProcess } from './here.ts';
import { emptyProject, type Project } from './project.ts';

/** The pipelines of docs/gitlab.md and docs/jenkins.md, the Slack message of docs/github.md and the hook of examples/. */

let emulator: EmulatorServer;
beforeAll(async () => {
  emulator = await startEmulator({
    inspect: 'manual',
    profiles: [emulatorProfile],
    senders: [emulatorSender],
    recipients: [],
    ports: systemPorts,
  });
});
afterAll(() => emulator.close());

/** Programs in the place of npm, npx and curl: nothing is installed, the built program runs, and a call is kept. */
const PROGRAMS: Readonly<Record<string, string>> = {
  npm: '#!/bin/sh\n',
  npx: `#!/bin/sh\n[ "$1 $2 $3" = "--no -- notiform" ] || exit 1\nshift 3\nexec node '${join(ROOT, 'dist/notiform.js')}' "$@"\n`,
  curl: '#!/bin/sh\nfor word; do echo "$word"; done > curl.txt\n',
};

interface Pipeline extends Project {
  /** Runs a script as a pipeline does, with the variables of the project. */
  script(text: string, more?: Record<string, string>): Promise<Ran>;
}

/** A project of `init` with a state in files, whose environment `production` is the emulator. */
async function pipelineProject(): Promise<Pipeline> {
  const project = await emptyProject();
  await mkdir(join(project.path, 'bin'));
  for (const [name, text] of Object.entries(PROGRAMS))
    await writeFile(join(project.path, 'bin', name), text, { mode: 0o755 });
  const env = {
    PATH: [join(project.path, 'bin'), process.env['PATH']].join(delimiter),
    HOME: project.path,
    NOTIFORM_RESOURCE_URL: emulator.resourceUrl,
    NOTIFORM_BIZ_ID: emulatorCredentials.bizId,
    NOTIFORM_API_KEY: emulatorCredentials.apiKey,
    SHOP_KEY: emulatorProfile.key,
  };
  const script: Pipeline['script'] = (text, more = {}) => shell(text, { cwd: project.path, env: { ...env, ...more } });
  expect(await inThisProcess(project).run('init')).toMatchObject({ exit: 0 });
  await project.write('notiform.yaml', (await project.read('notiform.yaml')).replace(/^ +state: .*\n/m, ''));
  return { ...project, script };
}

const GITLAB = {
  CI_API_V4_URL: 'https://gitlab.example.com/api/v4',
  CI_PROJECT_ID: '7',
  CI_MERGE_REQUEST_IID: '12',
  NOTES_TOKEN: 'glpat',
};

it('the pipeline of docs/gitlab.md comments the plan and applies it', async () => {
  const { path, script, read } = await pipelineProject();
  const pipeline = parse(snippet('docs/gitlab.md#GitLab').text) as Record<
    string,
    { before_script?: string[]; script: string[]; artifacts?: { when?: string } }
  >;
  const job = (name: string, from = 0): Promise<Ran> =>
    script(
      [...(pipeline['default']?.before_script ?? []), ...(pipeline[name]?.script.slice(from) ?? [])].join('\n'),
      GITLAB,
    );
  expect(await job('review')).toMatchObject({ exit: 0 });
  expect(await read('plan.md')).toContain('welcome');
  expect((await read('curl.txt')).split('\n')).toEqual(
    expect.arrayContaining([
      'body@plan.md',
      'https://gitlab.example.com/api/v4/projects/7/merge_requests/12/notes',
      'PRIVATE-TOKEN: glpat',
    ]),
  );
  expect(await job('plan')).toMatchObject({ exit: 0 });
  expect(await job('apply')).toMatchObject({ exit: 0 });
  expect(JSON.parse(await read('receipt.json')).counts).toMatchObject({ done: 3 });
  expect(await job('morning')).toMatchObject({ exit: 0 });
  await rm(join(path, 'manifests/order-paid.yaml'));
  await rm(join(path, 'curl.txt'));
  const refused = { exit: 7, stderr: expect.stringContaining('The plan has 1 delete') };
  expect(await job('review', 2)).toMatchObject(refused);
  expect([await read('curl.txt'), await read('plan.md')]).toEqual([
    expect.stringContaining('body@plan.md'),
    expect.stringContaining('The plan has 1 delete'),
  ]);
  expect(pipeline['plan']?.artifacts?.when).toBe('always');
});

it('the pipeline of docs/jenkins.md plans and applies', async () => {
  const { script, read } = await pipelineProject();
  const { text } = snippet('docs/jenkins.md#Jenkins');
  // The question comes before the agent of its stage, so it holds none. What a failed plan wrote is kept.
  expect(text.match(/^ *(?:agent|input|post|stage)\b.*|always .*/gm)?.map((line) => line.trim())).toEqual([
    'agent none',
    "stage('Plan') {",
    "agent { docker { image 'node:22' } }",
    'post {',
    "always { archiveArtifacts artifacts: 'plan.json, plan.md', allowEmptyArchive: true }",
    "stage('Apply') {",
    "input { message 'Apply plan.md to production?' }",
    "agent { docker { image 'node:22' } }",
    'post {',
    "always { archiveArtifacts artifacts: 'receipt.json', allowEmptyArchive: true }",
  ]);
  const commands = [...text.matchAll(/^ +sh '(.*)'$/gm)].map(([, line = '']) => line);
  expect(commands).toHaveLength(6);
  for (const command of commands)
    expect([command, await script(command)]).toEqual([command, expect.objectContaining({ exit: 0 })]);
  expect(await read('receipt.json')).toContain('"changes"');
});

it('the workflow of docs/github.md posts verdicts to Slack', async () => {
  const { script, path } = await pipelineProject();
  const posted: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => posted.push(chunk.toString()));
    request.on('end', () => response.end('ok'));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  const [list, post] = scriptsOf(snippet('docs/github.md#Slack').text).slice(-2);
  expect(await script('npx --no -- notiform -e production apply --yes')).toMatchObject({ exit: 0 });
  const control = createEmulatorControl(emulator.url);
  const verdict = { profile: emulatorProfile.alias, templateCode: 'welcome', comment: '수신 사유를\n<적어> 주세요.' };
  expect(await control.verdict({ ...verdict, verdict: 'reject' })).toMatchObject({ ok: true });
  expect(await script(list ?? '')).toMatchObject({ exit: 0 });
  const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  expect(await script(post ?? '', { SLACK_WEBHOOK: webhook })).toMatchObject({ exit: 0, stderr: '' });
  expect(posted.map((text) => JSON.parse(text))).toEqual([
    { text: '*반려* 회원 가입 안내\n> 수신 사유를\n> &lt;적어&gt; 주세요.' },
  ]);
  expect(await readFile(join(path, 'status.json'), 'utf8')).not.toContain(emulatorProfile.key);
});

function scriptsOf(text: string): string[] {
  const { jobs } = parse(text) as { jobs: Record<string, { steps: { run?: string }[] }> };
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
}

it('the hook of examples/ stops a commit that is not formatted, or not valid', async () => {
  const { script, read, write } = await pipelineProject();
  const hook = await readFile(join(ROOT, 'examples/pre-commit/pre-commit'), 'utf8');
  const text = await read('manifests/welcome.yaml');
  await write('manifests/welcome.yaml', text.replace(/^name: /m, 'name:   '));
  expect(await script(hook)).toMatchObject({ exit: 1 });
  await write('manifests/welcome.yaml', text.replace(/^category: .*\n/m, ''));
  expect(await script(hook)).toMatchObject({ exit: 3 });
});
