import { Exit } from '../../core/exit.ts';
import type { ImportReport } from '../../core/import.ts';
import { hasErrors, type Problem, usageError } from '../../core/problem.ts';
import { requireOwn } from '../../engine/binding/binding.ts';
import { declarations } from '../../kinds/registry.ts';
import { openImageFiles } from '../../manifest/import/image-files.ts';
import { importFolder } from '../../manifest/import/place.ts';
import { CheckMemory } from '../../manifest/load/check-file.ts';
import { drawImport } from '../../report/import.ts';
import { openConfig, requireAlias } from '../config.ts';
import type { Outcome } from '../finish.ts';
import { isNamed } from '../import/find.ts';
import { importResources } from '../import/importing.ts';
import type { Importing } from '../import/store.ts';
import { updateManifests } from '../import/update.ts';
import type { Invocation } from '../invocation.ts';
import { holderOf, waitForLocks } from '../locks.ts';
import { type LoadedProject, readProject, requireValid, withoutSends } from '../project.ts';
import { engineInput, withSession } from '../session.ts';

interface ImportOptions {
  kind?: string[];
  profile?: string[];
  out?: string;
  update?: boolean;
  dryRun?: boolean;
  acceptAccount?: boolean;
  lockTimeout?: number;
}

/** `import [address…]`: live resources as manifests, or, with `--update`, what drifted of manifests that are there. */
export async function importLive(invocation: Invocation, patterns: string[], options: ImportOptions): Promise<Outcome> {
  if (options.update && patterns.length === 0)
    throw usageError(
      '`--update` needs the addresses of the manifests to rewrite',
      'Name them: `notiform import order-paid --update`, or `"**"` for all of them',
    );
  const { config, environment } = await openConfig(invocation);
  const memory = new CheckMemory();
  const reload: Importing['reload'] = () => {
    memory.begin();
    return readProject(invocation, config, environment, [], { memory }).then(withoutSends).then(withoutEmptiness);
  };
  const opened = requireValid(await reload());
  const folder = await importFolder(config, invocation.cwd, options.out, invocation.ports.files);
  return withSession(invocation, opened, { messages: false }, async (session, progress) => {
    const input = { ...engineInput(invocation, environment, session), onEvent: progress.onEvent };
    const { kind: kinds = [], profile: profiles = [] } = options;
    const known = [...declarations.values()].flatMap(({ kind, write }) => (write ? [kind] : []));
    const unknown = kinds.find((kind) => !known.includes(kind));
    if (unknown !== undefined) throw usageError(`\`--kind ${unknown}\` is not known`, `There are ${known.join(', ')}`);
    for (const alias of profiles) requireAlias(environment, alias);
    const acceptAccount = options.acceptAccount === true;
    const hasWaited = await waitForLocks(invocation, environment.name, session, options.lockTimeout);
    const project = hasWaited ? requireValid(await reload()) : opened;
    const { files } = invocation.ports;
    const images = openImageFiles({ root: config.root, folder, files });
    const holder = holderOf('import');
    const importing: Importing = { input, project, reload, folder, images, holder, acceptAccount };
    // State of another account says nothing about the live resources.
    const selected = profiles.length > 0 ? profiles : [...session.profiles.keys()];
    if (!acceptAccount) requireOwn((await session.store.readAll(selected)).values(), input.environment);
    const choice = { patterns, kinds, profiles, dryRun: options.dryRun };
    const work = options.update ? updateManifests : importResources;
    const { problems, ...done } = await work(importing, choice).catch(async (error) => {
      await images.keepOnly([]);
      throw error;
    });
    const report: ImportReport = {
      environment: environment.name,
      ...(options.dryRun && { dryRun: true }),
      ...{ written: [], images: [], updated: [], skipped: [], left: [] },
      ...done,
    };
    progress.end();
    return {
      // `left` is no failure of a pattern, which selects what can be imported.
      exit: hasErrors(problems) || report.left.some((one) => isNamed(one, choice)) ? Exit.failed : Exit.done,
      text: drawImport(invocation.redaction.within(report), invocation.terminal.style('stdout'), hasErrors(problems)),
      json: { import: report },
      problems: [...project.problems, ...problems],
    };
  });
}

/** A project without manifests is allowed here. */
function withoutEmptiness(project: LoadedProject): LoadedProject {
  const isEmptiness = ({ code }: Problem): boolean => code === 'no-manifests';
  return { ...project, problems: project.problems.filter((problem) => !isEmptiness(problem)) };
}
