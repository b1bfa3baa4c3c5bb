import { join } from 'node:path';
import type { Config } from '../../config/load.ts';
import { resolved } from '../../config/together.ts';
import { Exit } from '../../core/exit.ts';
import { ifProblem, usageError } from '../../core/problem.ts';
import type { EditedProject } from '../../editor/diagnostics.ts';
import { serveEditor } from '../../editor/server.ts';
import type { CheckMemory } from '../../manifest/load/check-file.ts';
import { PROBLEM_LABELS } from '../../report/problems.ts';
import { problemIn } from '../../report/wording.ts';
import { readCategories } from '../categories.ts';
import { checkAnyway } from '../checked-project.ts';
import { readConfig } from '../config.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';

/** `lsp`: a language server on stdin and stdout, until the editor ends it. */
export async function lsp(invocation: Invocation): Promise<Outcome> {
  const { ports, signal, flags } = invocation;
  if (flags.json) throw usageError('lsp takes no --json: its protocol uses stdout', 'Remove it');
  const inOrder = await serveEditor(invocation.terminal.protocol, {
    ...ports,
    read: (folder, files, memory) => readEdited(invocation, folder, files, memory),
    signal,
  });
  // A signal ends a server, and is no interruption. The protocol asks for the exit code 1 after an exit without a shutdown.
  const after = async (): Promise<void> => undefined;
  return { exit: inOrder ? Exit.done : Exit.failed, text: '', json: {}, problems: [], after };
}

/** Checks the project of a folder as `validate` does, with the unsaved buffers in `files`. */
async function readEdited(
  invocation: Invocation,
  cwd: string,
  files: Invocation['ports']['files'],
  memory: CheckMemory,
): Promise<EditedProject> {
  const edited = { ...invocation, cwd, ports: { ...invocation.ports, files } };
  const { problems, sources, root, file, projects } = await checkAnyway(edited, [], memory);
  const environment = projects[0]?.environment;
  const list = environment && (await readCategories({ root, environment, files }));
  const settings = await readConfig(edited).catch(ifProblem(undefined));
  const config = Buffer.from((await files.read(join(root, file))) ?? '').toString();
  const { redaction, flags } = invocation;
  const language = flags.language ?? settings?.language ?? 'en';
  return {
    root,
    config: file,
    problems: redaction.within(problems),
    words: {
      problem: (problem) => problemIn(language, problem),
      help: PROBLEM_LABELS.help[language].trim().replace(/:$/, ''),
    },
    sources: { get: (name) => (name === file ? config : sources?.get(name)) },
    resources: projects[0]?.resources ?? [],
    variables: new Map(
      [...(settings ? variablesOf(settings) : [])].map(([name, values]) => [name, redaction.within(values)]),
    ),
    profiles: [...new Set(projects.flatMap(({ environment }) => [...environment.profiles.keys()]))],
    categories: list?.names ?? new Map(),
  };
}

/** The values of the variables in each environment. One with an environment variable that is not set has no value. */
function variablesOf(config: Config): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const name of config.environmentNames)
    for (const [variable, value] of resolved(config.environment(name).variables) ?? [])
      found.set(variable, [...(found.get(variable) ?? []), `${name}: ${value}`]);
  return found;
}
