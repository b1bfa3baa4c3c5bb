import type { HttpBindings } from '@hono/node-server';

/** What a request carries along: Node's own halves of it, and what is noted of it on the way. */
export type Bindings = {
  Bindings: HttpBindings;
  Variables: { code?: string; templateCode?: string };
};
