import type { JsonObject } from '../../core/json.ts';
import type { Ground } from '../ground.ts';
import type { Message } from '../store/message.ts';

const TIMEOUT_MS = 10_000;

/**
 * Pushes a result to the registered URL; where that fails, again after each pause of the settings, and then keeps it
 * (message API 6.3; assumption 21). Nothing is pushed where no URL is registered.
 */
export function push(ground: Ground, message: Message, result: JsonObject, tries = 0): void {
  const { webhook, webhookRetryMs } = ground.settings;
  if (webhook === null || message.pushed) return;
  void post(ground, webhook, result).then((arrived) => {
    if (arrived) {
      message.pushed = true;
      ground.store.messages.put(message);
      return;
    }
    const pause = webhookRetryMs[tries];
    if (pause !== undefined)
      ground.clock.at(ground.clock.now() + pause, () => push(ground, message, result, tries + 1));
  });
}

async function post(ground: Ground, url: string, result: JsonObject): Promise<boolean> {
  const timeout = new AbortController();
  const settled = new AbortController();
  ground.clock.sleep(TIMEOUT_MS, settled.signal).then(
    () => timeout.abort(),
    () => undefined, // the answer came first
  );
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(result),
      redirect: 'error',
      signal: timeout.signal,
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  } finally {
    settled.abort();
  }
}
