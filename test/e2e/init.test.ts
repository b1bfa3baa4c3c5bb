import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inThisProcess } from './here.ts';
import { emptyProject, type Project } from './project.ts';

const CREATED = [
  'notiform.yaml',
  'manifests/welcome.yaml',
  'manifests/order-paid.yaml',
  'manifests/images/welcome.png',
  '.vscode/settings.json',
  '.vscode/extensions.json',
  '.vscode/notiform.schema.json',
  '.vscode/notiform.config.schema.json',
  '.github/workflows/notiform.yml',
  '.gitignore',
];

async function filesOf({ path }: Project): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();
}

describe('init', () => {
  it('starts a project that works at once', async () => {
    const project = await emptyProject();
    const made = await project.run('init');
    expect(made).toMatchObject({ exit: 0, stderr: '' });
    expect(made.stdout).toBe(`${CREATED.map((path) => `Created ${path}`).join('\n')}

No git repository tracks this folder. The workflow and the state of \`production\` need one with a remote: run \`git init\` before you use them.
A pipeline needs notiform in the repository: docs/how-to/install.md has the commands.

Next, on the emulator of this machine:
  notiform -e local plan
  notiform -e local apply
  notiform -e local emulator approve welcome order-paid
  notiform -e local send order-paid --to qa
`);
    expect(await filesOf(project)).toEqual([...CREATED].sort());

    // What init wrote is what counts from here on, not the process.
    const here = inThisProcess(project);
    expect(await here.run('validate')).toEqual({
      exit: 0,
      signal: null,
      stdout: 'Valid: 3 resources and 0 test sends (local, production).\n',
      stderr: '',
    });
    expect(await here.run('fmt', '--check')).toMatchObject({ exit: 0 });
    expect((await here.run('plan')).stdout).toContain('Plan: 3 to create.');
    expect(await here.run('apply', '--yes')).toMatchObject({ exit: 0 });
    expect(await here.run('emulator', 'approve', 'welcome', 'order-paid')).toMatchObject({ exit: 0 });
    const empty = await here.run('plan', '--detailed-exitcode');
    expect(empty.stdout).toContain('No changes');
    expect(empty.exit).toBe(0);
  });
});
