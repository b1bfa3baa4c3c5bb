import { scrypt } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { parsedJson, sha256 } from '../core/json.ts';
import type { Ports } from '../core/ports.ts';
import { FileFailure } from '../files/file-failure.ts';

/** An issued token, and until when it is used, in milliseconds since the epoch. */
export interface IssuedToken {
  token: string;
  until: number;
}

/** Keeps a token between commands. A cache that cannot be read or written is no failure: a token is issued. */
export interface TokenCache {
  read(): Promise<IssuedToken | undefined>;
  write(token: IssuedToken): Promise<void>;
}

const content = z.object({
  token: z.string().regex(/^[\x21-\x7e]+$/),
  until: z.number(),
  salt: z.string(),
  /** A slow digest of the password: an old token must not hide that the password is wrong. */
  password: z.string(),
});

const MOST_BYTES = 64 * 1024;
const derive = promisify<string, string, number, Buffer>(scrypt);

/**
 * Opens the cache of one account at one address: a file of mode 0600. It is replaced as a whole, so parallel runs read either
 * token, and both are valid.
 */
export function openTokenCache(
  folder: string,
  { address, account, password }: { address: string; account: string; password: string },
  { files, random }: Pick<Ports, 'files' | 'random'>,
): TokenCache {
  const path = join(folder, `${sha256(`notiform token\n${address}\n${account}`)}.json`);
  const digestOf = async (salt: string): Promise<string> => (await derive(password, salt, 32)).toString('hex');
  return {
    read: () =>
      ifDiskAllows(async () => {
        const bytes = await files.read(path, MOST_BYTES);
        const kept = bytes && content.safeParse(parsedJson(bytes)).data;
        if (!kept || kept.password !== (await digestOf(kept.salt))) return undefined;
        return { token: kept.token, until: kept.until };
      }),
    write: async (issued) => {
      const salt = random.hex(16);
      const kept: z.infer<typeof content> = { ...issued, salt, password: await digestOf(salt) };
      await ifDiskAllows(() => files.writeAtomic(path, `${JSON.stringify(kept)}\n`));
    },
  };
}

async function ifDiskAllows<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileFailure) return undefined;
    throw error;
  }
}
