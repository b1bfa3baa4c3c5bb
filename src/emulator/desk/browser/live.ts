/** The numbers of an event. The emulator and the page are of one version. */
export interface Status {
  waiting: number;
  messages: number;
}

/** Receives the emulator's events and the state of the connection. */
interface Listener {
  changed(status: Status): void;
  connected(isLive: boolean): void;
}

type LiveMessage = { status: Status } | { isLive: boolean } | { ask: true };

const NAME = 'notiform-desk';

/**
 * Listens to the emulator's events. A browser opens few connections to one server, so only one tab of the desk listens
 * and informs the others. When it is closed, another tab takes over.
 */
export function listen(listener: Listener): void {
  const channel = new BroadcastChannel(NAME);
  let isLeading = false;
  let isLive = false;
  const hear = (message: LiveMessage): void => {
    if ('status' in message) listener.changed(message.status);
    else if ('isLive' in message) listener.connected(message.isLive);
    else if (isLeading) channel.postMessage({ isLive });
  };
  const tell = (message: LiveMessage): void => {
    hear(message);
    channel.postMessage(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => hear(data));
  channel.postMessage({ ask: true });
  void navigator.locks.request(NAME, () => {
    isLeading = true;
    const source = new EventSource('/_emulator/events');
    const connected = (state: boolean): void => {
      isLive = state;
      tell({ isLive });
    };
    source.addEventListener('open', () => connected(true));
    source.addEventListener('error', () => connected(false));
    for (const name of ['hello', 'changed'])
      source.addEventListener(name, ({ data }: MessageEvent<string>) => tell({ status: JSON.parse(data) }));
    return new Promise<never>(() => undefined); // until the tab is closed
  });
}
