import { kindOf } from '../../core/address.ts';
import { codes } from '../../core/codes.ts';
import { compareText } from '../../core/problem.ts';
import { entriesIn } from '../../engine/binding/state-edit.ts';
import type { StateDocuments } from '../../engine/stored-state/edit-under-lock.ts';
import { declarations, kinds } from '../../kinds/registry.ts';
import { allRules } from '../../manifest/load/lint.ts';
import { readCategories } from '../categories.ts';
import type { Invocation } from '../invocation.ts';
import { type LoadedProject, openAnyConfig, readProject } from '../session.ts';
import { openStore } from '../store.ts';
import { FILES } from './scripts.ts';
import type { Completable, Completion, NameSort } from './wanted.ts';

/** Returns everything that may be written at the cursor. A line `:files` stands for the files of the folder. */
export async function candidatesOf(
  invocation: Invocation,
  { begin, words, names }: Completable,
): Promise<Completion[]> {
  const isFile = names.includes('file');
  const named = await Promise.all(names.filter((name) => name !== 'file').map((name) => namesIn(invocation, name)));
  const prefix = /^--[\w-]+=/.exec(begin)?.[0] ?? '';
  const all = [...words, ...named.flat().map((one) => ({ ...one, value: `${prefix}${one.value}` }))];
  return [...matching(all, begin), ...(isFile ? [{ value: FILES }] : [])];
}

/** Candidates that begin with the text. Of addresses, if there is none, those whose last parts begin with it, as they may be written. */
function matching(all: readonly Completion[], begin: string): Completion[] {
  const direct = all.filter(({ value }) => value.startsWith(begin));
  if (direct.length > 0 || begin.startsWith('-')) return direct;
  return all.flatMap(({ value, about }) => {
    const last = value
      .split('/')
      .slice(1)
      .map((_, index, parts) => parts.slice(index).join('/'))
      .find((part) => part.startsWith(begin));
    return last === undefined ? [] : [{ value: last, ...(about ? { about } : {}) }];
  });
}

/**
 * Returns the names of a sort that this project has. Mistakes in the project are no matter of completion: what can be read counts,
 * and without a project there are no names.
 */
async function namesIn(invocation: Invocation, name: NameSort): Promise<Completion[]> {
  if (name === 'problem') return distinct([...Object.keys(codes), ...allRules.map(({ id }) => id)]);
  if (name === 'kind') return [...declarations.keys()].map((value) => ({ value }));
  try {
    const { config, environment } = await openAnyConfig(invocation);
    if (name === 'environment') return config.environmentNames.map((value) => ({ value }));
    if (name === 'profile' || name === 'sender-profile' || name === 'group') {
      const only = { profile: undefined, 'sender-profile': 'S', group: 'G' }[name];
      return [...environment.profiles].flatMap(([value, { type }]) => (only && type !== only ? [] : { value }));
    }
    if (name === 'recipient') return [...environment.recipients.keys()].map((value) => ({ value }));
    if (name === 'sender') return [...environment.senders.keys()].map((value) => ({ value }));
    if (name === 'category') {
      const list = await readCategories({ root: config.root, environment, files: invocation.ports.files });
      return Array.from(list?.names ?? [], ([value, about]) => ({ value, about }));
    }
    const isStored = environment.state.store === 'file';
    const stored = () => storedDocuments(invocation, { config, environment });
    if (name === 'bound-address' && isStored) return entriesIn(await stored()).map(({ address: value }) => ({ value }));
    const project = await readProject(invocation, config, environment);
    const declared = project.resources.filter(({ implied }) => !implied);
    if (name === 'sample') return distinct(declared.flatMap(({ samples }) => samples.map((sample) => sample.name)));
    if (name === 'test-send') return project.sends.map(({ id }) => ({ value: `TestSend/${id}` }));
    if (name === 'address' || name === 'bound-address')
      return declared.map(({ address, content }) => ({ value: address, about: String(content['name'] ?? '') }));
    const kind = kinds.find((one) => one.name === name);
    if (!kind) return [];
    const inManifests = project.resources.flatMap((one): [string, string][] =>
      one.kind === kind.name && one.name !== undefined ? [[one.name, one.address]] : [],
    );
    // The state has the keys that the service chose. One that is not on this machine is not read.
    const documents = isStored
      ? await stored().catch(() => new Map<string, undefined>())
      : new Map<string, undefined>();
    const bound = entriesIn(documents).flatMap(({ address, entry }): [string, string][] => {
      const known = kindOf(address) === kind.name ? kind.nameOf(entry.binding) : undefined;
      return known === undefined ? [] : [[known, address]];
    });
    const named = new Map([...inManifests, ...bound]);
    return Array.from(named, ([value, about]) => ({ value, about })).sort((a, b) => compareText(a.value, b.value));
  } catch {
    return [];
  }
}

async function storedDocuments(
  invocation: Invocation,
  place: Pick<LoadedProject, 'config' | 'environment'>,
): Promise<StateDocuments> {
  const store = await openStore(invocation, place);
  return store.readAll([...place.environment.profiles.keys()]);
}

function distinct(values: readonly string[]): Completion[] {
  return [...new Set(values)].sort(compareText).map((value) => ({ value }));
}
