import { ServiceFailure } from '../../src/core/failure.ts';
import type { ProfileRef, Resource } from '../../src/core/resource.ts';
import { neutralWire } from '../../src/core/wire.ts';
import type { Client } from '../../src/wire/client.ts';

export const shop: ProfileRef = { alias: 'shop', key: 'a'.repeat(40), type: 'S' };

/** A declared resource of the shop. */
export function declaredAs(kind: string, id: string, more: Partial<Resource> = {}): Resource {
  return {
    address: `${kind}/shop/${id}`,
    kind,
    profile: 'shop',
    id,
    source: { file: `manifests/${id}.yaml`, line: 1, column: 1 },
    goal: 'present',
    content: {},
    inputs: {},
    options: {},
    dependsOn: [],
    protect: false,
    samples: [],
    ...more,
  };
}

/**
 * A client that writes down what it is asked (the endpoint's name and what is given, signals left out), and answers or
 * fails as it is told for that endpoint.
 */
export function recordedService(answers: Readonly<Record<string, unknown>> = {}): {
  service: Client;
  calls: unknown[][];
} {
  const calls: unknown[][] = [];
  const ask = async (name: string, args: readonly unknown[]): Promise<never> => {
    const given = args.filter((arg) => !(arg instanceof AbortSignal));
    calls.push([name, ...given]);
    const answer = answers[name];
    if (answer instanceof Error) throw answer;
    return (typeof answer === 'function' ? answer(...given) : answer) as never;
  };
  const service: Client = {
    wire: neutralWire,
    call: ({ name }, ...args) => ask(name, args),
    callDated: async ({ name }, ...args) => ({ answer: await ask(name, args), date: undefined }),
    upload: ({ name }, ...args) => ask(name, args),
    sendFile: ({ name }, ...args) => ask(name, args),
    download: (...args) => ask('download', args),
    now: () => undefined,
    leastNow: () => undefined,
    close: async () => {},
  };
  return { service, calls };
}

export function refused(code: string, message = '거절되었습니다'): ServiceFailure {
  return new ServiceFailure('refused', {
    code: 'service-refused',
    severity: 'error',
    message: `the service refused it: ${message}`,
    service: { code, message },
  });
}

export function unclear(): ServiceFailure {
  return new ServiceFailure('unclear', { code: 'service-unclear', severity: 'error', message: 'no answer came' });
}

/** For what reads no file piece by piece. */
export const noFile = (): Promise<never> => Promise.reject(new Error('no file is opened here'));

/** The fields by which a call names the shop. */
export const ofShop = { senderKey: shop.key, senderKeyType: 'S' };

export const signal: AbortSignal = new AbortController().signal;
