import { compareText, errorProblem, NotiformError, type Problem } from '../core/problem.ts';
import type { Ran } from '../core/program.ts';
import type { Git } from './git.ts';
import { problemOf, remoteMissing, wordsOf } from './git-problems.ts';
import { contended } from './refusals.ts';

export interface RefContents {
  /** The commit. Empty if the ref does not exist. */
  commit: string;
  /** The blob of each file. */
  blobs: ReadonlyMap<string, string>;
}

/** Reads and swaps a ref of a git remote. Leaves the work tree, the index, HEAD and the branches of the project as they are. */
export interface GitRef {
  /** Reads the ref at the remote. */
  look(): Promise<RefContents>;
  textsOf(snapshot: RefContents, names: readonly string[]): Promise<Map<string, string>>;
  /** Builds the commit with these files changed, or removed if null. Sends nothing. */
  build(before: RefContents, changes: ReadonlyMap<string, string | null>, message: string): Promise<RefContents>;
  /** Replaces one commit by the other. Returns false if the ref points to another commit now. */
  swap(before: RefContents, after: RefContents): Promise<boolean>;
  /** Returns the problem of a push that the remote refuses before its hooks run. Pushes nothing. */
  refusedPush(): Promise<Problem | undefined>;
}

const NOTHING: RefContents = { commit: '', blobs: new Map() };

export function openGitRef(git: Git, remote: string, ref: string): GitRef {
  let seen = NOTHING;
  // A blob never changes. Blobs that are no longer in the ref are dropped.
  const texts = new Map<string, string>();
  const see = (snapshot: RefContents): void => {
    seen = snapshot;
    const blobs = new Set(snapshot.blobs.values());
    for (const blob of texts.keys()) if (!blobs.has(blob)) texts.delete(blob);
  };
  let isConfigured = false;
  // git takes a name that is not configured for a path, and runs what a repository there says: a folder of the tree may be one.
  const requireRemote = async (): Promise<void> => {
    isConfigured ||= (await git.attempt(['config', '--get', `remote.${remote}.url`])).status === 0;
    if (isConfigured) return;
    await git.text(['rev-parse', '--git-dir']);
    throw new NotiformError(remoteMissing(remote, `\`remote.${remote}.url\` is not configured`));
  };
  const commitNow = async (): Promise<string> => {
    await requireRemote();
    const rows = (await git.text(['ls-remote', remote, ref])).split('\n').map((line) => line.split('\t'));
    // The pattern also matches the end of longer names.
    return rows.find(([, name]) => name === ref)?.[0] ?? '';
  };
  const look = async (): Promise<RefContents> => {
    let refused = '';
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const commit = await commitNow();
      if (commit === seen.commit) return seen;
      const ran = commit === '' ? undefined : await fetchCommit(git, remote, commit);
      if (ran === undefined || ran.status === 0) {
        const found = commit === '' ? NOTHING : await snapshotOf(git, commit);
        requireOurs(ref, found);
        see(found);
        return seen;
      }
      // Another run pushed after `ls-remote`. The remote returns only the current commit of the ref.
      if (commit === refused || !IS_GONE.test(ran.stderr)) throw new NotiformError(problemOf(remote, ran));
      refused = commit;
    }
    throw new NotiformError(contended(ref));
  };
  const textsOf: GitRef['textsOf'] = async ({ blobs }, names) => {
    const wanted = names.flatMap((name) => blobs.get(name) ?? []).filter((blob) => !texts.has(blob));
    if (wanted.length > 0) {
      for (const [blob, text] of await readBlobs(git, wanted)) texts.set(blob, text);
    }
    return new Map(
      names.flatMap((name) => {
        const text = texts.get(blobs.get(name) ?? '');
        return text === undefined ? [] : [[name, text] as const];
      }),
    );
  };
  const build: GitRef['build'] = async (before, changes, message) => {
    const blobs = new Map(before.blobs);
    for (const [name, text] of changes) {
      if (text === null) blobs.delete(name);
      else blobs.set(name, await git.text(['hash-object', '-w', '--stdin'], text));
      if (text !== null) texts.set(blobs.get(name) ?? '', text);
    }
    const rows = [...blobs]
      .sort(([a], [b]) => compareText(a, b))
      .map(([name, blob]) => `100644 blob ${blob}\t${name}\n`);
    const tree = await git.text(['mktree'], rows.join(''));
    // The commit has no parent, so reading the ref always costs one commit.
    const commit = await git.text(['commit-tree', tree], `${message}\n`);
    return { commit, blobs };
  };
  const swap: GitRef['swap'] = async (before, after) => {
    const lease = `--force-with-lease=${ref}:${before.commit}`;
    const ran = await git.attempt(['push', '--porcelain', '--no-verify', lease, remote, `${after.commit}:${ref}`]);
    if (ran.status === 0) {
      see(after);
      return true;
    }
    const row = new TextDecoder()
      .decode(ran.stdout)
      .split('\n')
      .find((line) => line.startsWith('!'));
    if (row === undefined)
      throw new NotiformError(IS_DISK.test(ran.stderr) ? refused(remote, ref, ran.stderr, '') : problemOf(remote, ran));
    if (IS_STALE.test(row) && !NEVER_FREE.test(ran.stderr)) return false;
    throw new NotiformError(refused(remote, ref, row.split('\t').at(-1) ?? '', ran.stderr));
  };
  const refusedPush: GitRef['refusedPush'] = async () => {
    // The ref itself, or the empty tree, which git knows without storing it.
    const object = (await look()).commit || (await git.text(['hash-object', '-t', 'tree', '--stdin'], ''));
    const ran = await git.attempt(['push', '--dry-run', '--porcelain', '--no-verify', remote, `${object}:${ref}`]);
    return ran.status === 0 ? undefined : problemOf(remote, ran);
  };
  return { look, textsOf, build, swap, refusedPush };
}

/** The ref has changed since it was read. git notices it here, or the remote when it locks the ref. */
const IS_STALE =
  /\[rejected\]|cannot lock ref|failed to update ref|incorrect old value|reference already exists|fetch first|non-fast-forward \(/;

/** A push writes nothing to the repository of the project, so this is about the disk of the remote: git does not mark it. */
const IS_DISK = /unable to create temporary file|Read-only file system/i;

/** Another ref has the name of a folder that this ref needs, or the reverse. */
const NEVER_FREE = /exists; cannot create|there are still refs under|D\/F conflict/;

/** The commit is no longer available: git's words without protocol v2, and with it after a cleanup. */
const IS_GONE = /unadvertised object|not our ref/;

/** How often a ref is read again if other runs push to it at the same time. */
const MOST_LOOKS = 20;

function fetchCommit(git: Git, remote: string, commit: string): Promise<Ran> {
  const quiet = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--no-filter'];
  return git.attempt(['fetch', ...quiet, remote, commit]);
}

async function snapshotOf(git: Git, commit: string): Promise<RefContents> {
  // Without `--full-tree` git lists only the folder that the project is in.
  const rows = (await git.text(['ls-tree', '--full-tree', commit])).split('\n').filter((row) => row !== '');
  const blobs = rows.map((row): [string, string] => {
    const [head = '', name = ''] = row.split('\t');
    return [name, head.split(' ')[2] ?? ''];
  });
  return { commit, blobs: new Map(blobs) };
}

/** Throws a NotiformError if the ref contains other files, because a write would delete them. */
function requireOurs(ref: string, { blobs }: RefContents): void {
  const foreign = [...blobs.keys()].find((name) => !/^[a-z0-9-]+\.(?:json|lock)$/.test(name));
  if (foreign === undefined) return;
  throw new NotiformError(
    errorProblem(
      'state-foreign',
      `${ref} contains \`${foreign}\`, which is not a state file of notiform`,
      'Set `state.ref` to a ref that nothing else uses, such as refs/notiform/production.',
    ),
  );
}

/** Reads the texts of blobs with one process. It prints for each: `<blob> blob <size>`, a line break, the bytes, a line break. */
async function readBlobs(git: Git, blobs: readonly string[]): Promise<Map<string, string>> {
  const all = await git.bytes(['cat-file', '--batch'], `${blobs.join('\n')}\n`);
  const decoder = new TextDecoder();
  const found = new Map<string, string>();
  let at = 0;
  for (const blob of blobs) {
    const end = all.indexOf(10, at);
    const [, type, size] = decoder.decode(all.subarray(at, end)).split(' ');
    if (type !== 'blob') throw new NotiformError(cleanedUp());
    found.set(blob, decoder.decode(all.subarray(end + 1, end + 1 + Number(size))));
    at = end + Number(size) + 2;
  }
  return found;
}

/** Git printed `<blob> missing`. */
function cleanedUp(): Problem {
  const message = 'A cleanup of git (`git gc`) removed the state between its fetch and its reading';
  return errorProblem('state-git', message, 'Run the command again.');
}

function refused(remote: string, ref: string, why: string, stderr: string): Problem {
  const words = stderr
    .split('\n')
    .filter((line) => line.startsWith('remote:'))
    .map((line) => line.replace('remote:', '').trim())
    .find((line) => line !== '');
  return errorProblem(
    'state-push-refused',
    `The git remote ${remote} does not accept a push to ${ref}: ${wordsOf(words ?? why)}`,
    'Allow pushes to that ref at the remote, or set `state.ref` to another ref.',
  );
}
