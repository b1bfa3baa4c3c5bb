import type { Status } from '../views.ts';

/** Receives the emulator's events and the state of the connection. */
interface Listener {
  changed(topic: string, status: Status): void;
  connected(isLive: boolean): void;
}

type LiveMessage = { topic: string; status: Status } | { isLive: boolean } | { ask: true };

const NAME = 'notiform-desk';
const TOPICS = ['hello', 'requests', 'messages', 'journal', 'settings'];

/**
 * Listens to the emulator's events. A browser opens few connections to one server, so only one tab of the desk listens
 * and informs the others. When it is closed, another tab takes over.
 */
export function listen(listener: Listener): void {
  if ('locks' in navigator) share(listener);
  else open(listener, () => undefined);
}

function share(listener: Listener): void {
  const channel = new BroadcastChannel(NAME);
  let isLeading = false;
  let isLive = false;
  channel.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => {
    if ('topic' in data) listener.changed(data.topic, data.status);
    else if ('isLive' in data) listener.connected(data.isLive);
    else if (isLeading) channel.postMessage({ isLive });
  });
  channel.postMessage({ ask: true });
  void navigator.locks.request(NAME, () => {
    isLeading = true;
    open(listener, (message) => {
      if ('isLive' in message) isLive = message.isLive;
      channel.postMessage(message);
    });
    return new Promise<never>(() => undefined); // until the tab is closed
  });
}

function open(listener: Listener, forward: (message: LiveMessage) => void): void {
  const source = new EventSource('/_emulator/events');
  const connected = (isLive: boolean): void => {
    listener.connected(isLive);
    forward({ isLive });
  };
  source.addEventListener('open', () => connected(true));
  source.addEventListener('error', () => connected(false));
  for (const topic of TOPICS) {
    source.addEventListener(topic, ({ data }: MessageEvent<string>) => {
      const status = JSON.parse(data) as Status; // the boundary to the emulator: both are of one version
      listener.changed(topic, status);
      forward({ topic, status });
    });
  }
}
