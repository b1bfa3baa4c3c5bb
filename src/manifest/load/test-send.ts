import { kindOf, parseAddress } from '../../core/address.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import { suggest } from '../../core/suggest.ts';
import type { ButtonValues, TestSend } from '../../core/test-send.ts';
import { sendable } from '../../kinds/registry.ts';
import { listed, type Manifest } from '../manifest.ts';
import type { LoadOptions, ManifestEnvironment } from '../options.ts';
import type { Index } from './declared.ts';
import { unknownName } from './profiles.ts';

/** The test send of a sound manifest. */
export function testSendOf({ value, located }: Manifest, defaultSender: string | undefined): TestSend {
  const { id, template, message, profile, from = defaultSender, to, sample, variables, at } = value;
  const { expect = 'delivered', buttons, country, userinfo, resellercode, allow, brand, fallback } = value;
  const { file, line, column } = located.place([], 'key');
  return {
    id: String(id),
    source: { file, line, column },
    to: texts(to),
    expect: String(expect),
    buttons: isObject(buttons) ? (buttons as Record<string, ButtonValues>) : {},
    allow: texts(allow),
    ...text('template', template),
    ...(isObject(message) ? { message: message as unknown as NonNullable<TestSend['message']> } : {}),
    ...text('profile', profile),
    ...text('from', from),
    ...text('sample', sample),
    ...(isObject(variables) ? { variables: variables as Record<string, string> } : {}),
    ...text('at', at),
    ...text('country', country),
    ...text('userinfo', userinfo),
    ...text('resellercode', resellercode),
    ...(isObject(brand) ? { brand } : {}),
    ...(Array.isArray(fallback) ? { fallback: fallback.filter(isObject) } : {}),
  };
}

function text<K extends string>(key: K, value: unknown): { [name in K]?: string } {
  return typeof value === 'string' ? ({ [key]: value } as { [name in K]?: string }) : {};
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Names in a test send that the environment or the project does not have. */
export function testSendMistakes({ value }: Manifest, index: Index, { environment, defaults }: LoadOptions): Problem[] {
  const { senders, recipients, name } = environment;
  const { profile, from, to } = value;
  const sender = typeof from === 'string' ? from : defaults.sender;
  return [
    ...templateMistakes(value, index),
    ...sampleMistakes(value, index),
    ...(typeof profile === 'string' ? profileMistakes(profile, environment) : senderlessMistakes(value, environment)),
    ...(sender !== undefined && !senders.has(sender) ? [unknownName('sender', sender, ['from'], senders, name)] : []),
    ...texts(to).flatMap((one, at) =>
      recipients.has(one) ? [] : [unknownName('recipient', one, ['to', at], recipients, name)],
    ),
  ];
}

function profileMistakes(profile: string, { profiles, name }: ManifestEnvironment): Problem[] {
  const found = profiles.get(profile);
  if (!found) return [unknownName('profile', profile, ['profile'], profiles, name)];
  if (found.type === 'S') return [];
  return [
    problemAt(['profile'], {
      code: 'send-profile',
      message: `\`${profile}\` is a group, and a group sends nothing`,
      hint: 'Name a sender profile of the group, of type S',
    }),
  ];
}

/** A group's template is sent by a profile that somebody has to name. */
function senderlessMistakes({ template }: JsonObject, { profiles }: ManifestEnvironment): Problem[] {
  const owner = typeof template === 'string' ? parseAddress(template)?.profile : undefined;
  if (owner === undefined || profiles.get(owner)?.type !== 'G') return [];
  return [
    problemAt(['template'], {
      code: 'send-profile',
      message: `\`${template}\` belongs to a group, and no profile is named that sends it`,
      hint: 'Add `profile`: a sender profile of the group, of type S',
    }),
  ];
}

/** A sample that the template's manifest does not have. */
function sampleMistakes({ template, sample }: JsonObject, index: Index): Problem[] {
  const declared = typeof template === 'string' ? index.first.get(template) : undefined;
  if (!declared || typeof sample !== 'string') return [];
  const { samples } = declared.value;
  const names = (Array.isArray(samples) ? samples : []).filter(isObject).map(({ name }) => String(name));
  if (names.includes(sample)) return [];
  const meant = suggest(sample, names);
  const all = names.length === 0 ? 'It has no samples' : `It has ${listed(names)}`;
  return [
    problemAt(['sample'], {
      code: 'send-sample',
      message: `\`${template}\` has no sample \`${sample}\``,
      hint: meant === undefined ? all : `Did you mean \`${meant}\`? ${all}`,
    }),
  ];
}

function templateMistakes({ template }: JsonObject, index: Index): Problem[] {
  if (typeof template !== 'string' || index.addresses.has(template)) return [];
  const kind = parseAddress(template)?.kind;
  const known = [...index.addresses.keys()].filter((address) => kindOf(address) === sendable);
  const meant = suggest(template, known);
  return [
    problemAt(['template'], {
      code: 'send-template',
      message:
        kind === sendable
          ? `There is no manifest of \`${template}\``
          : `\`${template}\` is no address of a ${sendable}`,
      hint: meant === undefined ? `Write \`${sendable}/PROFILE/ID\` of a manifest` : `Did you mean \`${meant}\`?`,
    }),
  ];
}
