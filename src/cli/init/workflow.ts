import { NPX } from '../../report/command.ts';

const CREDENTIALS = `        env:
          NOTIFORM_RESOURCE_URL: \${{ vars.NOTIFORM_RESOURCE_URL }}
          NOTIFORM_BIZ_ID: \${{ secrets.NOTIFORM_BIZ_ID }}
          NOTIFORM_API_KEY: \${{ secrets.NOTIFORM_API_KEY }}
          SHOP_KEY: \${{ secrets.SHOP_KEY }}`;

/**
 * Commands of a step whose results are shown in the summary, however they end. The step ends with the last exit code that is
 * not 0. A summary holds 1 MB.
 */
function shown(...commands: string[]): string {
  return [
    'exit=0',
    ...commands.map(
      (command, at) => `${NPX} -e production -q ${command} ${at === 0 ? '>' : '>>'} result.txt || exit=$?`,
    ),
    `{ echo '~~~~~~~~~~~~~~~~ text'; head -c 900000 result.txt; echo; echo '~~~~~~~~~~~~~~~~'; } >> "$GITHUB_STEP_SUMMARY"`,
    'exit $exit',
  ]
    .map((line) => `          ${line}`)
    .join('\n');
}

const SETUP = `      - uses: actions/checkout@v6
      - uses: actions/setup-node@v6
        with:
          node-version: 22
      - run: npm ci`;

/**
 * The GitHub workflow of a new project. It runs on `pull_request` and not on `pull_request_target`, so a fork gets no secrets.
 * Only the steps that need secrets have them. Only the run on main may write the state. The text of plans goes to a file,
 * because the runner looks for commands in what a step prints.
 */
export function drawWorkflow(): string {
  return `# A pull request shows the plan. A push to main applies it, and fails if something is left blocked. Every morning a run
# compares the service with main, and fails if something drifted or was rejected.
#
# Set these in the repository (Settings, Secrets and variables, Actions):
#   secrets    NOTIFORM_BIZ_ID, NOTIFORM_API_KEY, SHOP_KEY
#   variables  NOTIFORM_RESOURCE_URL
# Without them, as in a pull request from a fork, the manifests are only validated.
# package.json and package-lock.json pin notiform as a development dependency. The state is kept in this repository, in
# the ref that notiform.yaml names.
name: notiform

on:
  pull_request:
  push:
    branches: [main]
  schedule:
    # 08:17 in Seoul.
    - cron: "17 23 * * *"

permissions:
  contents: read

concurrency:
  group: notiform-\${{ github.event_name == 'pull_request' && github.ref || 'production' }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
  plan:
    if: github.event_name != 'push'
    runs-on: ubuntu-latest
    timeout-minutes: 30
    env:
      READY: \${{ secrets.NOTIFORM_API_KEY != '' }}
    steps:
${SETUP}

      - name: Validate
        run: ${NPX} validate --format github

      - name: Report that there is no plan
        if: env.READY != 'true'
        run: echo "::notice::Plan skipped, because this run has no credentials. A pull request from a fork never has any."

      - name: Plan
        if: env.READY == 'true' && github.event_name == 'pull_request'
${CREDENTIALS}
        run: |
${shown('plan')}

      - name: Look for drift
        if: env.READY == 'true' && github.event_name == 'schedule'
${CREDENTIALS}
        run: |
${shown('plan --detailed-exitcode', 'status')}

      # Runs last, also after a failure, so that the layout hides neither the annotations nor the plan.
      - name: Check the layout
        if: \${{ !cancelled() && github.event_name == 'pull_request' }}
        run: ${NPX} fmt --check

  apply:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      # notiform pushes the ref of the state.
      contents: write
    env:
      READY: \${{ secrets.NOTIFORM_API_KEY != '' }}
    steps:
${SETUP}

      - name: Validate
        run: ${NPX} validate --format github

      - name: Apply
        if: env.READY == 'true' && github.event_name == 'push'
${CREDENTIALS}
        run: |
${shown('apply --yes --detailed-exitcode')}
`;
}
