import { posix } from 'node:path';
import type { Managed } from './manager.ts';

/** The project of a workflow. */
export interface WorkflowOptions extends Managed {
  /** The name of the workflow and of its concurrency groups, which no other project of the repository has. */
  name: string;
  /** The project's folder, relative to the root of the repository; empty at the root. */
  folder: string;
  /** The default branch. */
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
          SHOP_KEY: \${{ secrets.SHOP_KEY }}`;

/** Reports how many resources a plan leaves blocked. Prints only the number: the rest of the text may hold commands for the runner. */
const WARNING = [
  `blocked=$(grep '^Besides: ' result.txt | grep -oE '[0-9]+ blocked' | head -n 1)`,
  `[ -z "$blocked" ] || echo "::warning::Resources in this plan: $blocked. The summary of this run shows the reasons."`,
];

/**
 * Commands of a step whose results are shown in the summary, however they end. The step ends with the last exit code that is
 * not 0. A summary holds 1 MB.
 */
function shown(notiform: string, commands: readonly string[], after: readonly string[] = []): string {
  return [
    'exit=0',
    ...commands.map(
      (command, at) => `${notiform} -e production -q ${command} ${at === 0 ? '>' : '>>'} result.txt || exit=$?`,
    ),
    `{ echo '~~~~~~~~~~~~~~~~ text'; head -c 900000 result.txt; echo; echo '~~~~~~~~~~~~~~~~'; } >> "$GITHUB_STEP_SUMMARY"`,
    ...after,
    'exit $exit',
  ]
    .map((line) => `          ${line}`)
    .join('\n');
}

/**
 * The GitHub workflow of a new project. It runs on `pull_request` and not on `pull_request_target`, so a fork gets no secrets.
 * Only the steps that need secrets have them. Only the run on the default branch may write the state. The text of plans goes to
 * a file, because the runner looks for commands in what a step prints.
 */
export function drawWorkflow(options: WorkflowOptions): string {
  const { manager, lockFile, name, folder, branch } = options;
  const { notiform } = manager;
  const filter = pathsOf(options);
  const setup = [
    '      - uses: actions/checkout@v6',
    '      - uses: actions/setup-node@v6',
    '        with:',
    '          node-version: 22',
    ...manager.install.map((line) => `      - run: ${line}`),
  ].join('\n');
  const isDefault = `github.ref == ${expression(`refs/heads/${branch}`)}`;
  return `# A pull request shows the plan, with a warning if something is blocked. A push to ${branch} applies it, and fails if
# something is left blocked. Run the workflow by hand (Actions, ${name}, Run workflow) to apply again, for example after a
# verdict. Every morning a run compares the service with ${branch}, and fails if something drifted or was rejected.
#
# Set these in the repository (Settings, Secrets and variables, Actions):
#   secrets    NOTIFORM_BIZ_ID, NOTIFORM_API_KEY, SHOP_KEY
#   variables  NOTIFORM_RESOURCE_URL
# Without them, as in a pull request from a fork, the manifests are only validated.
# ${posix.join(posix.dirname(lockFile), 'package.json')} and ${lockFile} pin notiform as a development dependency. The state is kept in this repository, in
# the ref that notiform.yaml names.
name: ${name}

on:
  pull_request:${filter}
  push:
    branches: [${JSON.stringify(globbed(branch))}]${filter}
  workflow_dispatch:
  schedule:
    # 08:17 in Seoul.
    - cron: "17 23 * * *"

permissions:
  contents: read

# The morning run has a group of its own. A waiting run is cancelled by the next one of its group.
concurrency:
  group: ${name}-\${{ github.event_name == 'schedule' && 'schedule' || github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}
${folder === '' ? '' : `\ndefaults:\n  run:\n    working-directory: ${JSON.stringify(folder)}\n`}
jobs:
  plan:
    if: github.event_name != 'push' && github.event_name != 'workflow_dispatch'
    runs-on: ubuntu-latest
    timeout-minutes: 30
    env:
      READY: \${{ secrets.NOTIFORM_API_KEY != '' }}
    steps:
${setup}

      - name: Validate
        run: ${notiform} validate --format github

      - name: Report that there is no plan
        if: env.READY != 'true'
        run: echo "::notice::Plan skipped, because this run has no credentials. A pull request from a fork never has any."

      - name: Plan
        if: env.READY == 'true' && github.event_name == 'pull_request'
${CREDENTIALS}
        run: |
${shown(notiform, ['plan'], WARNING)}

      - name: Look for drift
        if: env.READY == 'true' && github.event_name == 'schedule'
${CREDENTIALS}
        run: |
${shown(notiform, ['plan --detailed-exitcode', 'status'])}

      # Runs last, also after a failure, so that the layout hides neither the annotations nor the plan.
      - name: Check the layout
        if: \${{ !cancelled() && github.event_name == 'pull_request' }}
        run: ${notiform} fmt --check

  apply:
    if: github.event_name != 'pull_request' && github.event_name != 'schedule' && ${isDefault}
    runs-on: ubuntu-latest
    timeout-minutes: 30
    # To ask people before each apply, create the environment production with required reviewers (Settings, Environments),
    # and remove the # from the next line.
    # environment: production
    permissions:
      # notiform pushes the ref of the state.
      contents: write
    env:
      READY: \${{ secrets.NOTIFORM_API_KEY != '' }}
    steps:
${setup}

      - name: Validate
        run: ${notiform} validate --format github

      - name: Report that nothing is applied
        if: env.READY != 'true'
        run: echo "::notice::Apply skipped, because this run has no credentials. The head of the workflow file lists them."

      - name: Apply
        if: env.READY == 'true'
${CREDENTIALS}
        run: |
${shown(notiform, ['apply --yes --detailed-exitcode'])}
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
