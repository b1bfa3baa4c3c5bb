import type { Environment } from './environment.ts';

/** The settings that an emulator is told of its environment, whatever a command is about, each resolved by a call. */
export function emulatorSettings(environment: Environment): (() => unknown)[] {
  const { profiles, senders, recipients } = environment;
  return [
    ...[...profiles.keys()].map((alias) => () => environment.profile(alias)),
    ...[...senders].map((name) => () => environment.sender(name)),
    ...[...recipients].map((name) => () => environment.recipient(name)),
  ];
}
