import { posix } from 'node:path';
import { slugOf } from '../../text/slug.ts';
import { installedIn } from './manager.ts';
import type { InitPlace } from './place.ts';

/** Separates the projects of one repository: `-apps-shop` for `apps/shop`. */
export function suffixOf(folder: string): string {
  const slug = slugOf(folder, 40);
  return slug === '' ? '' : `-${slug}`;
}

/**
 * Returns the GitHub workflow of a project: the Action of the installed package, which the lock file pins. It runs on `pull_request`
 * and not on `pull_request_target`, so a fork gets no secrets. Only the steps that need secrets have them, and each job has the
 * permissions that it needs. docs/github.md and examples/workflows/ describe its parts. Its path is relative to the project's folder;
 * GitHub reads workflows only at the root of the repository.
 * @param keys the environment variables with the keys of the profiles; that of a new project if left out
 */
export function newWorkflow(
  { manager, at, folder, branch }: Pick<InitPlace, 'manager' | 'at' | 'folder' | 'branch'>,
  keys: readonly string[] = ['SHOP_KEY'],
): { path: string; content: string } {
  const name = `notiform${suffixOf(folder)}`;
  const path = `.github/workflows/${name}.yml`;
  // The files that a run is for, if the project is only a part of the repository.
  const paths = [`${folder}/**`, path, posix.join(at, manager.lockFile)].map(
    (one) => `      - ${JSON.stringify(one)}\n`,
  );
  const filter = folder === '' ? '' : `    paths:\n${paths.join('')}`;
  const secrets = [...new Set(['NOTIFORM_BIZ_ID', 'NOTIFORM_API_KEY', ...keys])];
  const inFolder = (indent: string): string =>
    folder === '' ? '' : `${indent}working-directory: ${JSON.stringify(folder)}\n`;
  const step = (title: string, command: string, inputs = ''): string => `      - name: ${title}
        uses: ./${installedIn({ manager, at }, folder)}
        with:
          command: ${command}
${inFolder('          ')}${inputs}`;
  const withService = (title: string, command: string, inputs = ''): string =>
    `${step(title, command, `          environment: production\n${inputs}`)}        env:
          NOTIFORM_RESOURCE_URL: \${{ vars.NOTIFORM_RESOURCE_URL }}
${secrets.map((variable) => `          ${variable}: \${{ secrets.${variable} }}\n`).join('')}`;
  const job = (permissions: string, concurrency: string, checkout: string): string => `    runs-on: ubuntu-latest
    timeout-minutes: 30
    concurrency: { ${concurrency} }
    permissions: { ${permissions} }
    steps:
      - uses: actions/checkout@v6
        with:
          persist-credentials: false
${checkout}      - uses: actions/setup-node@v6
        with:
          node-version: 22
${manager.install.map((line) => `      - run: ${line}\n`).join('')}`;
  const parent = '          # Previews show the image that a pull request replaces.\n          fetch-depth: 2\n';
  const newest = `          # A run that is started again applies what the branch has now.\n          ref: \${{ github.ref }}\n`;
  const content = `# Comments on a pull request with its plan, and applies the plan after the merge to ${branch}. A push without a pull request is refused.
# Run it by hand to plan and apply in one step. Every morning, an issue collects the rejections, and the run fails if the service differs.
# Set these in the repository (Settings, Secrets and variables, Actions). See docs/github.md of notiform.
#   secrets    ${secrets.join(', ')}
#   variables  NOTIFORM_RESOURCE_URL
name: ${name}

on:
  pull_request:
${filter}  merge_group:
  push:
    branches: [${JSON.stringify(branch)}]
${filter}  workflow_dispatch:
  schedule:
    - cron: "50 8 * * *"
      timezone: Asia/Seoul

permissions: {}
${folder === '' ? '' : `\ndefaults:\n  run:\n${inFolder('    ')}`}
jobs:
  plan:
    if: github.event_name == 'pull_request' || github.event_name == 'merge_group'
${job('contents: read, pull-requests: write', `group: "${name}-plan-\${{ github.ref }}", cancel-in-progress: true`, parent)}${step('Validate', 'validate')}${withService('Plan', 'plan', '          fail-on: blocked\n')}      - name: Check the layout
        if: \${{ !cancelled() }}
        run: ${manager.notiform} fmt --check

  apply:
    if: github.event_name != 'pull_request' && github.event_name != 'schedule' && github.ref == 'refs/heads/${branch.replaceAll("'", "''")}'
    # To ask people before each apply, create this environment with required reviewers, and remove the #:
    # environment: production
${job('actions: read, contents: write, pull-requests: write', `group: ${name}-apply, queue: max`, newest)}${withService('Apply', 'apply', '          detailed-exitcode: true\n')}
  morning:
    if: github.event_name == 'schedule'
${job('contents: read, issues: write, pull-requests: write', `group: ${name}-morning`, '')}${withService('Report verdicts', 'status')}${withService('Look for drift', 'plan')}        id: drift
      - name: Fail if the service differs
        if: steps.drift.outputs.differs != '0'
        run: |
          echo "::error::The service differs from the manifests. The summary of this run shows the plan."
          exit 1
`;
  return { path: posix.relative(folder, path), content };
}
