import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeSends } from '../../src/cli/send/judge.ts';
import { hasErrors } from '../../src/core/problem.ts';
import { systemClock } from '../../src/files/system.ts';
import type { LoadOptions } from '../../src/manifest/options.ts';
import { drawProblems } from '../../src/report/problems.ts';
import { environment } from '../send/support.ts';
import { load } from './project.ts';

const root = join(import.meta.dirname, '../fixtures/broken');
const names = readdirSync(root).filter((name) => name.endsWith('.yaml') || statSync(join(root, name)).isDirectory());

/** Where it is only warned, the manifests are declared. */
const WARNED = [
  'brand-buttons-too-many.yaml',
  'brand-channel-button-name.yaml',
  'brand-field-of-another-bubble.yaml',
  'brand-links.yaml',
  'brand-links-too-long.yaml',
  'brand-lint.yaml',
  'brand-main-title-too-long.yaml',
  'app-link-tell.yaml',
  'body-too-long.yaml',
  'button-of-another-type.yaml',
  'channel-button-wrong.yaml',
  'curly-quotes.yaml',
  'blank-ends.yaml',
  'decomposed-hangul.yaml',
  'folded-text.yaml',
  'line-breaks-and-bom.yaml',
  'links-without-host.yaml',
  'lint-advertising.yaml',
  'lint-grounds.yaml',
  'lint-many-variables.yaml',
  'lint-shown.yaml',
  'lint-silenced.yaml',
  'lint-two-buttons.yaml',
  'lint-variables.yaml',
  'not-sendable.yaml',
  'plugin-callback-too-long.yaml',
  'plugin-callback-urls.yaml',
  'summary-without-items.yaml',
  'unseen-character.yaml',
];

/** Test sends are judged as `validate` judges them. */
const judge: LoadOptions['judge'] = (read) =>
  judgeSends(read, { environment, defaultSender: 'main', clock: systemClock });

describe('broken manifests', () => {
  it('are many', () => {
    expect(names.length).toBeGreaterThanOrEqual(150);
  });

  it.each(names)('%s is told what is wrong, where, and what to do', async (name) => {
    const folder = !name.endsWith('.yaml');
    const loaded = await load(folder ? join(root, name) : root, { judge, ...(folder ? {} : { manifests: name }) });
    const drawn = drawProblems(loaded.problems, loaded.sources, { color: false, width: 100 });

    const expected = join(root, `${name.replace(/\.yaml$/, '')}.txt`);
    if (process.env['UPDATE_BROKEN']) writeFileSync(expected, drawn);
    expect(drawn).toBe(readFileSync(expected, 'utf8'));
    expect(hasErrors(loaded.problems)).toBe(!WARNED.includes(name));
  });
});
