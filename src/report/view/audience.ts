import { type Address, kindOf, parseAddress, splitVersion } from '../../core/address.ts';
import { nameIn } from '../../core/content.ts';
import { groupBy } from '../../core/grouping.ts';
import type { JsonObject } from '../../core/json.ts';
import { fill, grouped, type Language, type Phrase } from '../../core/language.ts';
import type { Comment } from '../../core/resource.ts';
import { serviceTime } from '../../core/zone.ts';
import { nounOf } from '../../kinds/labels.ts';
import { withNaming } from '../command.ts';
import type { Naming } from '../style.ts';
import {
  addressText,
  capital,
  code,
  dotted,
  type ManifestLine,
  ours,
  type Span,
  sentenceSpans,
  sourceText,
  span,
  type Text,
} from '../text.ts';
import { ourTime } from '../time.ts';
import type { Entry, ViewPart } from './blocks.ts';
import { authorName, waitsWord } from './words.ts';

/** A resource of which the address or the kind is known. */
export type OfKind = { address: string; kind?: string } | { address?: undefined; kind: string };

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

export interface AudienceOptions {
  language?: Language | undefined;
  /** The time zone of all times, an IANA name; Korea's if left out. */
  timezone?: string | undefined;
  /** The program and the configuration of the commands that are shown. */
  naming?: Naming | undefined;
}

export type SaidValues = Readonly<Record<string, string | number | Text>>;

const DECISION: Phrase = { en: 'a decision', ko: '처리 결과' };

/** So few resources are named in a sentence. */
export const MOST_NAMES = 3;

/** Who reads a view: a reviewer in a language, by names; or an engineer in English, by addresses. */
export class Audience {
  readonly language: Language;
  readonly naming: Naming | undefined;
  readonly isEngineer: boolean;
  readonly #options: AudienceOptions;
  readonly #known: ReadonlyMap<string, KnownResource>;

  /** @param resources what the view is about; left out for an engineer */
  constructor(options: AudienceOptions, resources?: readonly NamedResource[]) {
    this.isEngineer = resources === undefined;
    this.language = this.isEngineer ? 'en' : (options.language ?? 'en');
    this.naming = options.naming;
    this.#options = options;
    this.#known = knownResources(resources ?? []);
  }

  /** A phrase with its values, which are users' texts. */
  say(phrase: Phrase, values: SaidValues = {}): Span[] {
    const { language } = this;
    const numbers = Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value]] : [],
    );
    return phrase[language]
      .split(/(\{\w+\})/u)
      .filter((part) => part !== '')
      .flatMap((part): Text => {
        const value = values[/^\{(\w+)\}$/u.exec(part)?.[1] ?? ''];
        if (typeof value === 'object') return value;
        if (typeof value === 'string') return value === '' ? [] : [span(value)];
        return [ours(fill({ en: part, ko: part }, language, Object.fromEntries(numbers)))];
      });
  }

  /** The words before a way out. */
  way(phrase: Phrase): Span {
    const words = phrase[this.language];
    return ours(this.isEngineer ? `→ ${words}` : capital(words));
  }

  /** A sentence whose commands, between backticks, are complete and can be copied. */
  sentence(text: string, ...tones: Span['tones']): Span[] {
    return sentenceSpans(withNaming(text, this.naming), ...tones);
  }

  /** `2 notification templates`, `알림 템플릿 2개`, of the kinds of some resources. Few of them are named. */
  what<T extends OfKind>(some: readonly T[], namesOf: (some: readonly T[]) => string = () => ''): Text {
    const kinds = Array.from(groupBy(some, ({ address = '', kind = kindOf(address) }) => kind));
    return kinds.flatMap(([kind, group], index): Text => {
      const noun = nounOf(kind, this.language);
      const [count, names] = [grouped(group.length), namesOf(group)];
      const isKorean = this.language === 'ko';
      const between = index === 0 ? '' : isKorean || index < kinds.length - 1 ? ', ' : ' and ';
      const counted = isKorean ? `${noun} ${count}개` : `${count} ${noun}${group.length === 1 ? '' : 's'} `;
      if (names === '') return [ours(`${between}${counted.trimEnd()}`)];
      return [ours(`${between}${counted}(`), span(names), ours(')')];
    });
  }

  /** A sentence about `{what}`: `2 notification templates`, `알림 템플릿 1개(가입 안내)`. None if there are no resources. */
  about(phrase: Phrase, some: readonly NamedResource[], values: SaidValues = {}): Text[] {
    if (some.length === 0) return [];
    const what = some.length > MOST_NAMES ? this.what(some) : this.what(some, (group) => this.#namesOf(group));
    return [this.say(phrase, { what, count: some.length, ...values })];
  }

  /** `what` of a sentence after one that has the nouns: in English only the names. A Korean particle needs the noun. */
  names(some: readonly NamedResource[]): { what?: string } {
    return this.language === 'ko' || some.length > MOST_NAMES ? {} : { what: this.#namesOf(some) };
  }

  #namesOf(some: readonly NamedResource[]): string {
    return [...new Set(some.map(({ address }) => this.nameOf(address)))].join(', ');
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

  /** The name of a resource for reviewers: its own name, else its file, else its id. */
  nameOf(address: string): string {
    return this.#known.get(address)?.name ?? ownName({ address });
  }

  /** A resource in a title: its address for engineers, its name with a link for reviewers. */
  title(address: Address): Text {
    if (this.isEngineer) return addressText(address);
    const { source } = this.#known.get(address) ?? {};
    return [{ ...span(this.nameOf(address), 'bold'), ...(source && { line: source }) }];
  }

  /** The name of a resource with its noun. */
  named(address: Address): Pick<Entry, 'title' | 'noun'> {
    return { title: this.title(address), noun: [span(this.noun(address))] };
  }

  /** `notification template` */
  noun(address: string): string {
    return nounOf(kindOf(address), this.language);
  }

  time(text: string): string {
    return serviceTime(text, this.#options);
  }

  /** A time of notiform, ISO 8601. */
  ourTime(text: string): string {
    return ourTime(text, this.#options);
  }

  /** The comments of an inspector and ours, oldest first. Empty ones are left out. */
  comments(comments: readonly Comment[]): ViewPart[] {
    return comments
      .filter(({ content }) => content.trim() !== '')
      .map(({ content, createdAt, status, userName }) => {
        const author = authorName(userName, this.language);
        const about = [author, this.isEngineer ? status : '', this.time(createdAt)].filter((part) => part !== '');
        return { quote: content, about: dotted(about) };
      });
  }
}

/** The address and the line of the manifest, for engineers among the reviewers. */
export function placeOf({ address, source }: NamedResource): Text[] {
  return [[code(address)], sourceText(source)];
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
