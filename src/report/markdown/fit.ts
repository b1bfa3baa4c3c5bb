import { fill, type Language, type Phrase } from '../../core/language.ts';

/** A resource as a reviewer sees it: a row of the table, and all of it. */
export interface ReviewItem {
  /** The cells, as Markdown. */
  row: readonly string[];
  /** Draws it in full. Left out if the row says everything. */
  whole?: (isOpen: boolean) => string;
  /** As in an `Entry`. */
  text?: string | undefined;
}

/** Says what is left out of a text. */
export interface ReviewCut {
  /** True if each resource has at least a line. */
  isListed: boolean;
  /** The addresses of new texts that are left out. */
  texts: readonly string[];
}

/** The text around the resources. */
interface Frame {
  head: string;
  /** Texts below the resources. */
  rest: readonly string[];
  /** The heads of the table's columns. */
  columns: readonly string[];
  /** Called with what is left out, also if that is nothing. */
  onCut?: ((left: ReviewCut) => void) | undefined;
}

const CUT_WORDS = {
  shortened: {
    en: '{count} {count:resource is|resources are} shown in one line, because this text has a limit.',
    ko: '길이 제한 때문에 {count}건은 한 줄로만 표시했습니다.',
  },
  leftOut: {
    en: '{count} more {count:resource is|resources are} left out. The plan file has everything.',
    ko: '{count}건은 생략했습니다. 전체 내용은 배포 계획 파일에 있습니다.',
  },
  listsLeftOut: {
    en: '{count} {count:part|parts} below the resources {count:is|are} left out.',
    ko: '리소스 아래의 내용 {count}개를 생략했습니다.',
  },
} satisfies Record<string, Phrase>;

/** The most characters of the notes about what is shortened. */
const NOTES = 300;

/** This many resources that do not fit end the search for one that does: each of them is drawn in vain. */
const MOST_MISSES = 8;

/** So few resources are open without a click. */
const OPEN = 3;

/**
 * Puts a text together in which as many resources as fit are in full, then as many as fit in a line of the table. None is cut
 * inside, and the text says how many are shortened or left out. The time does not grow with resources that do not fit.
 */
export function fitReview(
  items: readonly ReviewItem[],
  { head, rest, columns, onCut }: Frame,
  { limit, language }: { limit: number; language: Language },
): string {
  const start = `${head}\n\n`;
  const endings = fitted(rest, Math.max(0, (limit - start.length) / 3));
  const ending = endings.join('\n\n');
  const tableHead = items.length === 0 ? '' : `${cells(columns)}\n${cells(columns.map(() => '---'))}\n`;
  let room = limit - start.length - ending.length - tableHead.length - NOTES;
  // Rows of all resources may take everything. If they would not fit, half of the room is for some resources in full.
  const lines = items.map(({ row }) => `${cells(row)}\n`);
  const all = lines.reduce((sum, line) => sum + line.length, 0);
  const rows = all <= room ? lines : fitted(lines, room / 2);
  room -= rows.reduce((sum, line) => sum + line.length, 0);
  const inRows = items.slice(0, rows.length).filter(({ whole }) => whole);
  const wholes = wholesIn(inRows, room);
  const [shortened, left] = [inRows.length - wholes.size, items.length - rows.length];
  const cut = rest.length - endings.length;
  const texts = items.flatMap((item) => (wholes.has(item) ? [] : (item.text ?? [])));
  onCut?.({ isListed: left === 0 && cut === 0, texts });
  const notes = [
    ...(shortened === 0 ? [] : [fill(CUT_WORDS.shortened, language, { count: shortened })]),
    ...(left === 0 ? [] : [fill(CUT_WORDS.leftOut, language, { count: left })]),
    ...(cut === 0 ? [] : [fill(CUT_WORDS.listsLeftOut, language, { count: cut })]),
  ];
  const note = notes.length === 0 ? '' : `_${notes.join(' ')}_\n\n`;
  return `${start}${tableHead}${rows.join('')}${items.length === 0 ? '' : '\n'}${[...wholes.values()].join('')}${note}${ending}\n`;
}

/** A row of a table. */
function cells(texts: readonly string[]): string {
  return `| ${texts.join(' | ')} |`;
}

/** The first texts that fit, with a line break each. */
export function fitted(texts: readonly string[], room: number): string[] {
  let spare = room;
  const end = texts.findIndex((text) => {
    spare -= text.length + 1;
    return spare < 0;
  });
  return end === -1 ? [...texts] : texts.slice(0, end);
}

function wholesIn(items: readonly ReviewItem[], room: number): Map<ReviewItem, string> {
  let [spare, misses] = [room, 0];
  const shown = new Map<ReviewItem, string>();
  for (const item of items) {
    if (misses >= MOST_MISSES) break;
    const text = item.whole?.(items.length <= OPEN) ?? '';
    if (text.length > spare) misses += 1;
    else {
      spare -= text.length;
      shown.set(item, text);
    }
  }
  return shown;
}
