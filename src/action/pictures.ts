import * as z from 'zod';
import { Exit } from '../core/exit.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { inert } from '../report/markdown.ts';
import { type PlanAddition, say } from './draw.ts';
import { GitHubFailure, ignored } from './github.ts';
import type { ActionStep } from './step.ts';

const shaShape = z.looseObject({ sha: z.string() });
const commitShape = z.looseObject({ message: z.string(), tree: shaShape });

/** The message of every commit of pictures. A branch whose last commit has another one is not ours. */
const MESSAGE = 'Pictures of templates';

/** Jobs of a matrix write to one branch; each waits for no other, and tries again. */
const MOST_TRIES = 10;

/** More pictures than these make a comment slow; the page with the previews has all of them. */
const MOST_PICTURES = 60;

function foreign(branch: string): NotiformError {
  const hint = 'Name a branch that only holds pictures, as `notiform-pictures`';
  const message = `The branch ${branch} holds more than pictures`;
  return new NotiformError(errorProblem('action-path', message, hint), Exit.refused);
}

/**
 * Draws the changes of a plan as SVG, and commits the pictures to their branch. Returns how a comment shows them: their addresses
 * name the commit, so it shows the same pictures for ever.
 */
export async function commitPictures(step: ActionStep, file: string): Promise<PlanAddition['pictureOf']> {
  const { inputs, context } = step;
  const branch = inputs.text('pictures-branch');
  if (branch === undefined || !context.pull) return undefined;
  const folder = step.temporary(step.view.ports.random.hex(8));
  const drawn = await step.command(['preview', '--format=svg', `--out=${folder}`, `--plan=${file}`]);
  const wanted = (drawn.document.preview?.previews ?? []).flatMap(({ address, views: [view] }) => {
    const name = (view?.after ?? view?.before)?.file;
    return name === undefined ? [] : [{ key: address, name }];
  });
  const part = [context.pull.number, context.pull.head.slice(0, 12), inputs.text('environment'), inputs.text('shard')];
  const under = part.flatMap((one) => (one === undefined ? [] : [encodeURIComponent(one)])).join('/');
  const files: { path: string; key: string; text: string }[] = [];
  for (const { key, name } of wanted.slice(0, MOST_PICTURES)) {
    const bytes = await step.files.read(`${folder}/${name}`);
    if (bytes) files.push({ key, path: `${under}/${name}`, text: step.clean(new TextDecoder().decode(bytes)) });
  }
  if (files.length === 0) return undefined;
  const pictures = new Map<string, string>();
  await step.attempt(async () => {
    const base = `${context.server}/${context.repository}/blob/${await commitFiles(step, branch, files)}`;
    for (const { key, path } of files)
      pictures.set(key, `${base}/${path.split('/').map(encodeURIComponent).join('/')}?raw=true`);
  });
  return ({ address }, side) => {
    const url = pictures.get(address);
    return url && `<img width="300" alt="${inert(say(step, side))}" src="${url}">`;
  };
}

/** Adds files to a branch in one commit by GitHub's Git data. The branch is created without a history if it does not exist. */
async function commitFiles(
  { github }: ActionStep,
  branch: string,
  files: readonly { path: string; text: string }[],
): Promise<string> {
  const ref = encodeURIComponent(branch).replaceAll('%2F', '/');
  const tree = files.map(({ path, text }) => ({ path, mode: '100644', type: 'blob', content: text }));
  for (let attempt = 1; ; attempt += 1) {
    const parent = await github.headOf(branch);
    const last = parent && (await github.get(`/git/commits/${parent}`, commitShape));
    if (last && last.message !== MESSAGE) throw foreign(branch);
    const onTop = last ? { base_tree: last.tree.sha } : {};
    const made = await github.send('POST', '/git/trees', { tree, ...onTop }, shaShape);
    const commit = await github.send(
      'POST',
      '/git/commits',
      { message: MESSAGE, tree: made.sha, parents: parent ? [parent] : [] },
      shaShape,
    );
    try {
      if (parent) await github.send('PATCH', `/git/refs/heads/${ref}`, { sha: commit.sha, force: false }, ignored);
      else await github.send('POST', '/git/refs', { ref: `refs/heads/${branch}`, sha: commit.sha }, ignored);
      return commit.sha;
    } catch (error) {
      // Another job was faster: its commit becomes the parent.
      const isRefused = error instanceof GitHubFailure && (error.status === 422 || error.status === 409);
      if (!isRefused || attempt >= MOST_TRIES || (await github.headOf(branch)) === parent) throw error;
    }
  }
}
