import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Debian's `chromium`, or what stands in its place. A machine without one cannot run these tests, and they fail there. */
function executable(): string {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of NAMES) if (isExecutable(join(folder, name))) return join(folder, name);
  }
  throw new Error(`none of ${NAMES.join(', ')} is installed: apt-get install chromium`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the browser. */
    chromium: string;
  }
}

/** Starts one Chromium for all files. Each page has a context of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A root user, as a container has, cannot have Chromium's sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const server = await chromium.launchServer({ executablePath: executable(), args });
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}
