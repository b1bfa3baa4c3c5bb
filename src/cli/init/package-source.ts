import { posix } from 'node:path';
import { isObject, parsedJson } from '../../core/json.ts';
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

async function specOf(at: string, files: Files): Promise<string> {
  return specIn(await files.read(posix.join(at, 'package.json'), MAX_PACKAGE_JSON).catch(() => undefined));
}

/**
 * True if a project does not name the version of its package manager, so corepack starts another one in the workflow. `yarnPath`
 * names a version too.
 */
export async function isUnpinned(top: string, { manager, lockFile }: Managed, files: Files): Promise<boolean> {
  if (manager.pin === undefined) return false;
  const root = posix.join(top, posix.dirname(lockFile));
  const read = (name: string): Promise<Uint8Array | undefined> =>
    files.read(posix.join(root, name), MAX_PACKAGE_JSON).catch(() => undefined);
  const bytes = await read('package.json');
  const value = bytes && parsedJson(bytes);
  if (isObject(value) && value['packageManager'] !== undefined) return false;
  const settings = manager.lockFile === 'yarn.lock' ? await read('.yarnrc.yml') : undefined;
  return !/^yarnPath:/m.test(new TextDecoder().decode(settings));
}

/** The version of notiform that a package.json asks for. Empty if it asks for none. */
function specIn(bytes: Uint8Array | undefined): string {
  const value = bytes && parsedJson(bytes);
  if (!isObject(value)) return '';
  const groups = [value['dependencies'], value['devDependencies'], value['optionalDependencies']];
  return String(groups.flatMap((group) => (isObject(group) ? (group['notiform'] ?? []) : []))[0] ?? '');
}

/** The problem of a workflow that cannot install notiform, because its runner does not have the file. */
export async function notInstallable(
  { packageJson, path, isOutside }: PackageSource,
  { manager }: Managed,
  repository: Repository | undefined,
): Promise<Problem | undefined> {
  const install = `so \`${manager.install.at(-1)}\` fails in the workflow`;
  if (isOutside)
    return {
      code: 'init-package',
      severity: 'warning',
      message: `${packageJson} installs notiform from \`${path}\`, which is outside of the repository, ${install}`,
      hint: `Copy the package file into the repository (\`npm pack\` makes one of a folder), run \`${manager.add(`./notiform-${version}.tgz`)}\`, and commit the file`,
    };
  const ignored = (await repository?.ignored([path])) ?? [];
  if (ignored.length === 0) return undefined;
  return {
    code: 'init-package',
    severity: 'warning',
    message: `${packageJson} installs notiform from \`${path}\`, which git ignores, ${install}`,
    hint: `Add it with \`git add --force ${path}\``,
  };
}
