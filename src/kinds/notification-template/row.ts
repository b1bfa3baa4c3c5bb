import type { Operation, RunContext } from '../../core/kind.ts';
import type { Resource, Standing } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import { sender } from '../sender.ts';
import { codeOf, type Template } from './standing.ts';

/** A row of the operation table of templates. */
export type TemplateOperation = Operation<Client>;
export type TemplateContext = RunContext<Client>;

/** The code that a call names: the one it has, or the one it is to have. */
export function codeAt({ live, desired }: TemplateContext): string {
  return live?.name ?? codeOf(desired);
}

/** `predicts` of a row whose `requires` has made sure that there is a template. */
export function after(change: (template: Template, want: Resource) => Standing[]): TemplateOperation['predicts'] {
  return (at, want) => (at ? change(at, want) : []);
}

/** `run` of a row whose call names the template and nothing else. */
export function callAbout(endpoint: Endpoint<unknown>): TemplateOperation['run'] {
  return async (context) => {
    const fields = { ...sender(context.profile), templateCode: codeAt(context) };
    await context.service.call(endpoint, fields, context.signal);
    return undefined;
  };
}
