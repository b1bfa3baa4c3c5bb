import type { ProblemCode } from '../core/codes.ts';
import { isObject, type Json, own } from '../core/json.ts';
import { formatPath, type Path } from '../core/path.ts';
import { errorProblem, type Problem, placed, problemAt } from '../core/problem.ts';
import type { LocatedDocument } from '../yaml/places.ts';
import { accessIn, REFERENCE } from './conceal.ts';
import { gitPlaceOf } from './environment.ts';
import type { ConfigFile } from './schema.ts';

/** Checks the rules that the schema cannot express. Resolves no references. */
export function checkRules(config: ConfigFile, document: LocatedDocument): Problem[] {
  return [
    ...crossRules(config, document),
    ...stateRules(config, document),
    ...badReferences(document.value, [], document),
    ...literalSecrets(config, document),
  ];
}

/** Reports every placeholder that is not `${env:NAME}`, also in settings that the command does not need. */
function badReferences(value: Json, path: Path, document: LocatedDocument): Problem[] {
  if (typeof value === 'string') {
    const isBad = Array.from(value.matchAll(REFERENCE)).some(([, escaped, name]) => !escaped && name === undefined);
    const message = `\`${formatPath(path)}\` contains a \`\${\` that is not \`\${env:NAME}\``;
    const hint = 'Write `$${` for a literal `${`';
    return isBad ? [placed(document, problemAt(path, { code: 'config-invalid', message, hint }))] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => badReferences(item, [...path, index], document));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => badReferences(member, [...path, key], document));
}

/** Rules between the settings of one environment, and between `defaults` and the environments. */
function crossRules(config: ConfigFile, document: LocatedDocument): Problem[] {
  const problems: Problem[] = [];
  const report = (path: Path, message: string, hint: string): void => {
    problems.push({ ...errorProblem('config-invalid', message, hint), place: document.place(path, 'key') });
  };
  const chosen = config.defaults.environment;
  if (chosen !== undefined && !own(config.environments, chosen)) {
    report(['defaults', 'environment'], `There is no environment \`${chosen}\``, 'Declare it under `environments`');
  }
  for (const [name, environment] of Object.entries(config.environments)) {
    const at = (member: string): Path => ['environments', name, member];
    for (const member of ['resourceUrl', 'messageUrl', 'credentials', 'insecureTls', 'insecureHttp'] as const) {
      if (environment.emulator && environment[member] !== undefined) {
        report(at(member), `\`${member}\` has no meaning where \`emulator\` is true`, 'Remove one of the two');
      }
    }
    if (environment.inspect !== undefined && !environment.emulator) {
      report(at('inspect'), '`inspect` is a setting of the emulator', 'Remove it, or set `emulator: true`');
    }
    for (const [one, other] of sameKeys(Object.entries(environment.profiles ?? {}))) {
      report([...at('profiles'), other, 'key'], oneKey(one, other), ONE_KEY_HINT);
    }
    if (environment.insecureHttp && !environment.test) {
      report(
        at('insecureHttp'),
        '`insecureHttp` is only for emulators',
        'Mark the environment with `test: true` if an emulator answers there, or remove `insecureHttp`',
      );
    }
    if (environment.insecureTls && !environment.test) {
      report(
        at('insecureTls'),
        '`insecureTls` is only for test environments',
        'Mark the environment with `test: true`, or remove it (message API 1)',
      );
    }
  }
  return problems;
}

const ONE_KEY_HINT =
  'Each would manage the resources of the other. Give each profile its own key, or remove one of the two';

function oneKey(one: string, other: string): string {
  return `\`${one}\` and \`${other}\` have the same key: they are one profile`;
}

/** Pairs of aliases with the same key, the earlier one first. */
function sameKeys(profiles: Iterable<readonly [alias: string, { key: string }]>): [one: string, other: string][] {
  const first = new Map<string, string>();
  const same: [string, string][] = [];
  for (const [alias, { key }] of profiles) {
    const one = first.get(key);
    if (one === undefined) first.set(key, alias);
    else same.push([one, alias]);
  }
  return same;
}

/** Reports equal keys after references are resolved. `checkRules` reports those in the file. */
export function checkKeys(profiles: ReadonlyMap<string, { key: string }>): Problem[] {
  return sameKeys(profiles).map(([one, other]) => errorProblem('config-invalid', oneKey(one, other), ONE_KEY_HINT));
}

const OF_STORES = [
  ['path', 'file'],
  ['ref', 'git'],
  ['remote', 'git'],
  ['url', 'postgres'],
] as const;

function stateRules(config: ConfigFile, document: LocatedDocument): Problem[] {
  const places = new Map<string, string>();
  return Object.entries(config.environments).flatMap(([name, { state }]): Problem[] => {
    if (!state) return [];
    const at = (member: string): Path => ['environments', name, 'state', member];
    const report = (code: ProblemCode, member: string, on: 'key' | 'value', message: string, hint: string): Problem => {
      return { ...errorProblem(code, message, hint), place: document.place(at(member), on) };
    };
    const problems = OF_STORES.filter(([member, store]) => state[member] !== undefined && state.store !== store).map(
      ([member, store]) => {
        const hint = `Remove it, or set \`store: ${store}\``;
        return report('config-invalid', member, 'key', `\`${member}\` is a setting of the store \`${store}\``, hint);
      },
    );
    if (state.store === 'postgres' && state.url === undefined) {
      const hint = 'Write it as "${env:NAME}" to keep its password out of git';
      problems.push(report('config-missing', 'store', 'value', '`state.url` is missing', hint));
    }
    if (state.store === 'git') {
      const { ref, remote } = gitPlaceOf(name, state);
      const other = places.get(`${remote} ${ref}`);
      if (other !== undefined) {
        const message = `The environment ${other} keeps its state in the same ref, ${ref}`;
        const member = state.ref === undefined ? 'store' : 'ref';
        problems.push(report('config-invalid', member, 'value', message, 'Give each environment a ref of its own'));
      }
      places.set(`${remote} ${ref}`, name);
    }
    return problems;
  });
}

/** Credentials that are written out: they would be in git. */
function literalSecrets(config: ConfigFile, document: LocatedDocument): Problem[] {
  return Object.entries(config.environments).flatMap(([name, { credentials, state }]) =>
    [
      { at: ['credentials', 'apiKey'], value: credentials?.apiKey },
      { at: ['credentials', 'password'], value: credentials?.password },
      // Without a password the address is none.
      {
        at: ['state', 'url'],
        value: state?.url && (accessIn(state.url) ?? state.url.match(/[?&]password=[^&]+/)?.[0]),
      },
    ].flatMap(({ at, value }): Problem[] =>
      value === undefined || value.includes('${env:')
        ? []
        : [
            {
              code: 'config-literal-secret',
              severity: 'warning',
              message: `\`${at[1]}\` stands in the file itself`,
              hint: 'Write "${env:NAME}" and set NAME where notiform runs',
              place: document.place(['environments', name, ...at], 'key'),
            },
          ],
    ),
  );
}
