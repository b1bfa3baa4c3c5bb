import { sameContent } from '../../src/core/content.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { Kind, Row } from '../../src/core/kind.ts';
import type { Live, Resource, ResourceState } from '../../src/core/resource.ts';
import { type FakeService, failure, thing } from './support.ts';

/** Badges: the service gives them their keys. Stored among the things of the fake service, under `badge:1`. */
export function badgeKind(options: { rowsTellAll?: boolean } = {}): Kind<FakeService> {
  let made = 0;
  const keysOf = (service: FakeService, profile: string) =>
    [...service.of(profile)].filter(([name]) => name.startsWith('badge:'));
  const liveOf = (name: string, content: JsonObject): Live => ({ name, content, status: { state: 'present' } });
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    name: 'Badge',
    discovery: {
      by: 'list',
      page: (service, profile, page) =>
        service.call(`page badges ${profile.alias} ${page}`, () => {
          const rows = keysOf(service, profile.alias).map(
            ([name, { content }]): Row => ({
              name,
              title: text(content['title']),
              state: 'present',
              modifiedAt: '',
              ...(options.rowsTellAll ? { live: liveOf(name, content) } : {}),
            }),
          );
          return { rows, unreadable: [], total: rows.length, pages: 1 };
        }),
      read: (service, profile, name) =>
        service.call(`read ${name}`, () => {
          const found = service.of(profile.alias).get(name);
          return found && liveOf(name, found.content);
        }),
      hasWholeRows: options.rowsTellAll === true,
    },
    recognition: {
      titleOf: ({ title }) => text(title),
      matches: (live, want) => live.content['shape'] === want.content['shape'],
    },
    operations: [
      {
        name: 'badge.add',
        title: 'add',
        cites: 'test',
        idempotence: 'observable',
        requires: (at, want) => (at || want.goal === 'removed' ? { reason: 'it is there' } : undefined),
        predicts: (_, want) => [standing('', want)],
        run: ({ service, profile, desired }) =>
          service.call(`add badge ${text(desired.content['title'])}`, () => {
            made += 1;
            const key = `badge:${made}`;
            service.of(profile.alias).set(key, { content: desired.content, state: 'present' });
            return { key };
          }),
      },
      {
        name: 'badge.edit',
        title: 'edit',
        cites: 'test',
        idempotence: 'repeatable',
        requires: (at, want) => (at && want.goal !== 'removed' ? undefined : { reason: 'it is not there' }),
        predicts: (at, want) => [standing(at?.name ?? '', want)],
        run: ({ service, profile, live, desired }) =>
          service.call(`edit ${live?.name}`, () => {
            const found = service.of(profile.alias).get(live?.name ?? '');
            if (!found) throw failure('refused', 'no such badge');
            found.content = desired.content;
            return undefined;
          }),
      },
      {
        name: 'badge.drop',
        title: 'drop',
        cites: 'test',
        idempotence: 'observable',
        requires: (at, want) => (at && want.goal === 'removed' ? undefined : { reason: 'it is wanted' }),
        risk: () => 'destroys',
        predicts: () => [undefined],
        run: ({ service, profile, live }) =>
          service.call(`drop ${live?.name}`, () => {
            service.of(profile.alias).delete(live?.name ?? '');
            return undefined;
          }),
      },
    ],
    nameOf: ({ key }) => (typeof key === 'string' ? key : undefined),
    bindingOf: ({ name }) => ({ key: name }),
    meets: (at, want) => {
      if (want.goal === 'removed') return { meets: at ? 'no' : 'yes' };
      return { meets: at && sameContent(at.content, want.content) ? 'yes' : 'no' };
    },
    blockedBy: () => ({ operation: 'badge.add' }),
  };
}

function standing(name: string, want: Resource): NonNullable<ResourceState> {
  return { name, content: want.content, status: { state: 'present' } };
}

/** A badge that a manifest declares: `Badge/shop/<id>`, its title the id. */
export function badge(id: string, content: JsonObject = {}, more: Partial<Resource> = {}): Resource {
  const { name: _name, ...rest } = thing(id, { title: id, ...content });
  return { ...rest, address: `Badge/shop/${id}`, kind: 'Badge', goal: 'present', ...more };
}
