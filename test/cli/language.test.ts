import { describe, expect, it } from 'vitest';
import { EMULATOR_KEY, hereOf, openEmulator, openProject } from './project.ts';

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
  expect(flag.err).toContain('`notiform --language ko plan --out 파일`');
  const variable = await run(['apply', 'none.json'], { env: { ...env, NOTIFORM_LANGUAGE: 'ko' } });
  expect(variable.err).toContain('`notiform plan --out 파일`');
});

describe('a usage or configuration error is Korean with --language ko', () => {
  const TWO = `environments:
  local: { emulator: true, profiles: { shop: { key: ${'a'.repeat(40)} } } }
  live: { resourceUrl: "\${env:SHOP_URL}", profiles: { shop: { key: ${'a'.repeat(40)} } } }
`;
  it.each([
    [
      ['-e', 'prod', 'validate'],
      '오류: notiform.yaml에 없는 환경입니다: `prod`',
      '해결: 다음 중에서 고르세요: local, live',
    ],
    [
      ['status'],
      '오류: 환경이 여러 개인데 기본 환경이 없습니다',
      '해결: `--environment`로 환경을 고르세요: local, live',
    ],
    [['-e', 'live', 'status'], '환경 변수가 설정되지 않았습니다: SHOP_URL', '설정에 필요합니다: export SHOP_URL=…'],
    [
      ['-c', 'other.yaml', 'validate'],
      '오류: 파일이 없습니다: other.yaml',
      '해결: 프로젝트 폴더로 이동하거나 `--config`로',
    ],
    [['-e', 'local', 'apply', 'plan.json'], '오류: 배포 계획 파일이 없습니다: plan.json', '해결: 경로를 확인하세요'],
    [
      ['-e', 'local', 'preview', '--format', 'html'],
      '오류: `--format html` 옵션에는 `--out`이 필요합니다',
      '해결: 폴더를',
    ],
    [['valdate'], '오류: 없는 명령입니다: `valdate`', '해결: 혹시 `validate`인가요? `notiform --help` 명령으로'],
    [
      ['plan', '--refesh'],
      '오류: 없는 옵션입니다: `--refesh`',
      '해결: 혹시 `--refresh`인가요? `notiform plan --help` 명령으로',
    ],
    [['state', 'delete'], '오류: `notiform state` 명령에 없는 하위 명령입니다: `delete`', '하위 명령: '],
    [
      ['emulator', 'reject', 'x'],
      '오류: 필요한 옵션을 쓰지 않았습니다: `--comment <text>`',
      '해결: `--comment "반려 사유"`를 붙이세요. `notiform emulator reject --help` 명령으로',
    ],
    [['state', 'bind'], '오류: 리소스 주소를 쓰지 않았습니다', '`notiform state bind --help`'],
    [['plan', '--out'], '오류: 옵션에 값을 쓰지 않았습니다: `--out <file>`', '`notiform plan --help` 명령으로'],
    [
      ['plan', 'x', 'y'],
      '오류: `plan` 뒤에는 이름을 쓰지 않습니다(현재 2개)',
      '리소스 하나만 선택하려면 `--target x` 옵션을 쓰세요',
    ],
    [['-e', 'local', 'validate', 'no.yaml'], '오류: 파일이나 폴더가 없습니다: `no.yaml`', '경로는 현재 폴더를'],
    [
      ['-e', 'local', 'plan', '--out', 'no/x.json'],
      '오류: 파일을 쓸 폴더가 없습니다: no',
      '해결: 폴더를 먼저 만들거나',
    ],
  ])('%j', async (words, message, help) => {
    const { run } = await openProject(TWO);
    const { exit, err } = await run(['--language', 'ko', ...words], { env: { COLUMNS: '400' } });
    expect([exit === 0, err]).toEqual([false, expect.stringContaining(message)]);
    expect(err).toContain(help);
    expect((await run(words, { env: { COLUMNS: '400', NOTIFORM_LANGUAGE: 'ko' } })).err).toContain(message);
  });

  it('of GitHub Actions says how a step gets a variable', async () => {
    const { run } = await openProject(TWO);
    const { err } = await run(['--language', 'ko', '-e', 'live', 'status'], {
      env: { COLUMNS: '400', GITHUB_ACTIONS: 'true' },
    });
    expect(err).toContain('이 단계의 `env`에 `SHOP_URL: ${{ secrets.SHOP_URL }}` 줄을 추가하세요');
  });

  const SEND = 'stats send --product notification';
  it.each([
    [`${SEND} --from 2026-02-02 --to 2026-02-01`, '`--from`이 `--to`보다 늦습니다', '`--from`에는 시작일을'],
    [`${SEND} --from 2026-02-30`, '--from 값이 날짜가 아닙니다: `2026-02-30`', '날짜는 2026-11-01, today(오늘)'],
    [`${SEND} --by month --to 2026`, '--to 값이 월이 아닙니다: `2026`', '월은 2026-11처럼'],
    [`${SEND} --from 2006-01-01 --to 2026-01-01`, '조회 기간이 너무 깁니다(7306일)', '10년까지'],
    [`${SEND} --by month --from 2006-01 --to 2026-01`, '조회 기간이 너무 깁니다(241개월)', '10년까지'],
    [`${SEND} --targeting M`, '브랜드 메시지에만 쓰는 옵션입니다: --targeting', '`--product brand` 옵션으로'],
    [
      'stats send --product brand --message-type AT',
      '알림 메시지에만 쓰는 옵션입니다: --message-type',
      '이 옵션을 빼거나',
    ],
    ['-e local stats template --product brand --template a/b', '템플릿 코드도 아닙니다: `a/b`', '`--template`에는'],
    ['get template', '조회할 수 없는 대상입니다: `template`', '혹시 `templates`인가요?'],
    ['get tags --state REJ', '`get tags` 명령에는 쓸 수 없는 옵션입니다: --state', '조건 옵션이 없는'],
    ['get templates --since 1d', '`get templates` 명령에는 쓸 수 없는 옵션입니다: --since', '쓸 수 있는 옵션: --state'],
    [
      'get templates --state X',
      '`--state`에 쓸 수 없는 상태입니다: `X`',
      '쓸 수 있는 값: REG(등록됨, 검수 요청 전), REQ(검수 중)',
    ],
    ['get brand-templates --bubble X', '쓸 수 없는 말풍선 유형입니다: `X`', '쓸 수 있는 값: TEXT'],
    ['get templates --keyword x', '`--keyword` 검색어의 길이가 맞지 않습니다(1자)', '2자 이상 50자 이하로'],
  ])('of a question about the account: %s', async (words, message, help) => {
    const { run } = await openProject(TWO);
    const { exit, err } = await run(['--language', 'ko', ...words.split(' ')], { env: { COLUMNS: '400' } });
    expect([exit, err]).toEqual([64, expect.stringContaining(message)]);
    expect(err.replace(/^[\s\S]*해결: /, '')).toContain(help);
  });

  it('of a folder without notiform.yaml', async () => {
    const { run } = await openProject(TWO);
    const { err } = await run(['validate', '--language', 'ko'], { cwd: '/' });
    expect(err).toContain('오류: 이 폴더와 상위 폴더에 notiform.yaml이 없습니다');
  });
});
