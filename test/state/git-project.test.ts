import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ann, bob, document, problem } from './contract.ts';
import { folder, git, overwriteIn, prepareRepositories, projectBelow, ref, storeIn } from './git-support.ts';

prepareRepositories();

/** Two projects in one repository. The first one has applied. */
async function twoProjects() {
  const { remote, work, below } = projectBelow();
  const other = join(work, 'apps', 'mall');
  mkdirSync(other);
  const lease = await storeIn(below).lock('shop', ann);
  await lease.write(document(1));
  await lease.release();
  return { remote, work, below, other };
}

describe('two projects of one repository', () => {
  it('do not share the document of a profile: the second one is refused, and nothing is written', async () => {
    const { remote, work, below, other } = await twoProjects();
    const before = git(remote, 'rev-parse', ref);
    const refusal = {
      code: 'state-other-project',
      message: `${ref} stores the state of test/shop for the project in \`apps/shop\`, and this project is in \`apps/mall\``,
      hint: `Set another ref for this project: \`state: { store: git, ref: ${ref}-mall }\`. If the folder of the project was moved or renamed, add \`project: "apps/shop"\` to \`state\`.`,
    };
    const theirs = storeIn(other);
    expect(await problem(theirs.read('shop'))).toMatchObject(refusal);
    expect(await problem(theirs.readAll(['mall', 'shop']))).toMatchObject(refusal);
    expect(await problem(theirs.lock('shop', bob))).toMatchObject(refusal);
    expect((await problem(storeIn(work).read('shop'))).message).toContain('this project is in the root of the repo');
    expect(git(remote, 'rev-parse', ref)).toBe(before);

    const lease = await storeIn(below).lock('shop', ann);
    expect(await problem(theirs.breakLock('shop', bob))).toMatchObject(refusal);
    await lease.write(document(2));
  });

  it('may use one ref if no profile is in both', async () => {
    const { below, other } = await twoProjects();
    const lease = await storeIn(other).lock('mall', bob);
    await lease.write(document(1, 'mall'));
    await lease.release();
    expect(await storeIn(other).read('mall')).toEqual(document(1, 'mall'));
    expect(await storeIn(below).read('shop')).toEqual(document(1));
  });

  it('that both find a document of an earlier notiform: the first one that writes gets it', async () => {
    const { remote, below, other } = await twoProjects();
    overwriteIn(remote, ref, 'shop', JSON.stringify(document(7)));
    for (const folderOfOne of [below, other]) expect(await storeIn(folderOfOne).read('shop')).toEqual(document(7));
    const lease = await storeIn(other).lock('shop', ann);
    await lease.write(document(8));
    await lease.release();
    expect(await problem(storeIn(below).read('shop'))).toMatchObject({ code: 'state-other-project' });
    expect(JSON.parse(git(remote, 'show', `${ref}:shop.json`))).toEqual({ ...document(8), project: 'apps/mall' });
  });

  it('are one project in every clone and worktree, and after a move that `project` names', async () => {
    const { remote, work, below, other } = await twoProjects();
    git(folder, 'clone', '-q', remote, `${work}-clone`);
    git(work, 'worktree', 'add', '-q', '--detach', `${work}-linked`);
    for (const root of [`${work}-clone`, `${work}-linked`])
      expect(await storeIn(join(root, 'apps', 'shop')).read('shop')).toEqual(document(1));
    const moved = storeIn(other, { project: 'apps/shop' });
    const lease = await moved.lock('shop', ann);
    await lease.write(document(2));
    await lease.release();
    expect(await moved.read('shop')).toEqual(document(2));
    expect(await storeIn(below).read('shop')).toEqual(document(2));
  });
});
