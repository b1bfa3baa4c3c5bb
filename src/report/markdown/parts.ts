import { kindOf, parseAddress, splitVersion } from '../../core/address.ts';
import { nameIn } from '../../core/content.ts';
import { groupBy } from '../../core/grouping.ts';
import type { JsonObject } from '../../core/json.ts';
import { fill, grouped, type Language, type Phrase, type PhraseValues } from '../../core/language.ts';
import type { Place } from '../../core/problem.ts';
import type { Comment } from '../../core/resource.ts';
import { serviceTime } from '../../core/zone.ts';
import { nounOf } from '../../kinds/labels.ts';
import { withNaming } from '../command.ts';
import type { Naming } from '../style.ts';
import { ourTime } from '../time.ts';
import { authorName, waitsWord } from '../words.ts';
import { fenced, inert } from './markdown.ts';

/** A resource of which the address or the kind is known. */
type OfKind = { address: string; kind?: string } | { address?: undefined; kind: string };

type ManifestLine = Pick<Place, 'file' | 'line'>;

export interface ReviewOptions {
  language?: Language;
  /** The most characters (UTF-16 units) of the text. */
  limit?: number;
  /** The time zone of all times, an IANA name; Korea's if left out. */
  timezone?: string | undefined;
  /** The names of template categories by their codes. */
  categories?: Readonly<Record<string, string>> | undefined;
  /** The program and the configuration of the commands that are shown. */
  naming?: Naming | undefined;
  /** Returns the address of a manifest's line. */
  linkOf?(source: ManifestLine): string | undefined;
}

/** A resource with the content that names it, where it is known. */
export interface NamedResource {
  address: string;
  kind?: string;
  title?: string | null | undefined;
  after?: JsonObject | null;
  before?: JsonObject | null;
  /** The line of its manifest. */
  source?: ManifestLine | null;
}

const DECISION: Phrase = { en: 'a decision', ko: '처리 결과' };

/** The last line of a list that is cut. */
export const MORE: Phrase = { en: '… and {count} more', ko: '… 외 {count}건' };

/** A comment of GitHub holds 65,536 characters; some are left for the Action. */
export const COMMENT_LIMIT = 63_000;

/** Draws phrases and users' texts in the language of one reviewer. */
export class ReviewWriter {
  readonly language: Language;
  readonly limit: number;
  readonly categories: ReviewOptions['categories'];
  readonly naming: ReviewOptions['naming'];
  readonly #options: ReviewOptions;
  readonly #known: ReadonlyMap<string, KnownResource>;

  /** @param resources what the text is about */
  constructor(options: ReviewOptions, resources: readonly NamedResource[] = []) {
    this.language = options.language ?? 'en';
    this.naming = options.naming;
    this.limit = options.limit ?? COMMENT_LIMIT;
    this.categories = options.categories;
    this.#options = options;
    this.#known = knownResources(resources);
  }

  /** A phrase with its values made inert. `what` is inert already. */
  say(phrase: Phrase, values: PhraseValues = {}): string {
    const inside = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && name !== 'what' ? inert(value) : value,
    ]);
    return fill(phrase, this.language, Object.fromEntries(inside));
  }

  /** A text of ours whose commands, between backticks, are complete and can be copied. */
  withCommands(text: string): string {
    return withNaming(text, this.naming)
      .split('`')
      .map((part, index) => (index % 2 === 1 ? code(part) : inert(part)))
      .join('');
  }

  /** `2 notification templates`, `알림 템플릿 2개`, of the kinds of some resources. Few of them may be named. */
  what<T extends OfKind>(some: readonly T[], namesOf: (some: readonly T[]) => string = () => ''): string {
    const kinds = groupBy(some, ({ address = '', kind = kindOf(address) }) => kind);
    const parts = Array.from(kinds, ([kind, group]) => {
      const noun = nounOf(kind, this.language);
      const [count, names] = [grouped(group.length), namesOf(group)];
      if (this.language === 'ko') return `${noun} ${count}개${names && `(${names})`}`;
      return `${count} ${noun}${group.length === 1 ? '' : 's'}${names && ` (${names})`}`;
    });
    if (this.language === 'ko') return parts.join(', ');
    return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  }

  /** Groups resources by the decision that they wait for: `a verdict`, `the end of the encoding`. */
  byDecision<T extends { waitsFor: string | null }>(waiting: readonly T[]): { decision: string; some: T[] }[] {
    const groups = groupBy(waiting, ({ waitsFor }) => waitsFor);
    return Array.from(groups, ([waitsFor, some]) => ({ decision: this.decision(waitsFor), some }));
  }

  /** The decision that a resource waits for. */
  decision(waitsFor: string | null): string {
    return waitsFor === null ? DECISION[this.language] : waitsWord(waitsFor, this.language);
  }

  /** A sentence about `{what}`: `2 notification templates`, `알림 템플릿 1개(가입 안내)`. None if there are no resources. */
  about(phrase: Phrase, some: readonly NamedResource[], values: PhraseValues = {}): string[] {
    const what = some.length > MOST_NAMES ? this.what(some) : this.what(some, (group) => this.#namesOf(group));
    return some.length === 0 ? [] : [this.say(phrase, { what, count: some.length, ...values })];
  }

  /** `what` of a sentence after one that has the nouns: in English only the names. A Korean particle needs the noun. */
  names(some: readonly NamedResource[]): { what?: string } {
    return this.language === 'ko' || some.length > MOST_NAMES ? {} : { what: this.#namesOf(some) };
  }

  #namesOf(some: readonly NamedResource[]): string {
    return [...new Set(some.map(({ address }) => inert(this.nameOf(address))))].join(', ');
  }

  /** The name of a resource for reviewers: its own name, else its file, else its id. */
  nameOf(address: string): string {
    return this.#known.get(address)?.name ?? ownName({ address });
  }

  /** The name of a resource with its link. */
  linkedName(address: string, around = ''): string {
    const text = `${around}${inert(this.nameOf(address))}${around}`;
    return this.linked(text, this.#known.get(address)?.source ?? null);
  }

  /** `notification template` */
  noun(address: string): string {
    return nounOf(kindOf(address), this.language);
  }

  /** The first cell of a row: the name with its link, and the noun in small print. */
  resource(address: string): string {
    return `${this.linkedName(address, '**')}<br>${small([inert(this.noun(address))])}`;
  }

  /** A link with a text of ours. */
  link(text: string, url: string): string {
    return `[${text}](${safeUrl(url)})`;
  }

  /** A text that leads to the line of a manifest, if there is a link to it. */
  linked(text: string, source: ManifestLine | null): string {
    const url = source === null ? undefined : this.#options.linkOf?.(source);
    return url === undefined ? text : this.link(text, url);
  }

  /** `manifests/order.yaml:12`, with its link. */
  source(source: ManifestLine | null): string {
    return source === null ? '' : this.linked(inert(`${source.file}:${source.line}`), source);
  }

  time(text: string): string {
    return serviceTime(text, this.#options);
  }

  /** A time of notiform, ISO 8601. */
  ourTime(text: string): string {
    return ourTime(text, this.#options);
  }

  /** The comments of an inspector and ours, each behind a fence. */
  comments(comments: readonly Comment[]): string[] {
    return comments
      .filter(({ content }) => content.trim() !== '')
      .flatMap(({ content, createdAt, userName }) => {
        const about = [authorName(userName, this.language), this.time(createdAt)]
          .filter((part) => part !== '')
          .map(inert);
        return [`<sub>${about.join(' · ')}</sub>`, '', fenced(content, 'text'), ''];
      });
  }
}

/** Text for engineers, in small print. */
export function small(parts: readonly string[]): string {
  return `<sub>${parts.filter((part) => part !== '').join(' · ')}</sub>`;
}

interface KnownResource {
  name: string;
  source: ManifestLine | null;
}

/** Returns the resources by their addresses. If several profiles have a name, each one is named with its profile. */
function knownResources(resources: readonly NamedResource[]): ReadonlyMap<string, KnownResource> {
  const distinct = [...new Map(resources.map((one) => [one.address, one])).values()];
  const all = distinct.map((one) => ({ ...one, ...parseAddress(one.address), name: ownName(one) }));
  const alike = groupBy(all, ({ kind, name }) => `${kind} ${name}`);
  const known = Array.from(alike.values()).flatMap((some) => {
    const isOnce = new Set(some.map(({ profile }) => profile)).size === 1;
    return some.map(({ address, name, profile, source = null }): [string, KnownResource] => [
      address,
      { name: isOnce ? name : `${name} (${profile})`, source },
    ]);
  });
  // A problem of a manifest has the address without a version.
  return new Map([...known.map(([address, one]) => [splitVersion(address).of, one] as const), ...known]);
}

function ownName({ address, title = null, after = null, before = null }: NamedResource): string {
  const [name] = [{ name: title }, after, before].flatMap((content) => nameIn(content ?? {}) ?? []);
  return name ?? splitVersion(address).of.split('/').at(-1) ?? address;
}

/** A block that opens with a click, or is open. */
export function details(title: string, body: readonly string[], isOpen = false): string {
  return [`<details${isOpen ? ' open' : ''}><summary>${title}</summary>`, '', ...body, '', '</details>', '', ''].join(
    '\n',
  );
}

/** A callout of GitHub. */
export function alert(level: 'WARNING' | 'CAUTION' | 'NOTE', ...lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`> [!${level}]`, ...lines.map((line) => `> ${line}`.trimEnd()), ''];
}

/** Lines behind a fence; nothing if there are none. */
export function block(lines: readonly string[], language: string): string[] {
  return lines.length === 0 ? [] : [fenced(lines.join('\n'), language), ''];
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An address or a code. */
export function code(text: string): string {
  return `<code>${inert(text)}</code>`;
}

/** So few resources are named in a sentence. */
export const MOST_NAMES = 3;

/** The most lines of a list beside the resources. */
export const MOST_LINES = 20;

/** A list with its sentence, closed until a click; nothing if it is empty. */
export function foldedList<T extends OfKind>(
  writer: ReviewWriter,
  items: readonly T[],
  title: Phrase,
  lineOf: (item: T) => string,
  values: PhraseValues = {},
  most = MOST_LINES,
): string[] {
  if (items.length === 0) return [];
  const more = items.length - most;
  const lines = items.slice(0, most).map((item) => `- ${lineOf(item)}`);
  if (more > 0) lines.push(`- ${writer.say(MORE, { count: more })}`);
  return [details(writer.say(title, { what: writer.what(items), count: items.length, ...values }), lines)];
}

const SENTENCES = 3;

/** Few sentences as a paragraph; more of them as a paragraph and a list. */
export function paragraphs(lead: readonly string[], rest: readonly string[]): string[] {
  if (lead.length + rest.length <= SENTENCES) return [[...lead, ...rest].join(' ')];
  return [lead.join(' '), '', ...rest.map((sentence) => `- ${sentence}`)];
}

/** An address in which nothing ends a link of Markdown. */
function safeUrl(url: string): string {
  return url.replace(/[^\w./:?=&%#~+,;@-]/gu, (character) => encodeURIComponent(character).replace(/[()'*!]/g, hex));
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
