import { codes } from '../../core/codes.ts';
import { compareText } from '../../core/problem.ts';
import { declarations } from '../../kinds/registry.ts';
import { allRules } from '../../manifest/load/lint.ts';
import { readCategories } from '../categories.ts';
import type { Invocation } from '../invocation.ts';
import { type LoadedProject, openAnyConfig, readProject } from '../session.ts';
import type { Completion, NameSort } from './wanted.ts';

/**
 * Returns the names of a sort that this project has. Mistakes in the project are no matter of completion: what can be read counts,
 * and without a project there are no names.
 */
export async function namesIn(invocation: Invocation, name: NameSort): Promise<Completion[]> {
  if (name === 'problem') return distinct([...Object.keys(codes), ...allRules.map(({ id }) => id)]);
  if (name === 'kind') return [...declarations.keys()].map((value) => ({ value }));
  try {
    const { config, environment } = await openAnyConfig(invocation);
    if (name === 'environment') return config.environmentNames.map((value) => ({ value }));
    if (name === 'profile') return [...environment.profiles.keys()].map((value) => ({ value }));
    if (name === 'recipient') return [...environment.recipients.keys()].map((value) => ({ value }));
    if (name === 'sender') return [...environment.senders.keys()].map((value) => ({ value }));
    if (name === 'category') {
      const list = await readCategories({ root: config.root, environment, files: invocation.ports.files });
      return Array.from(list?.names ?? [], ([value, about]) => ({ value, about }));
    }
    return inManifests(await readProject(invocation, config, environment), name);
  } catch {
    return [];
  }
}

function inManifests({ resources, sends }: LoadedProject, name: NameSort): Completion[] {
  const declared = resources.filter(({ implied }) => !implied);
  if (name === 'sample') return distinct(declared.flatMap(({ samples }) => samples.map((sample) => sample.name)));
  if (name === 'code') return distinct(declared.flatMap((resource) => resource.name ?? []));
  const addresses = declared.map(({ address, content }) => ({ value: address, about: String(content['name'] ?? '') }));
  return [...addresses, ...sends.map(({ id }) => ({ value: `TestSend/${id}`, about: '' }))];
}

function distinct(values: readonly string[]): Completion[] {
  return [...new Set(values)].sort(compareText).map((value) => ({ value }));
}
