import { posix } from 'node:path';
import type { Managed } from './manager.ts';

export interface WorkflowOptions extends Managed {
  /** The name of the workflow and of its concurrency groups, which no other project of the repository has. */
  name: string;
  /** The project's folder, relative to the root of the repository; empty at the root. */
  folder: string;
  branch: string;
  /** The environment variables with the keys of the profiles; that of a new project if left out. */
  keys?: readonly string[] | undefined;
}

/** The path of a workflow, relative to the root of the repository. */
export function workflowPath(name: string): string {
  return `.github/workflows/${name}.yml`;
}

/** The comments at the top of a workflow, without the sign of a comment. */
const HEAD = `A pull request gets a comment with its plan. A merge queue plans again, in the summary of its run. After the merge to {branch}, the reviewed plan is applied. Run the workflow by hand
(Actions, {name}, Run workflow) to plan and apply {branch} in one step, for example after a verdict. Every morning an issue
collects the rejections, and the run fails if the service differs from {branch}.

Set these in the repository (Settings, Secrets and variables, Actions):
  secrets    {secrets}
  variables  NOTIFORM_RESOURCE_URL
A pull request from a fork or from Dependabot does not get the secrets, and is only validated. Every other run fails without them.
A push without a pull request is refused.
{manifest} and {lockFile} pin notiform as a development dependency. The state is kept in this repository, in
the ref that notiform.yaml names.`;

const PARENTS = '          # Previews show the image that a pull request replaces.\n          fetch-depth: 2\n';

/**
 * The GitHub workflow of a new project: the Action of the installed package, which the lock file pins. It runs on `pull_request`
 * and not on `pull_request_target`, so a fork gets no secrets. Only the steps that need secrets have them, and each job has the
 * permissions that it needs. docs/github.md and examples/workflows/ describe its parts.
 */
export function drawWorkflow(options: WorkflowOptions): string {
  const { manager, lockFile, name, folder, branch, keys = ['SHOP_KEY'] } = options;
  const filter = pathsOf(options);
  const secrets = [...new Set(['NOTIFORM_BIZ_ID', 'NOTIFORM_API_KEY', ...keys])];
  const credentials = `        env:
          NOTIFORM_RESOURCE_URL: \${{ vars.NOTIFORM_RESOURCE_URL }}
${secrets.map((variable) => `          ${variable}: \${{ secrets.${variable} }}\n`).join('')}`;
  const project = folder === '' ? '' : `          working-directory: ${JSON.stringify(folder)}\n`;
  const step = (title: string, command: string, id = ''): string =>
    `      - name: ${title}\n${id}        uses: ./${packageOf(options)}\n        with:\n          command: ${command}\n${project}`;
  const withService = (title: string, command: string, more = '', id = ''): string =>
    `${step(title, command, id)}          environment: production\n${more}${credentials}`;
  const job = (
    permissions: readonly string[],
    concurrency: readonly string[],
    ref = '',
  ): string => `    runs-on: ubuntu-latest
    timeout-minutes: 30
    concurrency:
${concurrency.map((line) => `      ${line}\n`).join('')}    permissions:
${permissions.map((line) => `      ${line}\n`).join('')}    steps:
      - uses: actions/checkout@v6
        with:
          persist-credentials: false
${ref}      - uses: actions/setup-node@v6
        with:
          node-version: 22
${manager.install.map((line) => `      - run: ${line}\n`).join('')}`;
  const isDefault = `github.ref == 'refs/heads/${branch.replaceAll("'", "''")}'`;
  const manifest = posix.join(posix.dirname(lockFile), 'package.json');
  const values: Record<string, string> = { branch, name, manifest, lockFile, secrets: secrets.join(', ') };
  const head = HEAD.replace(/\{(\w+)\}/g, (_, word: string) => values[word] ?? '');
  return `${head.replaceAll(/^/gm, '# ').replaceAll(/ +$/gm, '')}
name: ${name}

on:
  pull_request:${filter}
  merge_group:
  push:
    branches: [${JSON.stringify(branch)}]${filter}
  workflow_dispatch:
  schedule:
    - cron: "50 8 * * *"
      timezone: Asia/Seoul

permissions: {}
${folder === '' ? '' : `\ndefaults:\n  run:\n    working-directory: ${JSON.stringify(folder)}\n`}
jobs:
  plan:
    if: github.event_name == 'pull_request' || github.event_name == 'merge_group'
${job(['contents: read', 'pull-requests: write'], [`group: ${name}-plan-\${{ github.ref }}`, 'cancel-in-progress: true'], PARENTS)}${step('Validate', 'validate')}${withService('Plan', 'plan', '          fail-on: blocked\n')}      # Runs also after a failure, so that the layout hides neither the annotations nor the plan.
      - name: Check the layout
        if: \${{ !cancelled() }}
        run: ${manager.notiform} fmt --check

  apply:
    if: github.event_name != 'pull_request' && github.event_name != 'schedule' && ${isDefault}
    # To ask people before each apply, create the environment production with required reviewers (Settings, Environments),
    # and remove the # from the next line.
    # environment: production
    # One apply at a time. The others wait, and none is cancelled.
${job(['actions: read', 'contents: write', 'pull-requests: write'], [`group: ${name}-apply`, 'queue: max'], `          # A run that is started again applies what the branch has now.\n          ref: \${{ github.ref }}\n`)}${withService('Apply', 'apply', '          detailed-exitcode: true\n')}
  morning:
    if: github.event_name == 'schedule'
${job(['contents: read', 'issues: write', 'pull-requests: write'], [`group: ${name}-morning`])}${withService('Report verdicts', 'status')}${withService('Look for drift', 'plan', '', '        id: drift\n')}      - name: Fail if the service differs
        if: steps.drift.outputs.differs != '0'
        run: |
          echo "::error::The service differs from the manifests. The summary of this run shows the plan."
          exit 1
`;
}

/** The folder of the installed package, relative to the root of the repository. npm and Yarn install into the workspace's root. */
function packageOf({ manager, folder, lockFile }: WorkflowOptions): string {
  const root = manager.linksInFolder ? folder : posix.dirname(lockFile);
  return posix.join(root, 'node_modules/notiform');
}

/** The files that a run is for, if the project is only a part of the repository. */
function pathsOf({ name, folder, lockFile }: WorkflowOptions): string {
  if (folder === '') return '';
  const inFolder = `${folder}/`;
  const paths = [`${folder}/**`, workflowPath(name), ...(lockFile.startsWith(inFolder) ? [] : [lockFile])];
  return ['', '    paths:', ...paths.map((path) => `      - ${JSON.stringify(path)}`)].join('\n');
}
