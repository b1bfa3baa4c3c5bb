import type { Machine } from '../machine.ts';
import { Feed, type Status } from './feed.ts';

import { countWaiting } from './templates.ts';

/** The numbers that the desk shows. */
export function statusOf(machine: Machine): Status {
  const { settings, store, journal } = machine;
  return {
    inspect: settings.inspect,
    waiting: countWaiting(machine),
    templates: store.templates.size + store.brandTemplates.size,
    messages: store.messages.size + store.verificationTokens.size,
    journal: journal.size,
  };
}

/** A feed of all changes of this machine. */
export function feedOf(machine: Machine): Feed {
  const { store, journal, clock, settingsChanges } = machine;
  const feed = new Feed(clock, () => statusOf(machine));
  for (const collection of [store.templates, store.brandTemplates]) collection.onChange(() => feed.mark('requests'));
  // A profile may apply for brand messages.
  store.profiles.onChange(() => feed.mark('requests'));
  // A bubble shows its profile's name.
  for (const collection of [store.messages, store.verificationTokens, store.profiles])
    collection.onChange(() => feed.mark('messages'));
  journal.onChange(() => feed.mark('journal'));
  settingsChanges.add(() => feed.mark('settings'));
  machine.manifests.changes.add(() => feed.mark('requests'));
  return feed;
}
