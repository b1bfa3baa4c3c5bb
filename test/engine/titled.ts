import type { Kind } from '../../src/core/kind.ts';
import { type FakeService, failure, thingKind } from './support.ts';

/** Things of which no two may bear one title, as the service has it; they may name others (`uses`). */
export const titled: Kind<FakeService> = {
  ...thingKind,
  recognition: {
    titleOf: ({ title }) => String(title),
    matches: () => true,
  },
  refersTo: {
    kind: 'Thing',
    names: ({ content }) => (Array.isArray(content['uses']) ? content['uses'].map(String) : []),
  },
  discovery: {
    ...thingKind.discovery,
    by: 'list',
    read: async (...about) => ('read' in thingKind.discovery ? thingKind.discovery.read(...about) : undefined),
    page: (service, profile, page) =>
      service.call(`page ${profile.alias} ${page}`, () => {
        const rows = Array.from(service.of(profile.alias), ([name, { content, state }]) => ({
          name,
          title: String(content['title']),
          state,
          modifiedAt: '2026-11-20 09:00:00',
        }));
        return { rows, unreadable: [], total: rows.length, pages: 1 };
      }),
  },
  operations: thingKind.operations.map((row) => ({
    ...row,
    run: async (context) => {
      const { service, profile, desired, live } = context;
      const { title } = desired.content;
      const others = [...service.of(profile.alias)].filter(([name]) => name !== live?.name);
      const isWritten = ['thing.add', 'thing.edit'].includes(row.name);
      if (isWritten && others.some(([, { content }]) => content['title'] === title)) throw failure('refused', 'taken');
      return row.run(context);
    },
  })),
};
