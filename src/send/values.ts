import type { Resource, Sample } from '../core/resource.ts';
import type { TestSend } from '../core/test-send.ts';
import { findVariables } from '../core/variables.ts';
import { suggest } from '../text/suggest.ts';
import { isGiven, type SendMistake, sendMistake } from './about.ts';
import type { Draft } from './channel.ts';

export interface ChosenValues {
  values: ReadonlyMap<string, string>;
  /** The sample whose values are used. */
  sample: string | undefined;
  /** The field that has the value of a variable. */
  originOf(name: string): Origin;
  mistakes: SendMistake[];
}

/** The message that the values are for, as problems name it, and its samples. */
type Valued = Pick<Resource, 'address' | 'samples'>;

/**
 * Chooses the values of a template's variables. The test send's own values come before those of the sample. If no sample is
 * named, the template's first one is used. Every variable must get a value that contains no variable.
 * @param shared the variables of fallbacks, which have the same values
 */
export function chooseValues(
  test: TestSend,
  template: Valued,
  { variables, optional = [] }: Pick<Draft, 'variables' | 'optional'>,
  shared: readonly string[] = [],
): ChosenValues {
  const found = chooseSample(test, template);
  const sample = found && 'name' in found ? found : undefined;
  const own = new Map(Object.entries(test.variables ?? {}));
  const originOf = (name: string): Origin =>
    sample && !own.has(name) && name in sample.values
      ? { at: ['samples', template.samples.indexOf(sample), 'values', name], of: 'template' }
      : { at: ['variables', name] };
  const chosen = { sample: sample?.name, originOf };
  if (found && 'code' in found) return { ...chosen, values: new Map(), mistakes: [found] };
  const values = new Map([...Object.entries(sample?.values ?? {}), ...own]);
  const wanted = [...new Set([...variables, ...shared])];
  const unused = [...values.keys()].filter((name) => !wanted.includes(name) && !optional.includes(name));
  const wrongValue = (name: string): SendMistake[] => {
    const value = values.get(name);
    const of = variables.includes(name) ? template : { ...template, address: 'a fallback' };
    if (value === undefined) return optional.includes(name) ? [] : [missing(test, of, name)];
    return value === '' ? [emptyValue(of, name, originOf(name))] : unfillable(name, value, originOf(name));
  };
  return {
    ...chosen,
    values,
    mistakes: [
      ...wanted.flatMap(wrongValue),
      ...unused.map((name) => needless(test, template, name, wanted, own, originOf(name))),
    ],
  };
}

function chooseSample(test: TestSend, template: Valued): Sample | SendMistake | undefined {
  if (test.sample === undefined) return template.samples[0];
  const found = template.samples.find(({ name }) => name === test.sample);
  if (found) return found;
  const names = template.samples.map(({ name }) => name);
  const known = names.length > 0 ? `There are: ${names.join(', ')}` : 'It has no samples';
  return sendMistake(['sample'], 'send-sample', `${template.address} has no sample \`${test.sample}\``, {
    hint: known,
  });
}

function missing(test: TestSend, template: Valued, name: string): SendMistake {
  const hint = `Give it one in \`variables\`, ${test.template === undefined ? '' : 'in the sample, '}or with \`--var ${/\s/.test(name) ? `'${name}=…'` : `${name}=…`}\``;
  const message = `\`#{${name}}\` of ${template.address} has no value`;
  return sendMistake(['variables'], 'send-missing-value', message, { hint, on: 'key' });
}

export type Origin = Pick<SendMistake, 'at' | 'of'>;

/** Warns of a value that fills a variable with nothing. No document forbids it. */
export function emptyValue(template: Pick<Valued, 'address'>, name: string, origin: Origin): SendMistake {
  const message = `\`#{${name}}\` of ${template.address} would be filled with nothing`;
  return sendMistake(origin.at, 'send-empty-value', message, { ...origin, severity: 'warning' });
}

/** Reports a value that contains a variable, which would be sent as `#{…}`. */
export function unfillable(name: string, value: string, origin: Origin): SendMistake[] {
  const [inner] = findVariables(value);
  if (!inner) return [];
  const message = `The value of \`${name}\` contains the variable \`#{${inner.name}}\`, which is not filled`;
  const hint = 'Write the text that a recipient reads';
  return [sendMistake(origin.at, 'send-leftover', message, { ...origin, hint })];
}

/**
 * Reports a value without a variable. Samples may have more values than the message uses. A value of the command line is for
 * all test sends of the run, so it is an error only if its name is misspelled: the sample's value would be sent instead.
 */
function needless(
  test: TestSend,
  template: Valued,
  name: string,
  variables: readonly string[],
  own: ReadonlyMap<string, string>,
  origin: Origin,
): SendMistake {
  const meant = suggest(name, variables);
  const slipped = own.has(name) && meant !== undefined && !own.has(meant);
  const message = `A value is given for \`${name}\`, and ${template.address} has no \`#{${name}}\``;
  const known = variables.length > 0 ? `It has: ${variables.join(', ')}` : 'Remove the value';
  const hint = meant ? `Did you mean \`${meant}\`?` : known;
  const isWritten = own.has(name) && !isGiven(test, origin.at);
  const severity = slipped || isWritten ? 'error' : 'warning';
  return sendMistake(origin.at, 'send-unused-value', message, { ...origin, hint, severity, on: 'key' });
}
