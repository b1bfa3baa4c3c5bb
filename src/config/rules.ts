import type { Path } from '../core/declaration.ts';
import { formatPath } from '../core/declaration.ts';
import { isObject, type Json } from '../core/json.ts';
import type { LocatedDocument } from '../core/located.ts';
import type { Problem } from '../core/problem.ts';
import { suggest } from '../core/suggest.ts';
import { BAD_REFERENCE, hasBadReference } from './reference.ts';
import type { ConfigFile } from './schema.ts';

/** What a schema cannot say of a configuration, found without resolving anything. */
export function checkRules(config: ConfigFile, document: LocatedDocument): Problem[] {
  return [
    ...crossRules(config, document),
    ...badReferences(document.value, [], document),
    ...literalSecrets(config, document),
  ];
}

/** Placeholders that are no `${env:NAME}`, wherever they stand: each is told before anybody needs it. */
function badReferences(value: Json, path: Path, document: LocatedDocument): Problem[] {
  if (typeof value === 'string' && hasBadReference(value)) {
    const { hint } = BAD_REFERENCE;
    const message = `\`${formatPath(path)}\` ${BAD_REFERENCE.message}`;
    return [
      {
        code: 'config-invalid',
        severity: 'error',
        message,
        hint,
        place: document.place(path, 'value'),
        path: formatPath(path),
      },
    ];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => badReferences(item, [...path, index], document));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => badReferences(member, [...path, key], document));
}

/** Rules between the settings of one environment, and between `defaults` and the environments. */
function crossRules(config: ConfigFile, document: LocatedDocument): Problem[] {
  const problems: Problem[] = [];
  const report = (path: Path, message: string, hint: string): void => {
    problems.push({ code: 'config-invalid', severity: 'error', message, hint, place: document.place(path, 'key') });
  };
  const chosen = config.defaults.environment;
  if (chosen !== undefined && !config.environments[chosen]) {
    const meant = suggest(chosen, Object.keys(config.environments));
    report(
      ['defaults', 'environment'],
      `There is no environment \`${chosen}\``,
      meant ? `Did you mean \`${meant}\`?` : 'Declare it under `environments`',
    );
  }
  for (const [name, environment] of Object.entries(config.environments)) {
    const at = (member: string): Path => ['environments', name, member];
    for (const member of ['resourceUrl', 'messageUrl', 'credentials', 'insecureTls'] as const) {
      if (environment.emulator && environment[member] !== undefined) {
        report(at(member), `\`${member}\` has no meaning where \`emulator\` is true`, 'Remove one of the two');
      }
    }
    if (environment.inspect !== undefined && !environment.emulator) {
      report(at('inspect'), '`inspect` is a setting of the emulator', 'Remove it, or set `emulator: true`');
    }
    if (environment.insecureTls && !environment.test) {
      report(
        at('insecureTls'),
        '`insecureTls` is for test environments alone',
        'Mark the environment with `test: true`, or remove it (message API 1)',
      );
    }
  }
  return problems;
}

/** Credentials that are written out: they would be in git. */
function literalSecrets(config: ConfigFile, document: LocatedDocument): Problem[] {
  return Object.entries(config.environments).flatMap(([name, environment]) =>
    Object.entries(environment.credentials ?? {}).flatMap(([member, value]): Problem[] =>
      member === 'bizId' || member === 'account' || value === undefined || value.includes('${env:')
        ? []
        : [
            {
              code: 'config-literal-secret',
              severity: 'warning',
              message: `\`${member}\` stands in the file itself`,
              hint: 'Write "${env:NAME}" and set NAME where notiform runs',
              place: document.place(['environments', name, 'credentials', member], 'key'),
            },
          ],
    ),
  );
}
