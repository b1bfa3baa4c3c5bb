import { ServiceFailure } from '../../src/core/failure.ts';
import type { ProfileRef } from '../../src/core/resource.ts';
import type { Service } from '../../src/service/service.ts';

export const shop: ProfileRef = { alias: 'shop', key: 'a'.repeat(40), type: 'S' };

/** A client that writes down what it is asked (signals left out), and answers or fails as it is told. */
export function recordedService(answers: Readonly<Record<string, unknown>> = {}): {
  service: Service;
  calls: unknown[][];
} {
  const calls: unknown[][] = [];
  const group = (name: string): unknown =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          async (...args: unknown[]) => {
            const call = `${name}.${String(method)}`;
            calls.push([call, ...args.filter((arg) => !(arg instanceof AbortSignal))]);
            const answer = answers[call];
            if (answer instanceof Error) throw answer;
            return typeof answer === 'function' ? answer(...args) : answer;
          },
      },
    );
  const resource = new Proxy({}, { get: (_, name) => group(String(name)) });
  return { service: { resource } as unknown as Service, calls };
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

export const signal: AbortSignal = new AbortController().signal;
