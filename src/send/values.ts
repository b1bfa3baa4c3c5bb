import type { Problem } from '../core/problem.ts';
import type { Resource, Sample } from '../core/resource.ts';
import { suggest } from '../core/suggest.ts';
import type { TestSend } from '../core/test-send.ts';
import { about } from './about.ts';

export interface ChosenValues {
  values: ReadonlyMap<string, string>;
  problems: Problem[];
}

/**
 * The values of a template's variables: those of the sample, over them the test send's own. Where no sample is named, the
 * template's first one fills what the test send leaves out. Every variable must get a value that is not empty.
 */
export function chooseValues(test: TestSend, template: Resource, variables: readonly string[]): ChosenValues {
  const sample = chooseSample(test, template);
  if (sample && 'code' in sample) return { values: new Map(), problems: [sample] };
  const own = new Map(Object.entries(test.variables ?? {}));
  const values = new Map([...Object.entries(sample?.values ?? {}), ...own]);
  const unused = [...values.keys()].filter((name) => !variables.includes(name));
  return {
    values,
    problems: [
      ...variables.filter((name) => !values.has(name)).map((name) => missing(test, template, name, unused)),
      ...variables.filter((name) => values.get(name) === '').map((name) => empty(test, template, name)),
      ...unused.map((name) => needless(test, template, name, variables, own)),
    ],
  };
}

function chooseSample(test: TestSend, template: Resource): Sample | Problem | undefined {
  if (test.sample === undefined) return template.samples[0];
  const found = template.samples.find(({ name }) => name === test.sample);
  if (found) return found;
  const names = template.samples.map(({ name }) => name);
  const meant = suggest(test.sample, names);
  return {
    ...about(test),
    code: 'send-sample',
    severity: 'error',
    message: `${template.address} has no sample \`${test.sample}\``,
    hint: meant
      ? `Did you mean \`${meant}\`?`
      : names.length > 0
        ? `There are: ${names.join(', ')}`
        : 'It has no samples',
    path: 'sample',
  };
}

function missing(test: TestSend, template: Resource, name: string, unused: readonly string[]): Problem {
  const meant = suggest(name, unused);
  return {
    ...about(test),
    code: 'send-missing-value',
    severity: 'error',
    message: `\`#{${name}}\` of ${template.address} has no value`,
    hint: meant ? `There is one for \`${meant}\`: did you mean that?` : `Give one with \`--var ${quoted(name)}\``,
    path: 'variables',
  };
}

function empty(test: TestSend, template: Resource, name: string): Problem {
  return {
    ...about(test),
    code: 'send-empty-value',
    severity: 'error',
    message: `\`#{${name}}\` of ${template.address} would be filled with nothing`,
    path: `variables.${name}`,
  };
}

/** A slip of the pen is an error: the sample's value would go out in place of the one that was given. */
function needless(
  test: TestSend,
  template: Resource,
  name: string,
  variables: readonly string[],
  own: ReadonlyMap<string, string>,
): Problem {
  const meant = suggest(name, variables);
  const slipped = own.has(name) && meant !== undefined && !own.has(meant);
  return {
    ...about(test),
    code: 'send-unused-value',
    severity: slipped ? 'error' : 'warning',
    message: `A value is given for \`${name}\`, and ${template.address} has no \`#{${name}}\``,
    ...(meant ? { hint: `Did you mean \`${meant}\`?` } : {}),
    path: `variables.${name}`,
  };
}

function quoted(name: string): string {
  return /\s/.test(name) ? `'${name}=…'` : `${name}=…`;
}
