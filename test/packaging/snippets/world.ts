import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emulatorCredentials, emulatorProfile, emulatorSender } from '../../../src/emulator/defaults.ts';
import { createEmulatorControl, type EmulatorControl, startEmulator } from '../../../src/emulator/emulator.ts';
import { systemPorts } from '../../../src/files/system.ts';
import { openArtifactService } from '../../action/artifact-service.ts';
import { type GitHubDouble, openGitHub } from '../../action/github-double.ts';
import { pullRequest } from '../../action/job.ts';
import type { Runner } from './job.ts';
import { ROOT, snippet } from './pages.ts';
import { type Env, NPX, type Ran, runnerEnv, type ShellOptions, shell } from './shell.ts';

/** What the snippets run in: a home, a clone, a project with the packed tarball, its remote, and a service. */
export interface World {
  /** A clone of this repository, after `npm ci`. */
  clone: string;
  /** The project of the README's `A project of your own`. */
  project: string;
  /** The service of the environment `production`. */
  service: EmulatorControl;
  /** Runs a snippet, or a script, in the clone. `npm ci` and the build are done, and `npm test` runs this very test. */
  inClone(script: string, options?: Partial<ShellOptions>): Promise<Ran>;
  /** Runs a script in the project, with the credentials of `production`. */
  inProject(script: string, options?: Partial<ShellOptions>): Promise<Ran>;
  /** A runner of GitHub for an event, with other values than usual. GitHub and its artifacts are doubles. */
  runner(event: string, values?: Readonly<Record<string, string>>): Promise<Runner & { github: GitHubDouble }>;
  remove(): Promise<void>;
}

/** The program is built and packed already. The demo builds it again. */
const NPM = `npm() {
  case "$1" in
    ci | test) echo "npm $1";;
    run) if [ "$2" = build ]; then echo "npm run build"; else command npm "$@"; fi;;
    pack) cp "$TARBALL" "\${@: -1}";;
    *) command npm "$@";;
  esac
}`;

/** The ref of the events that are not those of the branch main. */
const REFS: Readonly<Record<string, string>> = {
  pull_request: 'refs/pull/1/merge',
  merge_group: 'refs/heads/gh-readonly-queue/main/pr-7-0123456',
};

const CREDENTIALS = {
  NOTIFORM_BIZ_ID: emulatorCredentials.bizId,
  NOTIFORM_API_KEY: emulatorCredentials.apiKey,
  SHOP_KEY: emulatorProfile.key,
};

/** @param tarball the packed package */
export async function makeWorld(tarball: string): Promise<World> {
  const home = await mkdtemp(join(tmpdir(), 'notiform-snippets-'));
  const [clone, jobs] = (await Promise.all(
    ['clone', 'jobs'].map(async (name) => {
      await mkdir(join(home, name));
      return join(home, name);
    }),
  )) as [string, string];
  const emulator = await startEmulator({
    inspect: 'manual',
    profiles: [emulatorProfile],
    senders: [emulatorSender],
    recipients: [],
    ports: systemPorts,
  });
  const base: Env = runnerEnv(home);
  const project = join(home, 'notiform-own');
  const remote = join(home, 'remote.git');
  const service = { NOTIFORM_RESOURCE_URL: emulator.resourceUrl, QA_PHONE: '01012345678', ...CREDENTIALS };
  const inClone: World['inClone'] = (script, options) =>
    shell(`${NPM}\n${script}`, { cwd: clone, env: { ...base, TARBALL: tarball }, ...options });
  const inProject: World['inProject'] = (script, options) =>
    shell(`${NPX}\n${script}`, { cwd: project, env: { ...base, ...service }, ...options });

  const copy = `git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2> /dev/null | tr '\\n' '\\0' |
    tar --null -T - -c | tar -x -C "${clone}"`;
  await succeed(shell(copy, { cwd: ROOT, env: base }));
  await cp(join(ROOT, 'dist'), join(clone, 'dist'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  await succeed(inClone(snippet('README.md#A project of your own').text));
  const commit = 'git add -A && git -c user.name=ann -c user.email=ann@shop.example commit -qm start';
  const push = `git init -q --bare "${remote}" && git remote add origin "${remote}" && git push -q origin main`;
  await succeed(
    inProject(`${commit} && git branch -M main && ${push} && git -C "${remote}" symbolic-ref HEAD refs/heads/main`),
  );
  const sha = (await succeed(inProject('git rev-parse HEAD'))).stdout.trim();
  let count = 0;
  return {
    clone,
    project,
    service: createEmulatorControl(emulator.url),
    inClone,
    inProject,
    runner: async (event, values = {}) => {
      const github = await openGitHub();
      const artifacts = await openArtifactService(github);
      github.refs.set('main', (await succeed(inProject('git rev-parse HEAD'))).stdout.trim());
      return {
        github,
        payload: JSON.stringify(event === 'pull_request' ? pullRequest(7, sha) : {}),
        folder: async () => join(jobs, String(++count)),
        remote,
        home,
        modules: join(home, 'modules'),
        env: {
          ...base,
          GITHUB_ACTIONS: 'true',
          GITHUB_REPOSITORY: 'shop/messages',
          GITHUB_SHA: sha,
          GITHUB_API_URL: github.url,
          ACTIONS_RESULTS_URL: `${artifacts.url}/`,
          ACTIONS_RUNTIME_TOKEN: artifacts.tokenOf(1),
        },
        values: {
          'github.event_name': event,
          'github.ref': REFS[event] ?? 'refs/heads/main',
          'github.event.pull_request.head.sha': sha,
          'github.token': 'token',
          'vars.NOTIFORM_RESOURCE_URL': emulator.resourceUrl,
          ...Object.fromEntries(Object.entries(CREDENTIALS).map(([name, value]) => [`secrets.${name}`, value])),
          ...values,
        },
      };
    },
    remove: async () => {
      await emulator.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The run, if it ended with 0. */
export async function succeed(ran: Promise<Ran>): Promise<Ran> {
  const { exit, stdout, stderr } = await ran;
  if (exit !== 0) throw new Error(`exit ${exit}\n${stdout}\n${stderr}`);
  return { exit, stdout, stderr };
}
