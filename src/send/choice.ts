import { errorProblem, isProblem, type Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { TestSend, WrittenMessage } from '../core/test-send.ts';
import { meantBy } from '../text/meant.ts';
import { didYouMean, fewOf } from '../text/suggest.ts';
import { type SendMistake, sendMistake, within } from './about.ts';
import { bubbleChannel, channelOfTemplate, templateKinds, writtenChannelOf } from './channels/registry.ts';
import type { OfTemplate, OfWritten, SendSubject } from './parties.ts';

/** The options of the command line that replace fields of a test send, or single variables. Risks are added to those that it allows. */
type SendOverrides = Partial<Pick<TestSend, 'to' | 'from' | 'profile' | 'sample' | 'variables' | 'at' | 'allow'>>;

/** The fields by which a test send is chosen, and the environments of one that is not for the current environment. */
type Named = Pick<TestSend, 'id' | 'source'> & { environments?: readonly string[] };

interface DeclaredSends<T extends Named = TestSend> {
  sends: readonly T[];
  resources: readonly Resource[];
}

/**
 * Finds the test sends that `what` means; all of the project if it is empty. In this order: a template's address (a send without a manifest), a test send's
 * address or id, a file or folder of manifests, the last parts of a template's address. Returns a problem if it means none.
 * Throws a NotiformError (exit 64) if several templates end with these parts.
 * @param path `what` as a path relative to the project's root
 */
export function chooseSends<T extends Named>(
  what: string,
  path: string,
  { sends, resources }: DeclaredSends<T>,
): (T | TestSend)[] | Problem {
  if (what === '') return sends.length === 0 ? noSends(resources) : [...sends];
  const template = resources.find(({ address }) => address === what);
  if (template) return [sendOf(template)];
  const named = sends.filter(({ id }) => id === what || `TestSend/${id}` === what);
  const folder = path === '' ? '' : `${path}/`;
  const chosen = named.length > 0 ? named : sends.filter(({ source }) => `${source.file}/`.startsWith(folder));
  if (chosen.length > 0) return chosen;
  const templates = resources.filter(isSendable);
  const addresses = templates.map(({ address }) => address);
  const address = meantBy(what, addresses);
  const short = templates.find((one) => one.address === address);
  if (short) return [sendOf(short)];
  const known = [...sends.map(({ id }) => `TestSend/${id}`), ...addresses];
  const ids = [...sends, ...templates].map(({ id }) => id);
  const message = `\`${what}\` is no test send, no template and no file or folder with test sends`;
  const there = sends.length > 0 ? `There are ${fewOf(sends.map(({ id }) => `\`${id}\``))}` : NONE;
  return errorProblem('selection-empty', message, didYouMean(what, [...known, ...ids], there));
}

const NONE = 'No manifest has a test send yet: name a template by its address, and `--to`';

/** Makes the problem of a project without test sends, if no argument was given. */
function noSends(resources: readonly Resource[]): Problem {
  const example = resources.find(isSendable)?.address ?? ADDRESSES[0];
  const hint = `Write a manifest of the kind \`TestSend\`, or name a template: \`notiform send ${example} --to NAME\``;
  return errorProblem('selection-empty', 'There are no test sends in the manifests', hint);
}

/** Makes the test send of a template that the command line names: its first sample, to recipients of the command line. */
function sendOf(template: Resource): TestSend {
  const { address, source } = template;
  return { id: address, source, template: address, to: [], expect: 'delivered', buttons: {}, allow: [] };
}

/** Returns the test send with the options of the command line in place of its own fields. */
export function withOverrides(test: TestSend, overrides: SendOverrides): TestSend {
  const { to, variables, allow, ...fields } = overrides;
  return {
    ...test,
    ...fields,
    ...(to && to.length > 0 ? { to: [...to] } : {}),
    ...(variables === undefined ? {} : { variables: { ...test.variables, ...variables } }),
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
const ADDRESSES = templateKinds.map((kind) => `${kind}/PROFILE/ID`);

function isSendable({ address }: Resource): boolean {
  return channelOfTemplate(address) !== undefined;
}

/** Returns what a test send and each of its fallbacks send, in this order. */
export function subjectsOf(test: TestSend, resources: readonly Resource[]): SendSubject[] {
  return [test, ...fallbackSends(test)].map((own, index) => {
    const base = index === 0 ? [] : ['fallback', index - 1];
    const found = subjectOf(own, resources);
    return isProblem(found) ? within(base, found) : { ...found, test: own, base };
  });
}

/** Returns each fallback of a test send as a test send of its own. */
function fallbackSends(test: TestSend): TestSend[] {
  const { id, source, to, expect, allow } = test;
  return (test.fallback ?? []).map(({ type, template, subject, text, files, content, ...own }) => {
    const whole = { id, source, to, expect, allow, buttons: {}, ...own };
    if (template !== undefined) return { ...whole, template };
    if (own.brand?.body) return whole;
    const written = {
      ...(subject && { subject }),
      ...(text && { text }),
      ...(files && { files }),
      ...(content && { content }),
    };
    // Without a template, the schema allows only these types.
    return { ...whole, message: { type: type as WrittenMessage['type'], ...written } };
  });
}

/** Returns a declared template or the message of a test send, with its channel. A mistake if it cannot be sent. */
function subjectOf(
  test: TestSend,
  resources: readonly Resource[],
): Omit<OfTemplate, 'test' | 'base'> | Omit<OfWritten, 'test' | 'base'> | SendMistake {
  const wrong = (message: string, hint: string): SendMistake =>
    sendMistake(['template'], 'send-template', message, { hint });
  const { template: address, message } = test;
  if (address === undefined) {
    if (test.brand?.body) return { channel: bubbleChannel };
    const written = message && writtenChannelOf(message.type);
    if (written) return { channel: written };
    return wrong(`The test send ${test.id} names no template`, 'Name the address of a template in `template`');
  }
  const channel = channelOfTemplate(address);
  const form = `Write ${ADDRESSES.map((one) => `\`${one}\``).join(' or ')} of a manifest`;
  const sendable = resources.filter(isSendable).map((one) => one.address);
  if (!channel) return wrong(`\`${address}\` is not the address of a ${templateKinds.join(' or ')}`, form);
  const template = resources.find((one) => one.address === address);
  if (template && test.brand?.mode === 'free' && channel.draft) return { channel: bubbleChannel, source: template };
  if (template) return { template, channel };
  return wrong(`No manifest declares \`${address}\``, didYouMean(address, sendable, form));
}
