/** Addresses of proxies and their secrets. Every command reads them at its start, so this module imports nothing. */

export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/** Reads an address with or without `http://`. Returns undefined if it cannot be used. */
export function proxyAddress(text: string): URL | undefined {
  const address = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    return undefined;
  }
  return ['http:', 'https:'].includes(url.protocol) && url.hostname !== '' ? url : undefined;
}

/** The words of a proxy that are never shown: its password, and user and password as they are sent. */
export function proxySecrets(env: ProxyEnv): string[] {
  return ['HTTP_PROXY', 'HTTPS_PROXY'].flatMap((name) =>
    [env[name], env[name.toLowerCase()]].flatMap((text) => {
      const url = text === undefined ? undefined : proxyAddress(text.trim());
      // An address that cannot be read may still contain a password.
      if (!url) return /:([^:@/]+)@/.exec(text ?? '')?.[1] ?? [];
      if (url.password === '') return [];
      return [url.password, decodeURIComponent(url.password), credentialsOf(url)];
    }),
  );
}

/** User and password as `Proxy-Authorization: Basic` sends them. */
export function credentialsOf({ username, password }: URL): string {
  return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
}
