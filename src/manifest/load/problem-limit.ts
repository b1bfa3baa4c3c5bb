import type { Problem, Severity } from '../../core/problem.ts';

/** The most problems to show for one file. */
const MOST_IN_A_FILE = 200;

interface Rest {
  first: Problem;
  number: number;
  severity: Severity;
}

/**
 * Returns problems that are in reading order, at most 200 for each file. One more problem, at the place of the first hidden one, shows
 * how many are hidden. Its severity is that of the worst of them.
 */
export function withLimitPerFile(problems: readonly Problem[]): Problem[] {
  // The problems of a file are neighbours: a table of a hundred thousand files is not needed.
  let before: string | undefined;
  let count = 0;
  const rests = new Map<string, Rest>();
  const kept = problems.filter((problem) => {
    const file = problem.place?.file ?? '';
    count = file === before ? count + 1 : 1;
    before = file;
    if (count <= MOST_IN_A_FILE) return true;
    const rest = rests.get(file) ?? { first: problem, number: 0, severity: 'warning' };
    const severity = problem.severity === 'error' ? 'error' : rest.severity;
    rests.set(file, { ...rest, number: rest.number + 1, severity });
    return false;
  });
  return [...kept, ...Array.from(rests.values(), moreProblems)];
}

function moreProblems({ first, number, severity }: Rest): Problem {
  return {
    code: 'more-problems',
    severity,
    message: `${number === 1 ? 'One more problem' : `${number.toLocaleString('en')} more problems`} of this file ${number === 1 ? 'is' : 'are'} not shown`,
    hint: 'Fix the problems above first; they often have one cause',
    ...(first.place ? { place: first.place } : {}),
  };
}
