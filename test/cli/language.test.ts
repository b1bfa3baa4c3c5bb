import { describe, expect, it } from 'vitest';
import { EMULATOR_KEY, hereOf, openEmulator, openProject } from './project.ts';

const CONFIG = 'environments: { local: { emulator: true, profiles: { shop: { key: "${env:LOCAL_KEY}" } } } }\n';

describe('a language that notiform does not have', () => {
  it('is a usage error as an option, and ignored as a variable', async () => {
    const { run } = await openProject(CONFIG);
    const { exit, err } = await run(['--language', 'fr', 'validate']);
    expect([exit, err.replace(/\s+/g, ' ')]).toEqual([64, expect.stringContaining('Allowed choices are en, ko')]);
    expect((await run(['validate'], { env: { NOTIFORM_LANGUAGE: 'fr' } })).exit).toBe(0);
  });
});

describe('the language of what reviewers read', () => {
  const korean = '버튼이 다섯 개를 넘거나, 바로연결과 함께 쓸 때 두 개를 넘습니다';
  it.each([
    [['validate', '--rules'], {}, 'More than five buttons'],
    [['validate', '--rules'], { NOTIFORM_LANGUAGE: 'ko' }, korean],
    [['validate', '--rules', '--language', 'en'], { NOTIFORM_LANGUAGE: 'ko' }, 'More than five buttons'],
    [['--language', 'ko', 'validate', '--rules'], { NOTIFORM_LANGUAGE: 'en' }, korean],
    [['explain', 'AT11', '--language', 'ko'], {}, korean],
  ])('is that of the flag, else of the variable: %j %j', async (words, env, said) => {
    const { run } = await openProject(CONFIG);
    const { exit, out } = await run(words, { env: { COLUMNS: '400', ...env } });
    expect([exit, out]).toEqual([0, expect.stringContaining(said)]);
  });

  it('is that of notiform.yaml if neither names one', async () => {
    const profiles = [{ alias: 'shop', key: 'a'.repeat(40), type: 'S' as const }];
    const emulator = await openEmulator(profiles);
    const { run } = await openProject(`language: ko\n${hereOf(emulator, profiles)}`, EMULATOR_KEY);
    expect((await run(['validate', '--rules'])).out).toContain(korean);
    const words = ['status', '--format', 'markdown'];
    expect((await run(words)).out).toContain('### here 상태');
    expect((await run(words, { env: { NOTIFORM_LANGUAGE: 'en' } })).out).toContain('### Status of here');
    expect((await run(['plan', '--format', 'markdown'])).out).toContain('**바뀌는 내용이 없습니다.**');
    expect((await run([...words, '--json'])).exit).toBe(64);
  });
});

it('commands that are shown keep the language of the flag, and not that of the variable', async () => {
  const { run } = await openProject(CONFIG);
  const env = { LOCAL_KEY: 'a'.repeat(40) };
  const flag = await run(['--language', 'ko', 'apply', 'none.json'], { env });
  expect(flag.err).toContain('`notiform --language ko plan --out FILE`');
  const variable = await run(['apply', 'none.json'], { env: { ...env, NOTIFORM_LANGUAGE: 'ko' } });
  expect(variable.err).toContain('`notiform plan --out FILE`');
});
