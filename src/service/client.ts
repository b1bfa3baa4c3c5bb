import { ServiceFailure } from '../core/failure.ts';
import { Redaction } from '../core/redaction.ts';
import { groupApi, profileApi } from './account-api.ts';
import { brandTemplateApi } from './brand-api.ts';
import { groupWriteApi } from './group-write-api.ts';
import { imageApi } from './image-api.ts';
import { fetchImage } from './image-fetch.ts';
import { messageApi } from './message-api.ts';
import { pluginApi } from './plugin-api.ts';
import { profileWriteApi } from './profile-write-api.ts';
import { resourceCall } from './resource-call.ts';
import type { Service, ServiceOptions } from './service.ts';
import { type Dialect, messageDialect, resourceDialect } from './shape/dialect.ts';
import { tagApi } from './tag-api.ts';
import { templateApi } from './template-api.ts';
import { readBase } from './transport/base.ts';
import { openConnections } from './transport/connections.ts';
import { Gate } from './transport/gate.ts';
import { RetryBudget } from './transport/retry.ts';
import { Transport, type TransportParts } from './transport/transport.ts';
import { videoApi } from './video-api.ts';
import { uploadVideo } from './video-upload.ts';

/** The service's client. Throws a `NotiformError` where an address cannot be used; opens no connection yet. */
export function createService(options: ServiceOptions): Service {
  const { credentials, limits, ports, wire } = options;
  const closing = new AbortController();
  const redaction = options.redaction ?? new Redaction();
  redaction.hideInWords(credentials.apiKey);
  redaction.hideInWords(credentials.password);
  const own = openConnections(options.insecureTls);
  const dispatcher = options.dispatcher ?? own;
  const shared = {
    dispatcher,
    clock: ports.clock,
    watch: options.watch ?? ports.clock,
    timeoutMs: limits.timeoutMs,
    redaction,
    trace: options.trace ?? (() => {}),
    closing: closing.signal,
    localFiles: options.localFiles,
    insecureHttp: options.insecureHttp ?? false,
  };
  let aheadMs: number | undefined;
  // A `Date` is cut to the second.
  const dated = (date: number): void => {
    aheadMs = date + 1000 - ports.clock.now();
  };
  const transport = (
    dialect: Dialect,
    setting: string,
    address: string | undefined,
    more: Pick<TransportParts, 'dated'> = {},
  ): (() => Transport) => {
    if (address === undefined) return () => missing(setting, dialect);
    const made = new Transport({
      ...shared,
      ...more,
      dialect,
      setting,
      base: readBase(setting, address, options.insecureHttp),
      wire,
      gate: new Gate(ports.clock, limits),
      budget: new RetryBudget(),
      random: ports.random,
      deadline: options.deadline ?? Number.POSITIVE_INFINITY,
    });
    return () => made;
  };
  const resource = transport(resourceDialect, 'resourceUrl', options.resourceUrl, { dated });
  const call = resourceCall(resource, credentials);
  const message = transport(messageDialect, 'messageUrl', options.messageUrl);
  return {
    resource: {
      template: templateApi(call, redaction),
      brandTemplate: brandTemplateApi(call),
      image: imageApi(call, (url, signal) => fetchImage(shared, url, signal)),
      video: videoApi(call, (ticket, file, withinMs, signal) =>
        uploadVideo({ ...shared, random: ports.random }, ticket, file, withinMs, signal),
      ),
      profile: { ...profileApi(call), ...profileWriteApi(call, wire.adminId, redaction) },
      group: { ...groupApi(call), ...groupWriteApi(call) },
      tag: tagApi(call),
      plugin: pluginApi(call),
    },
    now: () => (aheadMs === undefined ? undefined : ports.clock.now() + aheadMs),
    message: messageApi({ ...shared, transport: message, who: credentials }),
    close: async () => {
      closing.abort();
      await own.destroy();
    },
  };
}

function missing(setting: string, dialect: Dialect): never {
  throw new ServiceFailure('unreachable', {
    code: 'service-address',
    severity: 'error',
    message: `The environment does not say where the ${dialect.title} is`,
    hint: `Set \`${setting}\` of the environment`,
  });
}
