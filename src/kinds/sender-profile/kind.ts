import type { Kind, Verdict } from '../../core/kind.ts';
import type { Resource, Standing } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { contentOf } from './content.ts';
import { profileDiscovery } from './discovery.ts';
import { managedProfile } from './managed.ts';
import { bindingOfProfile } from './memory.ts';
import { nextOf, profileOperations } from './operations.ts';
import { factsOf } from './standing.ts';

/**
 * Sender profiles (resource API 2.3, 4.3, 4.4): what a manifest manages of one, and nothing else. None is made or deleted
 * by a plan; one that is not declared any more is forgotten.
 */
export const senderProfile: Kind<Client> = {
  name: 'SenderProfile',
  discovery: profileDiscovery,
  operations: profileOperations,
  nameOf: ({ alias }) => (typeof alias === 'string' ? alias : undefined),
  bindingOf: bindingOfProfile,
  managed: managedProfile,
  memberOf: ({ content }) => contentOf(content).groups ?? [],
  meets,
  // All of them ask first whether the profile can be changed, and nothing else can be in the way.
  blockedBy: () => ({ operation: 'profile.recover' }),
};

function meets(at: Standing, want: Resource): Verdict {
  if (want.goal === 'removed') return { meets: 'yes' };
  if (!at || nextOf(at, want) !== undefined) return { meets: 'no' };
  const waits = contentOf(want.content).brandMessage && !factsOf(at).brandMessage;
  return waits ? { meets: 'waiting', waitsFor: 'approval' } : { meets: 'yes' };
}
