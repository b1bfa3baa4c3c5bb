/** What the lock file names, and never what a registry has of that name. */
const COMMAND = 'npx --no notiform';

const CREDENTIALS = `        env:
          NOTIFORM_RESOURCE_URL: \${{ vars.NOTIFORM_RESOURCE_URL }}
          NOTIFORM_BIZ_ID: \${{ secrets.NOTIFORM_BIZ_ID }}
          NOTIFORM_API_KEY: \${{ secrets.NOTIFORM_API_KEY }}
          SHOP_KEY: \${{ secrets.SHOP_KEY }}`;

const SHOW = `{ echo '~~~~~~~~~~~~~~~~ text'; head -c 900000 result.txt; echo '~~~~~~~~~~~~~~~~'; } >> "$GITHUB_STEP_SUMMARY"`;

const SETUP = `      - uses: actions/checkout@v6
      - uses: actions/setup-node@v6
        with:
          node-version: 22
      - run: npm ci`;

/**
 * The GitHub workflow of a new project. It runs on `pull_request` alone, which gives a fork no secrets; secrets go to the
 * steps that need them; only what runs on main may write the state; what users wrote goes into a file, where the runner
 * looks for no commands.
 */
export function drawWorkflow(): string {
  return `# What would change is shown on every pull request, and happens on main. Every morning the service is compared with
# main: that run fails where something drifted or was rejected.
#
# It needs of the repository (Settings, Secrets and variables, Actions):
#   secrets    NOTIFORM_BIZ_ID, NOTIFORM_API_KEY, SHOP_KEY
#   variables  NOTIFORM_RESOURCE_URL
# Without them, as in a pull request from a fork, the manifests are validated and nothing else happens.
# notiform is a development dependency: package.json and package-lock.json say which. What it remembers is kept in this
# repository, in the ref that notiform.yaml names.
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
        run: |
          ${COMMAND} fmt --check
          ${COMMAND} validate --format github

      - name: Say that nothing is planned
        if: env.READY != 'true'
        run: echo "::notice::Plan skipped. This run has no credentials, as a pull request from a fork never has."

      - name: Plan
        if: env.READY == 'true' && github.event_name == 'pull_request'
${CREDENTIALS}
        run: |
          ${COMMAND} -e production -q plan > result.txt
          ${SHOW}

      - name: Look for drift
        if: env.READY == 'true' && github.event_name == 'schedule'
${CREDENTIALS}
        run: |
          exit=0
          ${COMMAND} -e production -q plan --detailed-exitcode > result.txt || exit=$?
          ${COMMAND} -e production -q status >> result.txt || true
          ${SHOW}
          exit $exit

  apply:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      # The ref of the state is pushed.
      contents: write
    env:
      READY: \${{ secrets.NOTIFORM_API_KEY != '' }}
    steps:
${SETUP}

      - name: Validate
        run: ${COMMAND} validate --format github

      - name: Apply
        if: env.READY == 'true' && github.event_name == 'push'
${CREDENTIALS}
        run: |
          exit=0
          ${COMMAND} -e production -q apply --yes > result.txt || exit=$?
          ${SHOW}
          exit $exit
`;
}
