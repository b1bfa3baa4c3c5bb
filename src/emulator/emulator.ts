export { createEmulatorControl } from './control/client.ts';
export type { EmulatorControl } from './control/requests.ts';
export { CONTROL_PATH, emulatorCredentials } from './defaults.ts';
export type { FaultRule, InboxMessage, JournalEntry } from './public-types.ts';
export type { RegisteredProfile } from './resource/profile/shape.ts';
export { type EmulatorOptions, type EmulatorServer, startEmulator } from './start.ts';
