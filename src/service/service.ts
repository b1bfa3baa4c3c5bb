import type { Dispatcher } from 'undici';
import type { Clock, Ports } from '../core/ports.ts';
import type { Redaction } from '../core/redaction.ts';
import type { Wire } from '../core/wire.ts';
import type { MessageApi, ResourceApi } from './api.ts';

/** What both APIs are told who asks (resource API 5, message API 5). */
export interface ServiceCredentials {
  bizId: string;
  apiKey: string;
  account: string;
  password: string;
}

export interface ServiceLimits {
  /** Calls under way at once, for each of the two APIs. */
  inFlight: number;
  /** Calls begun within any one second, for each of the two APIs. */
  perSecond: number;
  /** For one call, from its first byte to the answer's last; uploads get more by their size. */
  timeoutMs: number;
}

export interface ServiceOptions {
  /** Base addresses: `https:`, or `http:` on this machine. One that is left out is refused when it is called. */
  resourceUrl?: string | undefined;
  messageUrl?: string | undefined;
  /**
   * The emulator's address. Addresses of images and uploads that name this machine lead there: the emulator may have had
   * another port when it gave them, or be on another machine. They lead where they say if left out.
   */
  localFiles?: string | undefined;
  /** Takes `http:` to another machine. For an emulator there. */
  insecureHttp?: boolean | undefined;
  credentials: ServiceCredentials;
  wire: Wire;
  limits: ServiceLimits;
  /** Takes any certificate. For environments that are marked as test alone. */
  insecureTls: boolean;
  /** The secrets and numbers of this run. The client adds its credentials and every token that it is given. */
  redaction?: Redaction | undefined;
  ports: Ports;
  /** One line for each call and try; holds no secret. */
  trace?: ((line: string) => void) | undefined;
  /** When the command gives up, in milliseconds since the epoch: a wait beyond it fails at once. */
  deadline?: number | undefined;
  /** Runs the time-outs alone, where `ports.clock` is turned faster than sockets are; `ports.clock` if left out. */
  watch?: Clock | undefined;
  /** Takes the place of the connections. For tests. */
  dispatcher?: Dispatcher | undefined;
}

/** The two APIs of the service behind one object. */
export interface Service {
  resource: ResourceApi;
  message: MessageApi;
  /**
   * The time by the clock of the resource API, as its last answer told it: milliseconds since the epoch, at most a second ahead.
   * Undefined until an answer told it.
   */
  now(): number | undefined;
  /** Closes the connections; calls under way end as `interrupted`. */
  close(): Promise<void>;
}
