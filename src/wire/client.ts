import { ServiceFailure } from '../core/failure.ts';
import { isObject } from '../core/json.ts';
import type { Ports } from '../core/ports.ts';
import { errorProblem } from '../core/problem.ts';
import type { Credentials, Limits, Wire } from '../core/wire.ts';
import { systemAlarm } from '../files/system.ts';
import { Redaction } from '../text/redaction.ts';
import { readBase } from './base.ts';
import { openConnections } from './connections.ts';
import { type Dialect, messageDialect, resourceDialect } from './dialect.ts';
import { download } from './download.ts';
import type { Endpoint, FileEndpoint } from './endpoint.ts';
import type { FileServerParts } from './file-server.ts';
import { type FileTicket, sendFile } from './file-upload.ts';
import { Gate } from './gate.ts';
import { jsonBody, multipartBody, noBody, type Outgoing, type Upload } from './outgoing.ts';
import { RetryBudget } from './retry.ts';
import type { StreamedFile } from './streamed-form.ts';
import { type TokenAnswer, TokenKeeper } from './token.ts';
import { openTokenCache } from './token-cache.ts';
import { type Dated, Transport, type TransportParts } from './transport.ts';

type Optional = 'dispatcher' | 'watch' | 'redaction' | 'proxyFor' | 'trace' | 'localFiles' | 'insecureHttp';

/** Without a dispatcher, the client opens connections of its own. It adds its credentials and every token to the redaction. */
export interface ClientOptions extends Partial<Pick<FileServerParts, Optional>> {
  /** Base addresses: `https:`, or `http:` on this machine. A call to an API without an address fails. */
  resourceUrl?: string | undefined;
  messageUrl?: string | undefined;
  /** Issues the tokens of the message API (4.1). */
  token: Endpoint<TokenAnswer>;
  /** The folder, absolute, in which a token is kept for later commands. Without it, each client issues its own. */
  tokenFolder?: string | undefined;
  credentials: Credentials;
  wire: Wire;
  limits: Limits;
  /** Accepts any certificate. Only for environments that are marked as test. */
  insecureTls: boolean;
  ports: Ports;
}

/** Calls endpoints of both APIs. Every method throws `ServiceFailure`. */
export interface Client {
  /** The environment's own words for what the spec neutralises. */
  readonly wire: Wire;
  /**
   * Calls an endpoint with the fields of its body; the client adds the credentials. Undefined fields are left out.
   * @param mayBegin is asked before each try. False ends the call as `interrupted`
   */
  call<T>(endpoint: Endpoint<T>, fields: object, signal: AbortSignal, mayBegin?: () => boolean): Promise<T>;
  /** Like `call`, with the time of the answer. */
  callDated<T>(endpoint: Endpoint<T>, fields: object, signal: AbortSignal, mayBegin?: () => boolean): Promise<Dated<T>>;
  /** Calls an endpoint with a form. Every file goes under the same field name. */
  upload<T>(
    endpoint: Endpoint<T>,
    fields: Record<string, string | undefined>,
    field: string,
    files: readonly Upload[],
    signal: AbortSignal,
  ): Promise<T>;
  /**
   * Sends one file to the address of its ticket, within `withinMs` milliseconds. Also throws what `file.read` throws.
   */
  sendFile<T>(
    endpoint: FileEndpoint<T>,
    ticket: FileTicket,
    file: StreamedFile,
    withinMs: number,
    signal: AbortSignal,
  ): Promise<T>;
  /** The bytes of an image by its URL: at most 5 MB, requested without credentials. */
  download(url: string, signal: AbortSignal): Promise<Uint8Array>;
  /**
   * The most that the clock of the resource API may show: milliseconds since the epoch, less than a second and a call ahead.
   * Undefined before the first answer.
   */
  now(): number | undefined;
  /** The least that it may show. */
  leastNow(): number | undefined;
  /** Closes the connections. Calls in flight end as `interrupted`. */
  close(): Promise<void>;
}

/** Makes the client of both APIs without opening a connection. Throws `NotiformError` if an address is unusable. */
export function createClient(options: ClientOptions): Client {
  const { credentials, limits, ports, wire } = options;
  const closing = new AbortController();
  const redaction = options.redaction ?? new Redaction();
  redaction.hideInWords(credentials.apiKey);
  redaction.hideInWords(credentials.password);
  const own = openConnections(options.insecureTls, undefined, options.proxyFor);
  const shared = {
    dispatcher: options.dispatcher ?? own,
    clock: ports.clock,
    watch: options.watch ?? systemAlarm,
    random: ports.random,
    timeoutMs: limits.timeoutMs,
    redaction,
    trace: options.trace ?? (() => {}),
    closing: closing.signal,
    localFiles: options.localFiles,
    insecureHttp: options.insecureHttp ?? false,
    proxyFor: options.proxyFor,
  };
  const transport = (
    dialect: Dialect,
    setting: string,
    address: string | undefined,
    dated?: TransportParts['dated'],
  ): (() => Transport) => {
    if (address === undefined) return () => missing(setting, dialect);
    const base = readBase(setting, address, options.insecureHttp);
    // A proxy that cannot be used is reported before the first call.
    options.proxyFor?.(new URL(base.origin));
    const made = new Transport({
      ...shared,
      dated,
      dialect,
      setting,
      base,
      wire,
      gate: new Gate(ports.clock, limits),
      budget: new RetryBudget(),
    });
    return () => made;
  };
  let ahead: { least: number; most: number } | undefined;
  // A `Date` is cut to the second, and was written between call and answer. If no difference fits all answers, a clock was set.
  const dated = (date: number, calledAt: number): void => {
    const now = { least: date - ports.clock.now(), most: date + 1000 - calledAt };
    const both = ahead && { least: Math.max(now.least, ahead.least), most: Math.min(now.most, ahead.most) };
    ahead = both && both.least <= both.most ? both : now;
  };
  const resource = transport(resourceDialect, 'resourceUrl', options.resourceUrl, dated);
  const message = transport(messageDialect, 'messageUrl', options.messageUrl);

  const basic = Buffer.from(`${credentials.account}:${credentials.password}`).toString('base64');
  redaction.hideInWords(basic);
  const { account, password, bizId, apiKey } = credentials;
  // Every body of the resource API carries who asks (resource API 5).
  const asker = { bizId, apiKey };
  const { tokenFolder, messageUrl: address } = options;
  const cache =
    tokenFolder === undefined || address === undefined
      ? undefined
      : openTokenCache(tokenFolder, { address, account, password }, ports);
  const tokens = new TokenKeeper({
    clock: ports.clock,
    // All callers share a token, so issuing one ends with the client, not with the first caller's signal.
    issue: async () =>
      (await message().call(options.token, noBody({ authorization: `Basic ${basic}` }), closing.signal)).answer,
    hide: (token) => redaction.hide(token),
    cache,
  });

  const request = <T>(
    endpoint: Endpoint<T>,
    outgoing: (sender: Record<string, string>, headers?: Record<string, string>) => Outgoing,
    signal: AbortSignal,
  ): Promise<Dated<T>> => {
    if (endpoint.api === 'resource') return resource().call(endpoint, outgoing(asker), signal);
    const spent = { repetitions: 0 };
    return tokens.use(signal, (token) =>
      message().call(endpoint, outgoing({ account }, { authorization: `Bearer ${token}` }), signal, spent),
    );
  };
  const callDated: Client['callDated'] = async (endpoint, fields, signal, mayBegin) => {
    conceal(redaction, endpoint, fields);
    const body = (sender: Record<string, string>, headers?: Record<string, string>): Outgoing => {
      return { ...jsonBody({ ...sender, ...fields }, headers), mayBegin };
    };
    return request(endpoint, body, signal);
  };
  return {
    wire,
    callDated,
    call: async (...given) => (await callDated(...given)).answer,
    upload: async (endpoint, fields, field, files, signal) => {
      const form = (sender: Record<string, string>, headers?: Record<string, string>) =>
        multipartBody({ ...sender, ...fields }, field, files, headers);
      return (await request(endpoint, form, signal)).answer;
    },
    sendFile: (endpoint, ticket, file, withinMs, signal) => sendFile(shared, endpoint, ticket, file, withinMs, signal),
    download: (url, signal) => download(shared, url, signal),
    now: () => ahead && ports.clock.now() + ahead.most,
    leastNow: () => ahead && ports.clock.now() + ahead.least,
    close: async () => {
      closing.abort();
      await own.destroy();
    },
  };
}

/** Hides a request's secrets and numbers before the service can echo them. */
function conceal(redaction: Redaction, { conceals = {} }: Endpoint<unknown>, fields: object): void {
  for (const [name, how] of Object.entries(conceals)) {
    const value = isObject(fields) ? fields[name] : undefined;
    if (typeof value !== 'string') continue;
    if (how === 'secret') redaction.hide(value);
    else redaction.mask(value);
  }
}

function missing(setting: string, dialect: Dialect): never {
  throw new ServiceFailure(
    'unreachable',
    errorProblem(
      'service-address',
      `The environment does not say where the ${dialect.title} is`,
      `Set \`${setting}\` of the environment`,
    ),
  );
}
