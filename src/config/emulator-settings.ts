import type { Environment } from './environment.ts';

/** The settings that every emulator gets from its environment. Each call resolves one. */
export function emulatorSettings(environment: Environment): (() => unknown)[] {
  const { profiles, senders, recipients } = environment;
  return [
    ...[...profiles.keys()].map((alias) => () => environment.profile(alias)),
    ...[...senders].map((name) => () => environment.sender(name)),
    ...[...recipients].map((name) => () => environment.recipient(name)),
  ];
}
