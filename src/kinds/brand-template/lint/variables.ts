import { formatPath } from '../../../core/path.ts';
import { AS_OF, type LintRule, SOURCES } from '../../notification-template/lint/rule.ts';
import {
  malformedIn,
  syntax,
  unsampledIn,
  variablesIn,
  withoutSample,
} from '../../notification-template/lint/variables.ts';
import { BUTTON_LISTS, MOST_IN_BUTTONS } from '../texts.ts';
import { misnamedIn } from '../variable-names.ts';
import type { BrandReading } from './reading.ts';

/** What the service takes for a variable and refuses by its name is an error of its own. */
const malformed: LintRule<BrandReading> = {
  ...syntax,
  find: ({ texts }) =>
    texts.flatMap((placed) => {
      const refused = new Set(misnamedIn(placed.text).map(({ start }) => start));
      return malformedIn(placed, (start) => refused.has(start));
    }),
};

const inButtons: LintRule<BrandReading> = {
  id: 'AT02',
  level: 'error',
  code: 'too-many-variables',
  what: `More than ${MOST_IN_BUTTONS} different variables over all buttons, those of the cards included`,
  help: 'Take some away: one variable may stand in many places',
  source: SOURCES.resource('2.4'),
  date: AS_OF,
  covers: BUTTON_LISTS.map((at) => ({ code: 'too-many-variables', at })),
};

const inName: LintRule<BrandReading> = {
  id: 'AT04',
  level: 'warning',
  code: 'variable-place',
  what: 'A variable in the name of a button: a send fills in the links of buttons',
  help: 'Write out a name that is the same in every message; what differs stands in the link or the body',
  source: `${SOURCES.message('2.10')}, buttonvariable`,
  date: AS_OF,
  find: ({ texts }) =>
    texts
      .filter(({ at }) => /buttons\[\d+\]\.name$/.test(formatPath(at)))
      .flatMap((placed) => variablesIn(placed, (name) => `The name of a button holds the variable \`${name}\``)),
};

/** What the service refuses by its name or its place has no value to be given. */
const sampled: LintRule<BrandReading> = {
  ...withoutSample,
  find: ({ texts, samples, prices }) =>
    unsampledIn(
      texts.filter(({ at }) => at[1] !== 'more').map(({ at, text }) => ({ at, text: withoutMisnamed(text) })),
      samples,
      prices,
    ),
};

/** Every other character stays where it is. */
function withoutMisnamed(text: string): string {
  let end = 0;
  const pieces = misnamedIn(text).map(({ text: { length }, start }) => {
    const before = text.slice(end, start);
    end = start + length;
    return before + ' '.repeat(length);
  });
  return pieces.join('') + text.slice(end);
}

/** AT01 to AT07: message variables and the samples that fill them. */
export const variableRules: readonly LintRule<BrandReading>[] = [malformed, inButtons, inName, sampled];
