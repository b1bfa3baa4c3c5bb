import type { Operation, RunContext } from '../../core/kind.ts';
import type { Resource, Standing } from '../../core/resource.ts';
import type { Service } from '../../service/service.ts';
import { codeOf, type Template } from './standing.ts';

/** A row of the operation table of templates. */
export type Row = Operation<Service>;
export type Context = RunContext<Service>;

/** The code that a call names: the one it has, or the one it is to have. */
export function codeAt({ live, desired }: Context): string {
  return live?.name ?? codeOf(desired);
}

/** `predicts` of a row whose `requires` has made sure that there is a template. */
export function after(change: (template: Template, want: Resource) => Standing[]): Row['predicts'] {
  return (at, want) => (at ? change(at, want) : []);
}
