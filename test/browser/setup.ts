import { afterAll, afterEach } from 'vitest';
import { closeBrowser, closePages } from './chromium.ts';

afterEach(closePages);
afterAll(closeBrowser);
