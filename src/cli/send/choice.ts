import { relative, resolve } from 'node:path';
import { Exit } from '../../core/exit.ts';
import { NotiformError, usageError } from '../../core/problem.ts';
import type { TestSend } from '../../core/test-send.ts';
import type { NamedSend } from '../../manifest/manifest.ts';
import { chooseSends, withOverrides } from '../../send/choice.ts';
import type { Invocation } from '../invocation.ts';
import { type LoadedProject, requireValid } from '../project.ts';
import { onlyElsewhere } from './judge.ts';

/** The options of `send`, as commander parsed them. */
export interface SendOptions {
  to?: string[];
  from?: string;
  profile?: string;
  var?: string[];
  sample?: string;
  at?: string;
  dryRun?: boolean;
  wait: boolean;
  timeout: number;
  yes?: boolean;
  allow?: string[];
  maxRecipients: number;
  unlessSent?: number;
  check?: string[];
  format?: 'junit';
}

/**
 * Finds the test sends that the argument names, with the options of the command line in place of their fields. Throws a
 * NotiformError (exit 3) if the manifests have an error. Problems of other test sends are left out.
 */
export function chosenSends(
  { cwd }: Invocation,
  project: LoadedProject,
  what: string,
  options: SendOptions,
): { project: LoadedProject; tests: TestSend[] } {
  const { config, environment, sends, resources, sources, documents } = project;
  const { invalidSends, sendsElsewhere } = documents;
  const known = [...sends, ...invalidSends, ...sendsElsewhere];
  const meant = chooseSends(what, relative(config.root, resolve(cwd, what)), { sends: known, resources });
  const found = Array.isArray(meant) ? meant.filter((one) => !('environments' in one)) : [];
  if (found.length === 0) {
    requireValid(project);
    const none = Array.isArray(meant)
      ? onlyElsewhere(
          sendsElsewhere.filter((one) => meant.includes(one)),
          environment.name,
        )
      : meant;
    throw new NotiformError(none, Exit.usage, sources);
  }
  const isSent = (one: NamedSend): boolean =>
    found.some(
      ({ id, source: { file, line, column } }) =>
        id === one.id && file === one.source.file && line === one.source.line && column === one.source.column,
    );
  const problems = project.problems.filter((problem) => {
    const owner = documents.sendOf(problem);
    return owner === undefined || isSent(owner);
  });
  const tests = found.filter((one): one is TestSend => 'to' in one);
  return { project: requireValid({ ...project, problems }), tests: withOptions(tests, options) };
}

function withOptions(tests: readonly TestSend[], options: SendOptions): TestSend[] {
  const { to = [], from, profile, sample, at, allow = [] } = options;
  const overrides = {
    to,
    allow,
    variables: variablesOf(options.var ?? []),
    ...(from === undefined ? {} : { from }),
    ...(profile === undefined ? {} : { profile }),
    ...(sample === undefined ? {} : { sample }),
    ...(at === undefined ? {} : { at }),
  };
  return tests.map((test) => withOverrides(test, overrides));
}

/** Returns the numbers of the environment that the test sends name. A missing number is reported with its test send. */
export function numbersOf({ config, environment }: LoadedProject, tests: readonly TestSend[]): (() => string)[] {
  const { sender, recipient, senders, recipients } = environment;
  const from = new Set(tests.flatMap((test) => test.from ?? config.defaults.sender ?? []));
  const to = new Set(tests.flatMap((test) => test.to));
  return [
    ...[...from].filter((name) => senders.has(name)).map((name) => () => sender(name)),
    ...[...to].filter((name) => recipients.has(name)).map((name) => () => recipient(name)),
  ];
}

function variablesOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
      throw usageError(
        `--var takes name=value, not \`${pair}\``,
        `Write \`--var ${pair.replace(/^=/, 'NAME=')}${pair.includes('=') ? '' : '=VALUE'}\``,
      );
    }),
  );
}
