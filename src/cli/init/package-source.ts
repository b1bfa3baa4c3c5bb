import { posix } from 'node:path';
import { isObject, type JsonObject, parsedJson } from '../../core/json.ts';
import type { Files } from '../../core/ports.ts';
import type { Problem } from '../../core/problem.ts';
import { version } from '../../core/version.ts';
import type { Managed } from './manager.ts';
import type { Repository } from './repository.ts';

/** A local file or folder that a package.json installs notiform from. */
interface PackageSource {
  /** Relative to the project's folder. */
  packageJson: string;
  path: string;
  /** True if a clone of the repository has no such path. */
  isOutside: boolean;
}

/** Larger files are not written by people. */
const MAX_PACKAGE_JSON = 1024 * 1024;

/** A path with a protocol, or without one: npm and Yarn also take `./notiform.tgz` and `notiform.tgz`. */
const PATH_SPEC = /^(?:(?:file|link|portal):(?:\/\/)?(.+)|([./].*|[^:]+\.(?:tgz|tar|tar\.gz)))$/;

/**
 * Returns where notiform is installed from, if that is a path: in the project's folder, or in the folder of the lock file.
 * @param top the root of the repository, without symbolic links
 */
export async function packageSourceOf(
  top: string,
  folder: string,
  { lockFile }: Managed,
  files: Files,
): Promise<PackageSource | undefined> {
  const project = posix.join(top, folder);
  for (const at of new Set([project, posix.join(top, posix.dirname(lockFile))])) {
    const spec = await specOf(at, files);
    const [, prefixed, given = prefixed] = PATH_SPEC.exec(spec) ?? [];
    if (given === undefined) continue;
    const absolute = posix.resolve(at, given);
    return {
      packageJson: posix.relative(project, posix.join(at, 'package.json')),
      path: posix.relative(project, absolute),
      isOutside: !`${(await files.realPath(absolute)) ?? absolute}/`.startsWith(`${top}/`),
    };
  }
  return undefined;
}

/** True if notiform is a dependency that Yarn's Plug'n'Play installed, which needs no `node_modules`. */
export async function isPlugged(top: string, folder: string, { lockFile }: Managed, files: Files): Promise<boolean> {
  const root = posix.join(top, posix.dirname(lockFile));
  if ((await files.size(posix.join(root, '.pnp.cjs'))) === undefined) return false;
  for (const at of new Set([posix.join(top, folder), root])) if ((await specOf(at, files)) !== '') return true;
  return false;
}

/** The version of notiform that the package.json of a folder asks for. Empty if it asks for none. */
async function specOf(at: string, files: Files): Promise<string> {
  const value = await packageIn(at, files);
  const groups = [value['dependencies'], value['devDependencies'], value['optionalDependencies']];
  return String(groups.flatMap((group) => (isObject(group) ? (group['notiform'] ?? []) : []))[0] ?? '');
}

/** The package.json of a folder. Empty if there is none that can be read. */
async function packageIn(at: string, files: Files): Promise<JsonObject> {
  const value = parsedJson((await readAny(posix.join(at, 'package.json'), files)) ?? '');
  return isObject(value) ? value : {};
}

function readAny(path: string, files: Files): Promise<Uint8Array | undefined> {
  return files.read(path, MAX_PACKAGE_JSON).catch(() => undefined);
}

/**
 * True if a project does not name the version of its package manager, so corepack starts another one in the workflow. `yarnPath`
 * names a version too.
 */
export async function isUnpinned(top: string, { manager, lockFile }: Managed, files: Files): Promise<boolean> {
  if (manager.pin === undefined) return false;
  const root = posix.join(top, posix.dirname(lockFile));
  if ((await packageIn(root, files))['packageManager'] !== undefined) return false;
  const settings = manager.lockFile === 'yarn.lock' ? await readAny(posix.join(root, '.yarnrc.yml'), files) : undefined;
  return !/^yarnPath:/m.test(new TextDecoder().decode(settings));
}

/** The problem of a workflow that cannot install notiform, because its runner does not have the file. */
export async function notInstallable(
  { packageJson, path, isOutside }: PackageSource,
  { manager }: Managed,
  repository: Repository | undefined,
): Promise<Problem | undefined> {
  const warning = (where: string, hint: string): Problem => {
    const message = `${packageJson} installs notiform from \`${path}\`, which ${where}, so \`${manager.install.at(-1)}\` fails in the workflow`;
    return { code: 'init-package', severity: 'warning', message, hint };
  };
  if (isOutside)
    return warning(
      'is outside of the repository',
      `Copy the package file into the repository (\`npm pack\` makes one of a folder), run \`${manager.add(`./notiform-${version}.tgz`)}\`, and commit the file`,
    );
  const ignored = (await repository?.ignored([path])) ?? [];
  return ignored.length === 0 ? undefined : warning('git ignores', `Add it with \`git add --force ${path}\``);
}
