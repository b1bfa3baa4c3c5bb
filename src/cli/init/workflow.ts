import { posix } from 'node:path';
import type { Managed } from './manager.ts';

export interface WorkflowOptions extends Managed {
  /** The name of the workflow and of its concurrency groups, which no other project of the repository has. */
  name: string;
  /** The project's folder, relative to the root of the repository; empty at the root. */
  folder: string;
  branch: string;
}

/** The path of a workflow, relative to the root of the repository. */
export function workflowPath(name: string): string {
  return `.github/workflows/${name}.yml`;
}

const CREDENTIALS = `        env:
          NOTIFORM_RESOURCE_URL: \${{ vars.NOTIFORM_RESOURCE_URL }}
          NOTIFORM_BIZ_ID: \${{ secrets.NOTIFORM_BIZ_ID }}
          NOTIFORM_API_KEY: \${{ secrets.NOTIFORM_API_KEY }}
          SHOP_KEY: \${{ secrets.SHOP_KEY }}
`;

/**
 * The GitHub workflow of a new project: the Action of the installed package, which the lock file pins. It runs on `pull_request`
 * and not on `pull_request_target`, so a fork gets no secrets. Only the steps that need secrets have them, and each job has the
 * permissions that it needs. docs/github.md and examples/workflows/ describe its parts.
 */
export function drawWorkflow(options: WorkflowOptions): string {
  const { manager, lockFile, name, folder, branch } = options;
  const filter = pathsOf(options);
  const project = folder === '' ? '' : `          working-directory: ${JSON.stringify(folder)}\n`;
  const step = (title: string, command: string, more = ''): string =>
    `      - name: ${title}\n${more}        uses: ./${packageOf(options)}\n        with:\n          command: ${command}\n${project}`;
  const withService = (title: string, command: string, more = '', id = ''): string =>
    `${step(title, command, `${id}        if: env.READY == 'true'\n`)}          environment: production\n${more}${CREDENTIALS}`;
  const job = (
    permissions: readonly string[],
    validated: string,
    skipped: string,
  ): string => `    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
${permissions.map((line) => `      ${line}\n`).join('')}    env:
      READY: \${{ secrets.NOTIFORM_API_KEY != '' }}
    steps:
      - uses: actions/checkout@v6
        with:
          persist-credentials: false
      - uses: actions/setup-node@v6
        with:
          node-version: 22
${manager.install.map((line) => `      - run: ${line}\n`).join('')}${manager.mayHideFolders ? linkStep(packageOf(options)) : ''}${validated}      - name: Report what is skipped
        if: env.READY != 'true'
        run: echo "::notice::${skipped}, because this run has no credentials. The head of the workflow file lists them."
`;
  const isDefault = `github.ref == ${expression(`refs/heads/${branch}`)}`;
  return `# A pull request gets a comment with its plan. A merge queue plans again, in the summary of its run. After the merge to ${branch}, the reviewed plan is applied. Run the workflow by hand
# (Actions, ${name}, Run workflow) to plan and apply ${branch} in one step, for example after a verdict. Every morning an issue
# collects the rejections, and the run fails if the service differs from ${branch}.
#
# Set these in the repository (Settings, Secrets and variables, Actions):
#   secrets    NOTIFORM_BIZ_ID, NOTIFORM_API_KEY, SHOP_KEY
#   variables  NOTIFORM_RESOURCE_URL
# Without them, as in a pull request from a fork, the manifests are only validated. A push without a pull request is refused.
# ${posix.join(posix.dirname(lockFile), 'package.json')} and ${lockFile} pin notiform as a development dependency. The state is kept in this repository, in
# the ref that notiform.yaml names.
name: ${name}

on:
  pull_request:${filter}
  merge_group:
  push:
    branches: [${JSON.stringify(globbed(branch))}]${filter}
  workflow_dispatch:
  schedule:
    # 08:50 in Seoul.
    - cron: "50 23 * * *"

permissions: {}

# The morning run has a group of its own. A waiting run is cancelled by the next one of its group: run it again.
concurrency:
  group: ${name}-\${{ github.event_name == 'schedule' && 'schedule' || github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}
${folder === '' ? '' : `\ndefaults:\n  run:\n    working-directory: ${JSON.stringify(folder)}\n`}
jobs:
  plan:
    if: github.event_name == 'pull_request' || github.event_name == 'merge_group'
${job(['contents: read', 'pull-requests: write'], step('Validate', 'validate'), 'Only validated')}${withService('Plan', 'plan')}      # Runs also after a failure, so that the layout hides neither the annotations nor the plan.
      - name: Check the layout
        if: \${{ !cancelled() }}
        run: ${manager.notiform} fmt --check

  apply:
    if: github.event_name != 'pull_request' && github.event_name != 'schedule' && ${isDefault}
    # To ask people before each apply, create the environment production with required reviewers (Settings, Environments),
    # and remove the # from the next line.
    # environment: production
${job(['actions: read', 'contents: write', 'pull-requests: write'], '', 'Nothing applied')}${withService('Apply', 'apply', '          detailed-exitcode: true\n')}
  morning:
    if: github.event_name == 'schedule'
${job(['contents: read', 'issues: write', 'pull-requests: write'], '', 'Nothing compared')}${withService('Report verdicts', 'status', '          comment-rejections: true\n')}${withService('Look for drift', 'plan', '', '        id: drift\n')}      - name: Fail if the service differs
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

/** Links the package to where GitHub looks for the Action, if Yarn runs without a folder of modules. */
function linkStep(path: string): string {
  return `      # Plug'n'Play has no node_modules, where GitHub looks for the Action.
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
