import { codes, type ProblemCode } from '../core/codes.ts';
import { fill, type Phrase } from '../core/language.ts';
import type { Place, Problem, Severity } from '../core/problem.ts';
import { explainCommand, withNaming } from './command.ts';
import type { Style, Tone } from './style.ts';
import { drawFrame, linesOf, type SourceLines } from './terminal/frame.ts';
import { EMPTY, render, wrapHanging } from './terminal/line.ts';
import { joined, sentenceSpans, span, type Text, whole } from './text.ts';
import { withTimes } from './time.ts';
import { problemIn, serviceWords } from './wording.ts';

/** Words around a problem and the counts below several. Lint warnings are in Korean too, and so are the words around them. */
export const PROBLEM_LABELS = {
  error: { en: 'error', ko: '오류' },
  warning: { en: 'warning', ko: '주의' },
  errors: { en: '{count} {count:error|errors}', ko: '오류 {count}개' },
  warnings: { en: '{count} {count:warning|warnings}', ko: '주의 {count}개' },
  files: { en: ' in {count} files', ko: ' (파일 {count}개)' },
  help: { en: '  help: ', ko: '  해결: ' },
  more: {
    en: ': {count} more of {rule} {count:is|are} not shown. Use `--json` to list all',
    ko: ': {rule} {count}개를 더 찾았습니다. `--json`을 붙이면 모두 볼 수 있습니다',
  },
  same: {
    en: ': {count} more {count:place has|places have} the same problem: {message}. Use `--json` to list all',
    ko: ': 같은 문제가 {count}곳에 더 있습니다. `--json`을 붙이면 모두 볼 수 있습니다. {message}',
  },
} satisfies Record<string, Phrase>;

const TONES: Record<Severity, Tone> = { error: 'red', warning: 'yellow' };

/** How many warnings of one rule are read by a person before they are fixed as one. */
export const MOST_OF_A_RULE = 20;

/** Every manifest of a profile has this error if the environment lacks the profile. One entry in notiform.yaml corrects them all. */
const UNKNOWN_NAME = 'config-unknown-name' satisfies ProblemCode;

/** The texts of files, by the name that places have. */
export type SourceTexts = Pick<ReadonlyMap<string, string>, 'get'>;

/**
 * Problems for a person, in the order given: each with its place, its message, a code frame, help and docs; then their number.
 * @param sources the texts of the files that places name
 * @param most how many warnings of one rule are shown; the others are only counted. Left out: all problems are shown
 */
export function drawProblems(
  problems: readonly Problem[],
  sources: SourceTexts,
  style: Style,
  most = Number.POSITIVE_INFINITY,
): string {
  if (problems.length === 0) return '';
  const groups = new Map<string, { count: number; most: number; first: Problem }>();
  const isShown = (problem: Problem): boolean => {
    const { severity, rule, code, message } = problem;
    if (severity === 'error' && code !== UNKNOWN_NAME) return true;
    const key = code === UNKNOWN_NAME ? message : (rule ?? code);
    const isOneEnough = Number.isFinite(most) && code === UNKNOWN_NAME;
    const group = groups.get(key) ?? { count: 0, most: isOneEnough ? 1 : most, first: problem };
    group.count += 1;
    groups.set(key, group);
    return group.count <= group.most;
  };
  const split = new Map<string, SourceLines>();
  const linesIn: LinesIn = (file) => {
    // The text may be decoded each time that it is asked for.
    const text = split.has(file) ? undefined : sources.get(file);
    if (text !== undefined) split.set(file, linesOf(text));
    return split.get(file);
  };
  const lines = problems.filter(isShown).flatMap((problem) => [...drawProblem(problem, style, linesIn), EMPTY]);
  const rest = [...groups.values()].filter((group) => group.count > group.most);
  const more = rest.flatMap((group) => prose(moreOf(group.first, group.count - group.most, style), style));
  return render([...lines, ...more, ...(more.length > 0 ? [EMPTY] : []), summary(problems, style)], style);
}

function moreOf(first: Problem, count: number, { language = 'en' }: Style): Text {
  const { severity, rule, code } = first;
  const label = code === UNKNOWN_NAME ? 'same' : 'more';
  const { message } = problemIn(language, first);
  return [
    whole(PROBLEM_LABELS[severity][language], TONES[severity], 'bold'),
    span(fill(PROBLEM_LABELS[label], language, { count, rule: rule ?? code, message })),
  ];
}

/** Finds the lines of a file; undefined if its text is not known. */
type LinesIn = (file: string) => SourceLines | undefined;

/** One problem in rows. Code frames need the lines of the files. */
export function drawProblem(given: Problem, style: Style, linesIn: LinesIn = () => undefined): Text[] {
  const { language = 'en' } = style;
  const problem = problemIn(language, given);
  const service = serviceWords(problem);
  return [
    ...prose(title(problem, style), style),
    ...frame(problem.place, TONES[problem.severity], linesIn, style),
    ...(service === undefined ? [] : prose([span('  the service says: ', 'dim'), span(service)], style)),
    ...(problem.related ?? []).flatMap(({ message, place }) => [
      ...prose([span('  also: ', 'dim'), whole(placeText(place), 'bold'), span(`: ${message}`)], style),
      ...frame(place, 'blue', linesIn, style),
    ]),
    ...prose(
      [
        span(PROBLEM_LABELS.help[language], 'dim'),
        ...sentenceSpans(withNaming(problem.hint ?? codes[problem.code].help, style.naming)),
      ],
      style,
    ),
    // The hint of a usage error names the help of its command.
    ...(problem.code === 'usage'
      ? []
      : [[span('  docs: ', 'dim'), whole(explainCommand(problem.rule ?? problem.code, style), 'dim')]]),
  ];
}

/** `manifests/order.yaml:3:7: error: …`, as compilers write it: editors and CI find the place. A lint rule is named. */
function title({ place, address, severity, rule, message }: Problem, style: Style): Text {
  const word = PROBLEM_LABELS[severity][style.language ?? 'en'];
  const where = place ? placeText(place) : address;
  return [
    ...(where === undefined ? [] : [whole(where, 'bold'), span(': ')]),
    whole(rule === undefined ? word : `${word} ${rule}`, TONES[severity], 'bold'),
    span(`: ${withTimes(message, style)}`),
  ];
}

export function placeText({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

function prose(line: Text, style: Style): Text[] {
  return wrapHanging(line, Math.max(40, style.width), 8);
}

function frame(place: Place | undefined, tone: Tone, linesIn: LinesIn, { width }: Style): Text[] {
  const lines = place && linesIn(place.file);
  return lines ? drawFrame(lines, place, width, tone) : [];
}

function summary(problems: readonly Problem[], { language = 'en' }: Style): Text {
  const parts = (['error', 'warning'] as const).flatMap((severity) => {
    const count = problems.filter((problem) => problem.severity === severity).length;
    const word = fill(PROBLEM_LABELS[`${severity}s`], language, { count });
    return count === 0 ? [] : [[whole(word, TONES[severity], 'bold')]];
  });
  const count = new Set(problems.flatMap(({ place }) => place?.file ?? [])).size;
  const files = count > 1 ? [span(fill(PROBLEM_LABELS.files, language, { count }))] : [];
  return [...joined(parts, span(', ')), ...files];
}
