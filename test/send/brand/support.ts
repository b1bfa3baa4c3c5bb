import { onTestFinished } from 'vitest';
import { isObject, type JsonObject } from '../../../src/core/json.ts';
import type { Resource } from '../../../src/core/resource.ts';
import type { TestSend } from '../../../src/core/test-send.ts';
import { neutralWire } from '../../../src/core/wire.ts';
import { emulatorCredentials } from '../../../src/emulator/emulator.ts';
import type { BrandType } from '../../../src/emulator/message/message.ts';
import { systemPorts } from '../../../src/files/system.ts';
import type { ApprovedTemplate, Bindings } from '../../../src/send/channel.ts';
import { brand } from '../../../src/send/channels/brand/channel.ts';
import { messageEndpoints } from '../../../src/send/endpoints.ts';
import type { OfTemplate, OfWritten, Parties } from '../../../src/send/parties.ts';
import type { Prepared } from '../../../src/send/prepare.ts';
import { createClient } from '../../../src/wire/client.ts';
import { type BrandBench, openBrandBench } from '../../emulator/brand-message-templates.ts';
import { NOON, SHOP } from '../../emulator/support.ts';
import { declaredAs } from '../../kinds/recorded.ts';
import { seededRandom } from '../../random.ts';
import { environment, prepareSends, testSend } from '../support.ts';

export const shop = { alias: 'shop', key: SHOP, type: 'S' } as const;

/** The environment of the brand bench: its shop has another key. */
const parties: Parties = {
  ...environment,
  profile: (alias) => (alias === 'shop' ? shop : environment.profile(alias)),
};

/** A declared brand template of the shop. */
export function brandTemplate(content: JsonObject, more: Partial<Resource> = {}): Resource {
  return declaredAs('BrandTemplate', 'winter', { content, name: 'B1', ...more });
}

/** A test send of it. */
export function brandSend(more: Partial<TestSend> = {}): TestSend {
  return testSend({ id: 'winter-smoke', template: 'BrandTemplate/shop/winter', ...more });
}

/** A test send without a template. */
export function freeSend(more: Partial<TestSend>): TestSend {
  const { template: _, ...without } = brandSend();
  return { ...without, profile: 'shop', ...more };
}

/** Prepares a test send at noon. */
export function prepareBrand(
  test: TestSend,
  of: Omit<OfTemplate, 'channel' | 'test' | 'base'> | Omit<OfWritten, 'channel' | 'test' | 'base'>,
  bindings?: Bindings,
): Prepared {
  return prepareSends({
    ...('approved' in of ? { ...of, channel: brand } : { ...of, channel: brand }),
    test,
    environment: parties,
    defaultSender: 'main',
    maxRecipients: 5,
    clock: { now: () => NOON },
    random: seededRandom(1),
    ...(bindings ? { bindings } : {}),
  });
}

/** The content of the message that is prepared, if nothing is wrong with it. */
export function contentOf({ sends, problems }: Prepared): { type: string; content: JsonObject } {
  const [send] = sends;
  const wrong = [...problems, ...(send?.proof ?? [])].map(({ message }) => message);
  if (!send || wrong.length > 0) throw new Error(`it is not sent: ${wrong.join('; ')}`);
  const { type } = send.payload;
  const content = send.payload.content[type];
  return { type, content: isObject(content) ? content : {} };
}

/** What is wrong, each as `code field`. */
export function wrongIn({ sends, problems }: Prepared): string[] {
  const [send] = sends;
  return [...problems, ...(send?.proof ?? [])].map(({ code, path }) => `${code} ${path}`);
}

interface SendBench extends BrandBench {
  /** Registers a body, and reads it as `send` does. */
  registered(type: BrandType, body: JsonObject): Promise<ApprovedTemplate>;
}

/** An emulator with a template that was registered there, read by the client of the program. */
export async function openSendBench(): Promise<SendBench> {
  const bench = await openBrandBench();
  const service = createClient({
    token: messageEndpoints.token,
    resourceUrl: bench.emulator.resourceUrl,
    messageUrl: bench.emulator.messageUrl,
    credentials: emulatorCredentials,
    wire: neutralWire,
    limits: { inFlight: 4, perSecond: 1000, timeoutMs: 10_000 },
    insecureTls: false,
    ports: systemPorts,
  });
  onTestFinished(() => service.close());
  return {
    ...bench,
    registered: async (type, body) => {
      const code = await bench.register(type, body);
      const approved = await brand.templates.read(service, shop, code, new AbortController().signal);
      if (!approved) throw new Error(`there is no template ${code}`);
      return approved;
    },
  };
}
