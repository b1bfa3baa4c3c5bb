import { matchesGlob } from '../core/address.ts';
import { meantBy } from '../core/meant.ts';
import type { Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import { suggest } from '../core/suggest.ts';
import type { TestSend } from '../core/test-send.ts';
import type { SendMistake } from './about.ts';
import type { Channel } from './channel.ts';
import { channelOf, channels } from './channels/registry.ts';

/** The command line's say over a test send. */
export interface SendOverrides {
  to?: readonly string[];
  from?: string;
  profile?: string;
  sample?: string;
  /** Each over the same variable of the test send. */
  variables?: Readonly<Record<string, string>>;
  at?: string;
  /** Added to what the test send allows. */
  allow?: readonly string[];
}

/** What a test send is chosen by. */
type Named = Pick<TestSend, 'id' | 'source'>;

export interface DeclaredSends<T extends Named = TestSend> {
  sends: readonly T[];
  resources: readonly Resource[];
}

/**
 * The test sends that `what` means, in this order: a template's whole address (a send without a manifest), a test send's
 * address or id, a file or folder of manifests, the last parts of a template's address. A problem if it means none. Throws a
 * NotiformError (exit 64) if such parts are those of several templates.
 * @param path `what` as a path relative to the project's root
 */
export function chooseSends<T extends Named>(
  what: string,
  path: string,
  { sends, resources }: DeclaredSends<T>,
): (T | TestSend)[] | Problem {
  const template = resources.find(({ address }) => address === what);
  if (template) return [sendOf(template)];
  const named = sends.filter(({ id }) => id === what || `TestSend/${id}` === what);
  const folder = path === '' ? '' : `${path}/`;
  const chosen = named.length > 0 ? named : sends.filter(({ source }) => `${source.file}/`.startsWith(folder));
  if (chosen.length > 0) return chosen;
  if (what === '') return sends.length === 0 ? noSends(resources) : noneBelow(path, sends);
  const templates = resources.filter(isSendable);
  const addresses = templates.map(({ address }) => address);
  const address = meantBy(what, addresses);
  const short = templates.find((one) => one.address === address);
  if (short) return [sendOf(short)];
  const known = [...sends.map(({ id }) => `TestSend/${id}`), ...addresses];
  const ids = [...sends, ...templates].map(({ id }) => id);
  const meant = known.find((one) => matchesGlob(one, what)) ?? suggest(what, [...known, ...ids]);
  return {
    code: 'selection-empty',
    severity: 'error',
    message: `\`${what}\` is no test send, no template and no file or folder with test sends`,
    hint: meant ? `Did you mean \`${meant}\`?` : thoseThereAre(sends),
  };
}

/** Nothing was named, so that those below the folder where somebody stands are meant. */
function noneBelow(folder: string, sends: readonly Named[]): Problem {
  const message = `There are no test sends below \`${folder}\``;
  return { code: 'selection-empty', severity: 'error', message, hint: thoseThereAre(sends) };
}

/** Nothing was named, so that every test send was meant, and there is none. */
function noSends(resources: readonly Resource[]): Problem {
  const template = resources.find(isSendable);
  const example = template?.address ?? ADDRESSES[0];
  return {
    code: 'selection-empty',
    severity: 'error',
    message: 'There are no test sends in the manifests',
    hint: `Write a manifest of the kind \`TestSend\`, or name a template: \`notiform send ${example} --to NAME\``,
  };
}

/** So many test sends are told; whoever has more finds them in the manifests. */
const TOLD = 10;

function thoseThereAre(sends: readonly Named[]): string {
  if (sends.length === 0) return 'No manifest has a test send yet: name a template by its address, and `--to`';
  const told = sends.slice(0, TOLD).map(({ id }) => `\`${id}\``);
  const rest = sends.length > TOLD ? `, and ${sends.length - TOLD} more` : '';
  return `There are ${told.join(', ')}${rest}`;
}

/** A send of a template that no manifest describes: its first sample, to whom the command line names. */
function sendOf(template: Resource): TestSend {
  const { address, source } = template;
  return { id: address, source, template: address, to: [], expect: 'delivered', buttons: {}, allow: [] };
}

/** The test send with the command line's words in place of its own. */
export function withOverrides(test: TestSend, overrides: SendOverrides): TestSend {
  const { to, from, profile, sample, variables, at, allow } = overrides;
  return {
    ...test,
    ...(to && to.length > 0 ? { to: [...to] } : {}),
    ...(from === undefined ? {} : { from }),
    ...(profile === undefined ? {} : { profile }),
    ...(sample === undefined ? {} : { sample }),
    ...(variables === undefined ? {} : { variables: { ...test.variables, ...variables } }),
    ...(at === undefined ? {} : { at }),
    allow: [...new Set([...test.allow, ...(allow ?? [])])],
    ...givenBy(overrides),
  };
}

function givenBy({ variables = {}, to = [], allow: _, ...fields }: SendOverrides): Pick<TestSend, 'given'> {
  const given = [
    ...(to.length > 0 ? ['to'] : []),
    ...Object.keys(fields),
    ...Object.keys(variables).map((name) => `variables.${name}`),
  ];
  return given.length === 0 ? {} : { given };
}

/** The forms of a template's address, for messages: `NotificationTemplate/PROFILE/ID`. */
const ADDRESSES = channels.map(({ kind }) => `${kind}/PROFILE/ID`);

function isSendable({ address }: Resource): boolean {
  return channelOf(address) !== undefined;
}

/** The declared template of a test send with the channel that sends it; a mistake if it cannot be test-sent. */
export function templateOf(
  test: TestSend,
  resources: readonly Resource[],
): { template: Resource; channel: Channel } | SendMistake {
  const wrong = (message: string, hint: string): SendMistake => ({
    code: 'send-template',
    severity: 'error',
    message,
    hint,
    at: ['template'],
  });
  const { template: address, message } = test;
  if (address === undefined) {
    const hint = 'Name the address of a template in `template`';
    if (!message) return wrong(`The test send ${test.id} names no template`, hint);
    const unsupported = wrong(`Messages of type ${message.type} are not sent`, hint);
    return { ...unsupported, code: 'send-unsupported', at: ['message'], on: 'key' };
  }
  const channel = channelOf(address);
  const form = `Write ${ADDRESSES.map((one) => `\`${one}\``).join(' or ')} of a manifest`;
  if (!channel)
    return wrong(`\`${address}\` is not the address of a ${channels.map(({ kind }) => kind).join(' or ')}`, form);
  const template = resources.find((one) => one.address === address);
  if (template) return { template, channel };
  const sendable = resources.filter(isSendable).map((one) => one.address);
  const closest = suggest(address, sendable);
  return wrong(`No manifest declares \`${address}\``, closest ? `Did you mean \`${closest}\`?` : form);
}
