import { matchesGlob } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { NotiformError, type Problem, type Sources } from '../../core/problem.ts';
import type { SendElsewhere } from '../../manifest/manifest.ts';
import type { Invocation } from '../invocation.ts';
import { readPlanFile } from '../plan/file.ts';
import { environmentIn, readConfig, readProject, withoutSends } from '../project.ts';
import { judgeSends, onlyElsewhere } from '../send/judge.ts';
import { choose, declaredPreviews, type Previewed, plannedPreviews } from './entries.ts';
import { sendPreviews } from './sends.ts';

/** What is previewed, and how it is judged. */
export interface PreviewSource {
  root: string;
  all: Previewed[];
  elsewhere: readonly SendElsewhere[];
  problems: readonly Problem[];
  judge(chosen: readonly Previewed[]): Problem[];
  sources: Sources;
  environment: string;
}

/** The manifests for an environment, which only names the values of `${var:…}`. Problems are reported, and the rest is drawn. */
export async function declaredSource(invocation: Invocation): Promise<PreviewSource> {
  const config = await readConfig(invocation);
  const name = invocation.flags.environment ?? config.defaults.environment ?? config.environmentNames[0];
  const environment = environmentIn(config, invocation, name);
  const project = withoutSends(await readProject(invocation, config, environment));
  const { resources, sends, problems, sources, documents } = project;
  const { clock } = invocation.ports;
  const judge = (chosen: readonly Previewed[]): Problem[] => {
    const addresses = new Set(chosen.map(({ address }) => address));
    const judged = sends.filter(({ id }) => addresses.has(`TestSend/${id}`));
    return judgeSends({ ...project, sends: judged }, { environment, defaultSender: config.defaults.sender, clock });
  };
  const all = [...declaredPreviews(resources), ...sendPreviews(project, invocation)];
  const elsewhere = documents.sendsElsewhere;
  return { root: config.root, all, elsewhere, problems, judge, sources, environment: environment.name };
}

export async function plannedSource(invocation: Invocation, file: string): Promise<PreviewSource> {
  const { root, problems, sources } = await readConfig(invocation);
  const plan = await readPlanFile(invocation, file);
  const { environment } = plan;
  invocation.known.environment = environment;
  return {
    root,
    all: plannedPreviews(plan),
    elsewhere: [],
    problems,
    judge: () => [],
    sources,
    environment,
  };
}

/**
 * Chooses the previews. A name that matches nothing may be that of a manifest with an error, whose errors are then the mistake.
 * Throws a NotiformError (exit 3, or 64) if nothing matches.
 */
export function chosenIn(
  source: PreviewSource,
  patterns: readonly string[],
  pathOf: (pattern: string) => string,
): Previewed[] {
  refuseElsewhere(source, patterns);
  try {
    return choose(source.all, patterns, pathOf);
  } catch (error) {
    const errors = source.problems.filter(({ severity }) => severity === 'error');
    if (error instanceof NotiformError && errors.length > 0)
      throw new NotiformError(errors, Exit.problems, source.sources);
    throw error;
  }
}

/** Throws a NotiformError (exit 64) if an argument means only test sends of other environments. */
function refuseElsewhere({ all, elsewhere, environment }: PreviewSource, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const others = elsewhere.filter(({ id }) => matchesGlob(`TestSend/${id}`, pattern));
    if (others.length > 0 && !all.some(({ address }) => matchesGlob(address, pattern)))
      throw new NotiformError(onlyElsewhere(others, environment), Exit.usage);
  }
}

export function filesWithErrors(problems: readonly Problem[]): string[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return [...new Set(errors.flatMap(({ place }) => place?.file ?? []))];
}
