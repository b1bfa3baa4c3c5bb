import type { Environment } from '../../config/environment.ts';
import { matchesGlob } from '../../core/address.ts';
import type { ComparedSide, Comparison } from '../../core/compared.ts';
import { Exit, worstExit } from '../../core/exit.ts';
import { type Problem, usageError } from '../../core/problem.ts';
import { requireMatches } from '../../engine/plan/select.ts';
import { compareSides, liveSide } from '../../engine/status/status.ts';
import { drawComparison } from '../../report/comparison.ts';
import { readConfig } from '../config.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { type LoadedProject, readProject, requireSettings, requireValid, withoutSends } from '../project.ts';
import { engineInput, withSession } from '../session.ts';

interface DiffOptions {
  declared?: boolean;
  detailedExitcode?: boolean;
}

interface EnvironmentSide {
  project: LoadedProject;
  side: ReadonlyMap<string, ComparedSide>;
  complete: boolean;
  problems: readonly Problem[];
}

/** `diff ENV1 ENV2 [address…]`: what differs between two environments, live or (`--declared`) in their manifests. Reads only. */
export async function diff(
  invocation: Invocation,
  [first = '', second = '', ...addresses]: string[],
  { declared = false, detailedExitcode = false }: DiffOptions,
): Promise<Outcome> {
  const { flags, terminal, redaction, env } = invocation;
  if (flags.environment !== (env['NOTIFORM_ENVIRONMENT'] || undefined))
    // Commands in hints repeat -e, so this hint names none.
    throw usageError('`diff` takes the names of two environments, not -e', 'Leave out -e');
  const config = await readConfig(invocation);
  const environments = [config.environment(first), config.environment(second)] as const;
  const read = async (name: string): Promise<EnvironmentSide> => {
    const environment = config.environment(name);
    const project = requireValid(withoutSends(await readProject(invocation, config, environment)));
    return declared ? declaredSide(project, addresses) : readLive(invocation, project, addresses);
  };
  if (!declared && first !== second) refuseSame(...environments);
  const sides = [await read(first), await read(second)] as const;
  const known = sides.flatMap(({ project, side }) => [
    ...side.keys(),
    ...project.resources.map(({ address }) => address),
  ]);
  requireMatches(known, addresses);
  const compared = compareSides(sides[0].side, sides[1].side);
  const comparison: Comparison = { environments: [first, second], of: declared ? 'declared' : 'live', ...compared };
  const shown = redaction.within(comparison);
  return {
    exit: worstExit([
      sides.every(({ complete }) => complete) ? Exit.done : Exit.failed,
      detailedExitcode && compared.rows.length > 0 ? Exit.changes : Exit.done,
    ]),
    text: drawComparison(shown, terminal.style('stdout'), flags.verbose),
    json: { comparison: shown },
    problems: [
      ...ofEachPlace(sides.flatMap(({ project }) => project.problems)),
      ...sides.flatMap(({ problems }) => problems),
    ],
    sources: sides[0].project.sources,
  };
}

/** Both environments read the same manifests: a problem with one place is one problem. */
function ofEachPlace(problems: readonly Problem[]): Problem[] {
  const byPlace = new Map(
    problems.map((one) => [JSON.stringify([one.place ?? one.message, one.path, one.code, one.rule]), one]),
  );
  return [...byPlace.values()];
}

/**
 * Throws if two environments have the same profiles: `diff` would compare live resources with themselves. In a workflow, environments
 * may read variables of the same names, and a process has only the values of one.
 */
function refuseSame(one: Environment, other: Environment): void {
  if (one.emulator !== other.emulator) return;
  for (const environment of [one, other]) requireSettings(environment, { messages: false });
  const shared = [...one.profiles.keys()].filter((alias) => other.profiles.has(alias));
  if (shared.length === 0 || shared.some((alias) => one.profile(alias).key !== other.profile(alias).key)) return;
  throw usageError(
    `\`${one.name}\` and \`${other.name}\` have the same profile keys`,
    'Let each environment read variables with names of its own, such as `${env:STAGING_SHOP_KEY}`, or compare the manifests with `--declared`',
  );
}

function declaredSide(project: LoadedProject, globs: readonly string[]): EnvironmentSide {
  const asked = project.resources.filter(
    ({ address }) => globs.length === 0 || globs.some((glob) => matchesGlob(address, glob)),
  );
  const side = new Map(asked.map(({ address, goal, content }) => [address, { state: goal, content }]));
  return { project, side, complete: true, problems: [] };
}

async function readLive(
  invocation: Invocation,
  project: LoadedProject,
  addresses: readonly string[],
): Promise<EnvironmentSide> {
  const { environment, resources } = project;
  return withSession(invocation, project, { messages: false }, async (session, progress) => {
    const input = engineInput(invocation, environment, session);
    return { project, ...(await liveSide({ ...input, resources, addresses, onEvent: progress.onEvent })) };
  });
}
