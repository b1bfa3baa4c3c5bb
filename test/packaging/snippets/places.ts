/**
 * Where each snippet runs, as its page says. A snippet that is missing here fails a test.
 *
 * - `clone`: a clone of this repository after `npm ci`
 * - `project`: a project of `notiform init` that has the packed tarball installed, pushed to a remote on this disk
 * - `workflow`: a GitHub workflow, or a part of one, in a checkout of that project
 * - a path: the test that runs the snippet
 */
export const PLACES: Readonly<Record<string, string>> = {
  'README.md#notiform': 'clone',
  'README.md#A project of your own': 'clone',
  'README.md#With a real service': 'project',
  'docs/catalog.md#The catalog': 'test/cli/catalog.test.ts',
  'docs/project.md#A new project': 'project',
  'docs/sends.md#Check the payloads of your application': 'test/cli/send-check.test.ts',
  'docs/account.md#Sender profiles': 'project',
  'docs/emulator.md#Start': 'clone',
  'docs/emulator.md#Start (2)': 'test/emulator/docs.test.ts',
  'docs/emulator.md#In CI': 'clone',
  'docs/emulator.md#In a project': 'project',
  'docs/github.md#Review a plan in one run': 'test/action/examples.test.ts',
  'docs/github.md#Slack': 'test/e2e/pipelines.test.ts',
  'docs/gitlab.md#GitLab': 'test/e2e/pipelines.test.ts',
  'docs/import.md#Import': 'project',
  'docs/jenkins.md#Jenkins': 'test/e2e/pipelines.test.ts',
  'docs/plan.md#Plan files': 'project',
  'docs/scale.md#A matrix': 'workflow',
  'docs/scale.md#The arithmetic': 'workflow',
  'docs/state.md#What each store does': 'workflow',
  'docs/state.md#What each store does (2)': 'test/state/git-store.test.ts',
  'docs/state.md#Putting a document in by hand': 'project',
  'docs/state.md#Putting a document in by hand (2)': 'project',
  'docs/stats.md#Statistics': 'test/cli/stats.test.ts',
};

/** True for a page that test/e2e/pages.test.ts runs line by line, or a translation of one. */
export function isRunAsWhole({ page }: { page: string }): boolean {
  return /^docs\/(?:tutorial|how-to)\b|\.ko\.md$/.test(page);
}

/** These call the emulator of docs/emulator.md, and test/emulator/docs.test.ts compares their answers. */
export function isCallOfEmulator({ page, text }: { page: string; text: string }): boolean {
  return page === 'docs/emulator.md' && /\b(?:curl|post|send)\b/.test(text);
}

/** Actions, and what takes their place on this machine (job.ts). */
export const ACTIONS = ['actions/checkout', 'actions/setup-node'] as const;

/** What snippets need beside Node, npm and git. */
export const TOOLS = ['jq', 'curl'] as const;
