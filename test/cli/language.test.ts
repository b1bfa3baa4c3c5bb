import { describe, expect, it } from 'vitest';
import { openProject } from './project.ts';

const CONFIG = 'environments: { local: { emulator: true, profiles: { shop: { key: "${env:LOCAL_KEY}" } } } }\n';

describe('a language that notiform does not have', () => {
  it.each([
    [['--language', 'fr', 'validate'], {}, "argument 'fr' is invalid. Allowed choices are en, ko"],
    [
      ['validate'],
      { NOTIFORM_LANGUAGE: 'fr' },
      'NOTIFORM_LANGUAGE is `fr`, but notiform does not support that language',
    ],
  ])('is a usage error: %j %j', async (words, env, said) => {
    const { run } = await openProject(CONFIG);
    const { exit, err } = await run(words, { env });
    expect(exit).toBe(64);
    expect(err.replace(/\s+/g, ' ')).toContain(said);
  });

  it('is none if the variable is empty', async () => {
    const { run } = await openProject(CONFIG);
    expect((await run(['validate'], { env: { NOTIFORM_LANGUAGE: '' } })).exit).toBe(0);
  });
});
