import { posix } from 'node:path';
import { fill, type Language, type Phrase, type PhraseValues } from '../../core/language.ts';
import type { Managed } from './manager.ts';

export interface WorkflowOptions extends Managed {
  /** The name of the workflow and of its concurrency groups, which no other project of the repository has. */
  name: string;
  /** The project's folder, relative to the root of the repository; empty at the root. */
  folder: string;
  branch: string;
  /** The environment variables with the keys of the profiles; that of a new project if left out. */
  keys?: readonly string[] | undefined;
  /** The language of the comments and of what runs report; English if left out. */
  language?: Language | undefined;
}

/** The path of a workflow, relative to the root of the repository. */
export function workflowPath(name: string): string {
  return `.github/workflows/${name}.yml`;
}

/** The comments of the workflow, without the sign of a comment, and what its runs report. The names of steps are English in both. */
const TEXTS = {
  head: {
    en: `A pull request gets a comment with its plan. A merge queue plans again, in the summary of its run. After the merge to {branch}, the reviewed plan is applied. Run the workflow by hand
(Actions, {name}, Run workflow) to plan and apply {branch} in one step, for example after a verdict. Every morning an issue
collects the rejections, and the run fails if the service differs from {branch}.

Set these in the repository (Settings, Secrets and variables, Actions):
  secrets    {secrets}
  variables  NOTIFORM_RESOURCE_URL
Without them, as in a pull request from a fork, the manifests are only validated. A push without a pull request is refused.
{manifest} and {lockFile} pin notiform as a development dependency. The state is kept in this repository, in
the ref that notiform.yaml names.`,
    ko: `풀 리퀘스트에 배포 계획을 댓글로 답니다. 머지 큐에서는 다시 계획해 실행 요약에 표시합니다. {branch} 브랜치에 병합하면 검토한 계획을 적용합니다.
직접 실행하면(Actions, {name}, Run workflow) {branch} 브랜치의 계획과 적용을 한 번에 합니다. 검수 결과가 나온 뒤에 쓸 수 있습니다.
매일 아침 반려된 템플릿을 이슈에 모으고, 서비스의 내용이 {branch} 브랜치와 다르면 실패합니다.

저장소에 다음 값을 설정하세요(Settings, Secrets and variables, Actions).
  secrets    {secrets}
  variables  NOTIFORM_RESOURCE_URL
포크에서 온 풀 리퀘스트처럼 이 값이 없으면 파일만 검사합니다. 풀 리퀘스트 없이 푸시한 내용은 적용하지 않습니다.
{manifest} 파일과 {lockFile} 파일이 notiform의 버전을 고정합니다. 상태는 notiform.yaml에 적은 이 저장소의 ref에 저장합니다.`,
  },
  group: {
    en: 'One apply at a time. The others wait, and none is cancelled.',
    ko: '한 번에 하나만 적용합니다. 나머지는 취소하지 않고 차례로 실행합니다.',
  },
  branch: {
    en: 'A run that is started again applies what the branch has now.',
    ko: '다시 실행하면 브랜치의 최신 내용을 적용합니다.',
  },
  layout: {
    en: 'Runs also after a failure, so that the layout hides neither the annotations nor the plan.',
    ko: '앞 단계가 실패해도 실행합니다. 그래야 형식 검사 때문에 주석이나 배포 계획이 가려지지 않습니다.',
  },
  ask: {
    en: `To ask people before each apply, create the environment production with required reviewers (Settings, Environments),
and remove the # from the next line.`,
    ko: `적용할 때마다 승인을 받으려면 검토자를 지정한 production 환경을 만들고(Settings, Environments) 다음 줄의 #을 지우세요.`,
  },
  linked: {
    en: "Plug'n'Play has no node_modules, where GitHub looks for the Action.",
    ko: "Plug'n'Play에는 GitHub이 액션을 찾는 node_modules가 없습니다.",
  },
  validated: { en: 'Only validated', ko: '파일만 검사했습니다' },
  unapplied: { en: 'Nothing applied', ko: '아무것도 적용하지 않았습니다' },
  uncompared: { en: 'Nothing compared', ko: '서비스와 비교하지 않았습니다' },
  skipped: {
    en: '{what}, because this run has no credentials. The head of the workflow file lists them.',
    ko: '{what}. 이 실행에는 인증 정보가 없습니다. 필요한 값은 워크플로 파일의 맨 위에 있습니다.',
  },
  differs: {
    en: 'The service differs from the manifests. The summary of this run shows the plan.',
    ko: '서비스의 내용이 파일과 다릅니다. 이 실행의 요약에서 배포 계획을 확인하세요.',
  },
} satisfies Record<string, Phrase>;

/**
 * The GitHub workflow of a new project: the Action of the installed package, which the lock file pins. It runs on `pull_request`
 * and not on `pull_request_target`, so a fork gets no secrets. Only the steps that need secrets have them, and each job has the
 * permissions that it needs. docs/github.md and examples/workflows/ describe its parts.
 */
export function drawWorkflow(options: WorkflowOptions): string {
  const { manager, lockFile, name, folder, branch, keys = ['SHOP_KEY'], language = 'en' } = options;
  const said = (word: keyof typeof TEXTS, values?: PhraseValues): string => fill(TEXTS[word], language, values);
  const say = (word: keyof typeof TEXTS, values: PhraseValues = {}, by = 0): string =>
    said(word, values)
      .replaceAll(/^/gm, `${' '.repeat(by)}# `)
      .replaceAll(/ +$/gm, '');
  const filter = pathsOf(options);
  const secrets = [...new Set(['NOTIFORM_BIZ_ID', 'NOTIFORM_API_KEY', ...keys])];
  const credentials = `        env:
          NOTIFORM_RESOURCE_URL: \${{ vars.NOTIFORM_RESOURCE_URL }}
${secrets.map((variable) => `          ${variable}: \${{ secrets.${variable} }}\n`).join('')}`;
  const project = folder === '' ? '' : `          working-directory: ${JSON.stringify(folder)}\n`;
  const step = (title: string, command: string, more = ''): string =>
    `      - name: ${title}\n${more}        uses: ./${packageOf(options)}\n        with:\n          command: ${command}\n${project}`;
  const withService = (title: string, command: string, more = '', id = ''): string =>
    `${step(title, command, `${id}        if: env.READY == 'true'\n`)}          environment: production\n${more}${credentials}`;
  const job = (
    permissions: readonly string[],
    concurrency: readonly string[],
    validated: string,
    skipped: 'validated' | 'unapplied' | 'uncompared',
    ref = '',
  ): string => `    runs-on: ubuntu-latest
    timeout-minutes: 30
    concurrency:
${concurrency.map((line) => `      ${line}\n`).join('')}    permissions:
${permissions.map((line) => `      ${line}\n`).join('')}    env:
      READY: \${{ secrets.NOTIFORM_API_KEY != '' }}
    steps:
      - uses: actions/checkout@v6
        with:
          persist-credentials: false
${ref}      - uses: actions/setup-node@v6
        with:
          node-version: 22
${manager.install.map((line) => `      - run: ${line}\n`).join('')}${manager.mayHideFolders ? linkStep(packageOf(options), say('linked', {}, 6)) : ''}${validated}      - name: Report what is skipped
        if: env.READY != 'true'
        run: echo "::notice::${said('skipped', { what: said(skipped) })}"
`;
  const isDefault = `github.ref == ${expression(`refs/heads/${branch}`)}`;
  const manifest = posix.join(posix.dirname(lockFile), 'package.json');
  return `${say('head', { branch, name, manifest, lockFile, secrets: secrets.join(', ') })}
name: ${name}

on:
  pull_request:${filter}
  merge_group:
  push:
    branches: [${JSON.stringify(globbed(branch))}]${filter}
  workflow_dispatch:
  schedule:
    - cron: "50 8 * * *"
      timezone: Asia/Seoul

permissions: {}
${folder === '' ? '' : `\ndefaults:\n  run:\n    working-directory: ${JSON.stringify(folder)}\n`}
jobs:
  plan:
    if: github.event_name == 'pull_request' || github.event_name == 'merge_group'
${job(['contents: read', 'pull-requests: write'], [`group: ${name}-plan-\${{ github.ref }}`, 'cancel-in-progress: true'], step('Validate', 'validate'), 'validated')}${withService('Plan', 'plan', '          fail-on: blocked\n')}${say('layout', {}, 6)}
      - name: Check the layout
        if: \${{ !cancelled() }}
        run: ${manager.notiform} fmt --check

  apply:
    if: github.event_name != 'pull_request' && github.event_name != 'schedule' && ${isDefault}
${say('ask', {}, 4)}
    # environment: production
${say('group', {}, 4)}
${job(['actions: read', 'contents: write', 'pull-requests: write'], [`group: ${name}-apply`, 'queue: max'], '', 'unapplied', `${say('branch', {}, 10)}\n          ref: \${{ github.ref }}\n`)}${withService('Apply', 'apply', '          detailed-exitcode: true\n')}
  morning:
    if: github.event_name == 'schedule'
${job(['contents: read', 'issues: write', 'pull-requests: write'], [`group: ${name}-morning`], '', 'uncompared')}${withService('Report verdicts', 'status')}${withService('Look for drift', 'plan', '', '        id: drift\n')}      - name: Fail if the service differs
        if: env.READY == 'true' && steps.drift.outputs.differs != '0'
        run: |
          echo "::error::${said('differs')}"
          exit 1
`;
}

/** The folder of the installed package, relative to the root of the repository. npm and Yarn install into the workspace's root. */
function packageOf({ manager, folder, lockFile }: WorkflowOptions): string {
  const root = manager.linksInFolder ? folder : posix.dirname(lockFile);
  return posix.join(root, 'node_modules/notiform');
}

/** Links the package to where GitHub looks for the Action, if Yarn runs without a folder of modules. */
function linkStep(path: string, comment: string): string {
  return `${comment}
      - run: |
          action="$GITHUB_WORKSPACE"/'${path.replaceAll("'", "'\\''")}'
          [ -e "$action" ] || mkdir -p "$(dirname "$action")"
          [ -e "$action" ] || ln -s "$(dirname "$(yarn node -p "require.resolve('notiform/package.json')")")" "$action"
`;
}

/** The files that a run is for, if the project is only a part of the repository. */
function pathsOf({ name, folder, lockFile }: WorkflowOptions): string {
  if (folder === '') return '';
  const inFolder = `${folder}/`;
  const paths = [
    `${globbed(folder)}/**`,
    workflowPath(name),
    ...(lockFile.startsWith(inFolder) ? [] : [globbed(lockFile)]),
  ];
  return ['', '    paths:', ...paths.map((path) => `      - ${JSON.stringify(path)}`)].join('\n');
}

/** A name as a filter of GitHub takes it. */
function globbed(name: string): string {
  return name.replace(/[\\*?+[\]!]/g, '\\$&');
}

/** A text as an expression of GitHub takes it. */
function expression(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
