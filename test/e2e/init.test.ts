import { readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inThisProcess } from './here.ts';
import { emptyProject, type Project } from './project.ts';

const { version: VERSION } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));

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

/** The project where notiform is a development dependency, as far as `init` looks. */
async function withDependency(): Promise<Project> {
  const project = await emptyProject();
  await mkdir(join(project.path, 'node_modules/notiform/schemas'), { recursive: true });
  await writeFile(join(project.path, 'node_modules/notiform/schemas/notiform.schema.json'), '{}');
  return project;
}

describe('init', () => {
  it('starts a project that works at once', async () => {
    const project = await emptyProject();
    const made = await project.run('init');
    expect(made).toMatchObject({ exit: 0, stderr: '' });
    expect(made.stdout).toBe(`${CREATED.map((path) => `Created ${path}`).join('\n')}

No git repository tracks this folder. The workflow and the state of \`production\` need one with a remote: run \`git init\` before you use them.

Next:
  notiform -e local plan                                 # shows what would change on the emulator of this machine
  notiform -e local apply                                # creates it and requests the inspections
  notiform -e local emulator approve welcome order-paid  # approves them, as an inspector would
  notiform -e local send order-paid --to qa              # sends one to the phone of the emulator; asks first, because it is the first send of the template

For a real repository (developers):
  npm init --yes && npm install --save-dev ./notiform-${VERSION}.tgz  # installs notiform; first create the file with \`npm pack\` in its clone, and commit it
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

  it('takes schemas from where notiform is installed, else brings copies and says how to install it', async () => {
    const installed = await withDependency();
    const { stdout } = await installed.run('init');
    expect(stdout).not.toContain('schema.json');
    expect(stdout).not.toContain('npm install');
    expect(await installed.read('manifests/welcome.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/node_modules\/notiform\/schemas\/notiform\.schema\.json\n/,
    );
    const copied = await emptyProject();
    await copied.run('init');
    expect(await copied.read('manifests/welcome.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.vscode\/notiform\.schema\.json\n/,
    );
    const workflow = '.github/workflows/notiform.yml';
    expect(await copied.read(workflow)).toBe(await installed.read(workflow));
  });
});
