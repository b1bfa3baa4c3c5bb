import type { LintRule } from '../../notification-template/lint/rule.ts';
import { filledLength } from './lengths.ts';
import { partRules, shownRules } from './parts.ts';
import type { BrandReading } from './reading.ts';
import { variableRules } from './variables.ts';

/**
 * Every lint rule of brand templates, in the order of their ids. The others are about an inspection, which a brand template
 * has not, or about parts that it has not.
 */
export const brandRules: readonly LintRule<BrandReading>[] = [
  ...variableRules,
  ...partRules,
  filledLength,
  ...shownRules,
];
