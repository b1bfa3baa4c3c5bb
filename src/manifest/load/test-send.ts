import { isObject } from '../../core/json.ts';
import type { ButtonValues, TestSend } from '../../core/test-send.ts';
import type { Manifest } from '../manifest.ts';
import { startOf } from './documents.ts';

/** The test send of a sound manifest. */
export function testSendOf(manifest: Manifest, defaultSender: string | undefined): TestSend {
  const { value } = manifest;
  const { id, template, message, profile, from = defaultSender, to, sample, variables, at } = value;
  const { expect = 'delivered', buttons, country, userinfo, resellercode, allow, brand, fallback } = value;
  return {
    id: String(id),
    source: startOf(manifest),
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
