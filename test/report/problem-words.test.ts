import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { judgeSends } from '../../src/cli/test-sends.ts';
import { codes } from '../../src/core/codes.ts';
import { NotiformError, type Problem } from '../../src/core/problem.ts';
import type { TlsFault } from '../../src/core/tls.ts';
import { FileFailure } from '../../src/files/file-failure.ts';
import { systemClock } from '../../src/files/system.ts';
import { valueLabel, valueNamed } from '../../src/kinds/labels.ts';
import { templateStates } from '../../src/kinds/notification-template/states.ts';
import { TYPE_NAMES } from '../../src/manifest/file/file-type.ts';
import { allRules } from '../../src/manifest/load/lint.ts';
import { listed } from '../../src/manifest/manifest.ts';
import type { LoadOptions } from '../../src/manifest/options.ts';
import { PROBLEM_PHRASES, problemIn } from '../../src/report/problem-words.ts';
import { drawProblems } from '../../src/report/problems.ts';
import { databaseProblem } from '../../src/state/database-problems.ts';
import { alreadyLocked, contended, lockLost, lockTakenOver, moved, unlocking } from '../../src/state/refusals.ts';
import { parseBase } from '../../src/state/stored-document.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { messageDialect, resourceDialect } from '../../src/wire/dialect.ts';
import { failureOf } from '../../src/wire/failures.ts';
import type { Failed } from '../../src/wire/outcome.ts';
import { unreachable } from '../../src/wire/unreachable.ts';
import { environment as declared, load } from '../manifest/project.ts';
import { environment } from '../send/support.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/broken');
const judge: LoadOptions['judge'] = (read) =>
  judgeSends(read, { environment, defaultSender: 'main', clock: systemClock });

const found: Problem[] = [];
/** Every problem as `validate --language ko` prints it, without its last line. */
const printed = new Set<string>();

beforeAll(async () => {
  for (const name of readdirSync(FIXTURES)) {
    const isFolder = statSync(join(FIXTURES, name)).isDirectory();
    if (!isFolder && !name.endsWith('.yaml')) continue;
    const root = isFolder ? join(FIXTURES, name) : FIXTURES;
    const { problems, sources } = await load(root, { judge, ...(isFolder ? {} : { manifests: name }) });
    found.push(...problems);
    for (const problem of problems) {
      const drawn = drawProblems([problem], sources, { color: false, width: 100, language: 'ko' });
      printed.add(drawn.replace(/\n {2}설명: [\s\S]*/, ''));
    }
  }
});

/** AT33 needs the list of an environment, which the broken manifests do not have. */
beforeAll(async () => {
  const categories = { environment: 'local', names: new Map([['001001', '회원 > 회원가입']]) };
  const { problems, sources } = await load(FIXTURES, {
    judge,
    manifests: 'curly-quotes.yaml',
    environment: { ...declared, categories },
  });
  for (const problem of problems.filter(({ code }) => code === 'unknown-category')) {
    const drawn = drawProblems([problem], sources, { color: false, width: 100, language: 'ko' });
    printed.add(drawn.replace(/\n {2}설명: [\s\S]*/, ''));
  }
});

function inKorean(message: string): string {
  return problemIn('ko', { code: 'usage', severity: 'error', message }).message;
}

/** English words outside quotes, which no Korean sentence has. */
function englishIn(text = ''): string[] {
  return text.replace(/`[^`]*`|"[^"]*"/g, '').match(/\b(?:is|has|the|a|of|and|or|to|with|in|your) \S+/gi) ?? [];
}

it('every problem of the broken manifests is wholly in Korean', () => {
  expect(found.length).toBeGreaterThan(400);
  const left = found.flatMap((problem) => {
    const { message, hint, related = [] } = problemIn('ko', problem);
    const texts = [message, hint, ...related.map((one) => one.message)];
    const english = texts.filter((text = '') => !/[가-힣]/.test(text) || englishIn(text).length > 0);
    return english.length === 0 ? [] : [[problem.message, ...english]];
  });
  expect(left).toEqual([]);
});

it.each(Object.values(TYPE_NAMES))('says in Korean that a file is %s', (name) => {
  const message = `\`a.jpg\` is ${name} by its content`;
  const korean = problemIn('ko', { code: 'file-type', severity: 'error', message }).message;
  expect(korean).toMatch(/^`a\.jpg`의 실제 내용은 .+(이미지|문서|동영상|파일)입니다$/);
});

it.each([
  ['line 2, column 4: after #{이름} the approved template has "님, "', '#{이름} 다음에 "님, "'],
  ['column 4: after #{이름} the approved template has "님, "', '#{이름} 다음에 "님, "'],
  ['line 1, column 1: the approved template has "#{이름}님, "', '"#{이름}님, " 부분이'],
  ['column 1: the approved template has "#{이름}님, "', '"#{이름}님, " 부분이'],
])('a text that a message lacks is named in Korean: %s', (what, named) => {
  expect(inKorean(`It differs at ${what}, which the message lacks`)).toContain(named);
});

it('a finding keeps its values: the variable, the count, the limit', () => {
  const korean = (rule: string): string[] =>
    found.filter((one) => one.rule === rule).map((one) => problemIn('ko', one).message);
  expect(korean('AT01')).toContain('변수를 닫는 괄호 `}`가 없습니다: `#{이름`');
  expect(korean('AT15')).toContain('예시 "긴 내역"의 값을 넣은 본문의 길이가 1132자입니다. 1000자 이하를 권장합니다');
  expect(korean('AT15')).toContain('본문의 길이가 1301자입니다. 메시지에는 1300자까지 쓸 수 있습니다');
  expect(korean('AT20')).toContainEqual(expect.stringContaining('승인되지 않는 내용입니다(생일, 기념일 축하): `생일'));
});

it('a finding about a member of a message names it before the sentence', () => {
  const shown = found.filter(({ finding }) => finding).map((one) => problemIn('ko', one).message);
  expect(shown).toContain('`message`: 7번째 글자부터 다릅니다');
  const finding = { member: 'button', sentence: 'It has 3 entries, the approved template 2' };
  const message = '`button` has 3 entries, the approved template 2';
  expect(problemIn('ko', { code: 'send-limit', severity: 'error', message, finding }).message).toBe(
    `\`button\`: ${inKorean(finding.sentence)}`,
  );
});

it('docs/errors.ko.md has the commonest problems, as validate prints them', () => {
  const page = readFileSync('docs/errors.ko.md', 'utf8');
  const sections = [...page.matchAll(/^## .+ \(([\w-]+)\)\n[\s\S]*?```text\n([\s\S]*?)\n```/gm)];
  expect(sections.length).toBeGreaterThanOrEqual(20);
  expect(sections.filter(([, , example = '']) => !printed.has(example)).map(([, code]) => code)).toEqual([]);
  const known = [...Object.keys(codes), ...allRules.map(({ id }) => id)];
  expect(sections.filter(([, code = '']) => !known.includes(code))).toEqual([]);
});

const LINT = ['lint', 'notification-template/lint', 'brand-template/lint'].map((folder) => join('src/kinds', folder));

/** The texts that a source writes at chosen places, with a number for each value. */
function textsIn(path: string, chosen: (node: ts.Node) => readonly (ts.Node | undefined)[]): string[] {
  const texts: string[] = [];
  const take = (node: ts.Node | undefined): void => {
    if (!node) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push(node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join(''));
    if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(take);
  };
  const visit = (node: ts.Node): void => {
    chosen(node).forEach(take);
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return texts;
}

/** The messages and hints of a source. */
function messagesIn(path: string): string[] {
  return textsIn(path, (node) => {
    const isMessage = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
    return isMessage && ['message', 'hint'].includes(node.name.getText()) ? [node.initializer] : [];
  });
}

/** Texts that are put together from others, which the fixtures have as a whole. */
const PUT_TOGETHER = [
  /^(?:7|`?7`? 7|7; 7|.* 7(?:`7)?)$/,
  /^7(?: contains the variable|, and has no spaces)/,
  /^Another 7 has/,
  /^Move it to the 7 place/,
  /^A channel-add button \(AC\) has to be the 7 button/,
  /^`7` is 7, unlike 7 \(7\)$/,
  /^7; 7 allowed$/,
];

it('every message and every hint of a lint rule has Korean words', () => {
  const files = LINT.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const messages = files.flatMap(messagesIn).filter((one) => !PUT_TOGETHER.some((form) => form.test(one)));
  expect(messages.length).toBeGreaterThan(40);
  expect(messages.filter((one) => inKorean(one) === one)).toEqual([]);
});

/** Every literal of a source that is a sentence: it begins with a capital letter or a quoted name, and has words after it. */
function sentencesIn(path: string): string[] {
  const literals = textsIn(path, (node) =>
    ts.isConditionalExpression(node) || (node.parent && ts.isImportDeclaration(node.parent)) ? [] : [node],
  );
  return literals.filter((text) => /^(?:[A-Z][a-z]* |`[^`]*` ).*[a-z]{2,}/.test(text) && !/[가-힣]|\n/.test(text));
}

/** Sentences of sends whose values are words. `COMPOSED` has them as a whole, or a test of sends does. */
const SEND_PARTS =
  /^(?:The (?:template|test send) 7$|(?:A test send|The) 7 has no|No (?:manifest has a|test send is)|It 7|It is 7|It differs at 7|It has 7|It has more|It is not 7|It is missing$|It names|It must have|The order is another|The template 7 7|The message to 7 was (?:accepted, and$|not sent again)|A send of 7 to 7 at 7$|A message of type 7$|A card of a feed$|A channel-add button \(AC\) is the 7|A (?:FREE )?message(?: to friends of the channel)?$|Name one 7with|A phone number is given|Give it (?:a name under|one in `variables`, 7)|Look at the phone, or (?:7|at the send)|The plan (?:is shown with|cannot be written: 7)|The service keeps messages for 35 days\. Check the key and the environment\. 7|(?:Use|It is not) the key of 7|Name (?:one7|a message key)|These 7 test sends|Run with|`7` (?:is not the address|of the message$|has no$)|`brand.cards` has|It is required and is not there7|A feed$|Not formatted$)/;

/** Parts of sentences of the state, the wire and the engine, and texts that no problem has. `COMPOSED` has some as a whole. */
const ROOM_PARTS =
  /^(?:`sslmode` of|The (?:certificate of the database of the state is for another host|next run (?:on|of the same)|lock expires|state of 7 7$|state of 7 is not open|7 at 7$|plan has 77|proxy 7 7)|(?:Restore the file from|Replace the document in)|Waiting for `git|Nothing was (?:changed|done)\. 7|Wait a minute, or lower|Run the command again (?:in a minute|after that time)$|The service may (?:still )?have done what was asked$|Report it with this text if the service is the documented one7|Check (?:`7`: a proxy|`7` of the environment$|host and port in `7` of the environment$|`7`\. NODE|out the commit)|The connection to 7 broke|The certificate of 7|Only an environment with `test|A verdict or a block|The file was edited|Apply the same file again|It was changed since|(?:What a manifest|A 7 is free|An address that gives|An abandoned version|An upload is|A resource is deleted|A profile is opened)|If only the id changed, write 7\.|`renamedFrom: 7`|`versions: true` in)/;

/** Sentences that sends put together. */
const COMPOSED = [
  'Nothing was done. Wait a minute, or lower `limits.perSecond` of the environment',
  'Nothing was done. Run the command again in a minute',
  'Nothing was done. Run the command again after that time',
  'Report it with this text if the service is the documented one. The service may have done what was asked',
  'It has 1409 characters, 1300 are allowed',
  'It has 3 entries, the approved template 2',
  'It has 100 line breaks, 99 are allowed',
  'It has 2001 bytes in EUC-KR, 2000 are allowed',
  'It has more than 10000 bytes in EUC-KR, 2000 are allowed',
  'It has "😀" at line 2, column 3, which EUC-KR does not have. The same is true of "✓" and 2 more',
  'The order is another: the approved template has WL 조회 in place 1, the message WL 문의',
  'It is ai, and the template has no image, so it is sent as at',
  'It is missing, the approved template has 7',
  'It must have exactly one member, `at`, which is an object',
  'It is not the key of the profile shop, and only that can send this template',
  'Use the key of a profile of the group mall',
  'The message to qa was not sent again: the send of 09:00 has no known outcome',
  'Look at the phone, or ask again with `notiform report 7`. To send again, leave `--unless-sent` out',
  'A send of order-paid to qa at 09:00 ended without an answer: it may have been sent',
  'The template order-paid names no sender',
  'The template has no button `조회`',
  'A message to friends of the channel has no `targeting`',
  'A phone number is given instead of the name of a recipient',
  'A phone number is given instead of the name of a sender',
  'Give it a name under `recipients` of the environment, and pass the name',
  'Give it one in `variables`, in the sample, or with `--var 이름=…`',
  'Name a message key, a refkey, a test send or the address of a template. See `notiform report --since 35d`',
  'These 2 test sends are not for the environment `local`',
  'Run with `--environment` qa, or add `local` to their `environments`',
  '`#{이름}` of NotificationTemplate/shop/order-paid has no value',
  '`#{이름}` of NotificationTemplate/shop/order-paid would be filled with nothing',
  'A value is given for `이룸`, and NotificationTemplate/shop/order-paid has no `#{이룸}`',
  'The value of `이름` contains the variable `#{상품}`, which is not filled',
  'Write `--var 이름=VALUE`',
  'plan.json is not JSON, or is cut off',
  'plan.json is not a plan',
  'plan.json is inconsistent: its digest does not match its contents',
  'plan.json is a plan for local, and this run is for production',
  'plan.json is a plan for another account than the credentials',
  '--target, --max-deletes cannot be used with a plan file, which records the selection and the policy',
  "option '--allow <risk>' argument 'foo' is invalid. The only risk of a send is locks-text",
  "option '--concurrency <n>' argument '0' is invalid. Expected 1 or more",
  'The plan cannot be written: NotificationTemplate/shop/a contains a secret of the environment in content',
  'The plan is shown with `****`, but its digests include the hidden text: it contains a secret of the environment',
  'The service has no message with the key nope: invalid message: no such messagekey within 35 days (code 2000)',
  'git could not do what the state needs: fatal: it is broken',
  'git refuses to use the repository because another user owns its folder: dubious ownership in a repository',
  'ssh does not trust the host of the git remote origin: Host key verification failed.',
  'git cannot write to the repository of the project: insufficient permission for adding an object',
  "The project has no git remote origin, where the state is to be stored: No such remote 'origin'",
  '`brand.cards` has 2 entries, and the carousel has 3 parts with its intro',
];

it('every sentence of sends, plans, their reports and the catalog has Korean words, also those that are put together', () => {
  const folder = (path: string): string[] =>
    readdirSync(path, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.ts') ? [join(path, name)] : [],
    );
  const commands = ['send', 'report', 'catalog', 'fmt', 'plan', 'apply'].map((name) => `src/cli/commands/${name}.ts`);
  const shared = ['payload-check', 'test-sends', 'send-confirm', 'send-outcome', 'options', 'since'].map(
    (name) => `src/cli/${name}.ts`,
  );
  const folders = ['src/send', 'src/cli/plan', 'src/cli/apply', 'src/state', 'src/wire', 'src/engine'].flatMap(folder);
  const files = [...folders, 'src/catalog/catalog.ts', ...commands, ...shared];
  const written = files.flatMap(sentencesIn).map((one) => one.replace(/(?<=^(?:Expected|The only risk) .*)\.$/, ''));
  expect(written.length).toBeGreaterThan(150);
  const expected = folder('test/send').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?<='send-[\w-]+ [\w.[\]]+: )It [^']+(?=')/g)].map(
      ([sentence]) => sentence,
    ),
  );
  // These tests compare only the beginning of a sentence.
  const isWhole = (one: string): boolean => !/^It differs|approved$|type [A-Z]{2}$/.test(one);
  expect(expected.filter(isWhole).length).toBeGreaterThan(50);
  const sentences = [
    ...written.filter((one) => !SEND_PARTS.test(one) && !ROOM_PARTS.test(one)),
    ...COMPOSED,
    ...expected.filter(isWhole),
  ];
  const left = sentences.filter(
    (one) => englishIn(inKorean(one)).length > 0 || !/[가-힣]/.test(inKorean(one).replace(/`[^`]*`/g, '')),
  );
  expect([...new Set(left)]).toEqual([]);
});

/** The texts of the checks of `doctor`. */
function checkTextsIn(path: string): string[] {
  return textsIn(path, (node) => {
    if (ts.isVariableDeclaration(node))
      return /^(?:says|means|fix|ignore)$/.test(node.name.getText()) ? [node.initializer] : [];
    const made = ts.isCallExpression(node) ? node.expression.getText() : '';
    if (!ts.isCallExpression(node) || !['passed', 'skipped', 'noted', 'finding'].includes(made)) return [];
    return node.arguments.slice(made === 'finding' ? 2 : 1);
  });
}

/** Texts of checks whose values are words, and texts without a word. */
const WITH_WORDS =
  /^(?:v?7|7: 7|7(?: have a value|, not verified| API: 7 7|: 7, 7 with a state| s 7 the service|, and .*))$/;

it('every text of a check of doctor has Korean words', () => {
  const files = ['src/cli/doctor.ts', 'src/cli/commands/doctor.ts', 'src/account/service-checks.ts'];
  const written = files.flatMap(checkTextsIn).filter((text) => !WITH_WORDS.test(text));
  expect(written.length).toBeGreaterThan(60);
  const texts = [
    ...written.map((text) =>
      text.replace('is locked 7', 'is locked by an unknown run').replace('has no 7', 'has no group'),
    ),
    '8 settings have a value',
    'resource API: shop.example directly',
    'message API: shop.example through proxy.example:8080 (HTTPS_PROXY)',
    'file: 1 profile, 0 with a state',
    'git: 2 profiles, 1 with a state',
    'TLSv1.3, certificate until 2026-12-01, not verified',
    'Add the line `.notiform/` to .gitignore, and run `git rm --cached -r .notiform`',
    "This machine's clock is 90 s behind the service",
    'The service has no sender profile with the key of `shop`',
    'The profile `shop` is dormant',
  ];
  expect(texts.map(inKorean).filter((text) => englishIn(text).length > 0 || !/[가-힣]/.test(text))).toEqual([]);
});

it.each([
  [
    'by `apply` of kim on build-7 (process 41) since 2026-11-20 09:00:00 KST, https://ci.example/1',
    /^`apply` 실행\(사용자 kim, 컴퓨터 build-7, 프로세스 41\), 2026-11-20 09:00:00 KST부터, https/,
  ],
  ['by `apply` on build-7 (process 41)', /^`apply` 실행\(컴퓨터 build-7, 프로세스 41\)$/],
])('a lock is named in Korean: %s', (lock, korean) => {
  expect(inKorean(lock)).toMatch(korean);
  expect(inKorean(`shop is locked ${lock}`)).toMatch(/^shop 잠김: `apply` 실행/);
});

it.each(['Write `name: `, with an ASCII colon and a space', 'Write `name: ` and the value'])(
  'the advice about a mistyped colon is Korean: %s',
  (hint) => {
    const message = 'The colon `：` (U+FF1A) is not the colon of YAML';
    const advice = problemIn('ko', { code: 'yaml-syntax', severity: 'error', message, hint }).hint;
    expect(advice).toMatch(/[가-힣].*`name: /);
  },
);

it.each([
  ['messageType', ['BA', 'EX', 'AD', 'MI']],
  ['emphasis.type', ['NONE', 'TEXT', 'IMAGE', 'ITEM_LIST']],
  ['buttons[0].type', ['WL', 'AL', 'DS', 'BK', 'MD', 'BC', 'BT', 'AC', 'P1', 'P2', 'P3', 'TN', 'MP']],
  ['quickReplies[0].type', ['WL', 'AL', 'BK', 'MD', 'BC', 'BT']],
  ['buttons[0].type', ['WL', 'AL', 'BK', 'AC', 'BF', 'BT', 'BC']],
  ['message.buttons[0].type', ['WL', 'AL', 'BK', 'MD', 'BC', 'BT', 'BF', 'AC']],
  [
    'bubble',
    ['TEXT', 'IMAGE', 'WIDE', 'WIDE_ITEM_LIST', 'CAROUSEL_FEED', 'PREMIUM_VIDEO', 'COMMERCE', 'CAROUSEL_COMMERCE'],
  ],
])('the allowed values of %s have their names', (path, codes) => {
  const values = listed(codes, 'and', (code) => valueNamed(path, code));
  const named = codes.map((code) => {
    const label = valueLabel(path, code, 'ko') ?? '';
    return label.replace(/(.+) \((\w+)\)/, '`$2`($1)');
  });
  for (const before of ['', 'Did you mean `TEXT`? '])
    expect(inKorean(`${before}The allowed values are ${values}`)).toContain(`쓸 수 있는 값: ${named.join(', ')}`);
});

it.each([
  ['order-paid is a template, and a template names no recipient', '템플릿에는 수신자가 없습니다: order-paid'],
  ['The test send order-paid names no recipient', '수신자가 없습니다: 테스트 발송 order-paid'],
])('a send without a recipient is Korean: %s', (message, korean) => {
  expect(inKorean(message)).toBe(korean);
});

it('a refusal has the meaning of its code, or the quoted words of the service', () => {
  const refused = (code: string, words: string): string =>
    problemIn('ko', {
      code: 'service-refused',
      severity: 'error',
      message: `The service refused template.add: ${words} (code ${code})`,
      service: { code, message: words },
    }).message;
  expect(refused('525', 'there is no such category')).toBe(
    '서비스가 요청을 거부했습니다(template.add): 없는 카테고리(코드 525)',
  );
  expect(refused('999', 'it does not like you')).toBe(
    '서비스가 요청을 거부했습니다(template.add): `it does not like you`(코드 999)',
  );
});

it.each([
  ['Check the text, then pass `--allow locks-text`', '내용을 확인했다면 `--allow locks-text`를 붙여 다시 실행하세요'],
  ['Pass `--yes --new`: `notiform send a`', '`--yes --new` 옵션을 붙이세요: `notiform send a`'],
])('advice with quoted flags is Korean: %s', (message, korean) => {
  expect(inKorean(message)).toBe(korean);
});

it('the products of statistics have their Korean names', () => {
  const refused = "option '--product <product>' argument '알림' is invalid. Allowed choices are notification, brand";
  expect(inKorean(refused)).toContain('notification(알림 템플릿), brand(브랜드 메시지)');
});

it('the states of a filter have their Korean names', () => {
  const states = Object.entries(templateStates);
  const named = inKorean(`Use ${states.map(([state, { word }]) => `${state} (${word.en})`).join(', ')}`);
  for (const [state, { word }] of states) expect(named).toContain(`${state}(${word.ko})`);
});

it('a dash at the margin is not indented by 0 columns', () => {
  expect(inKorean('This dash is indented by 0 spaces, and the dashes above it by 2')).toContain(
    '위의 줄은 2칸 들여썼는데 이 줄은 들여쓰지 않았습니다',
  );
});

it('no sentence is found by the pattern of an earlier one', () => {
  const values = (text: string): string => text.replaceAll('{count}', '7').replaceAll(/\{(\w+)\}/g, '<$1>');
  for (const { en, ko } of PROBLEM_PHRASES) expect([en, inKorean(values(en))]).toEqual([en, values(ko)]);
});

it('a sentence that the catalog has only in part stays English, and so does the advice', () => {
  const message = 'Something else is wrong with `a`';
  expect(problemIn('ko', { code: 'usage', severity: 'error', message, hint: 'Remove it' })).toMatchObject({
    message,
    hint: 'Remove it',
  });
  expect(inKorean('the wrong thing is missing: somebody took it away')).toContain('is missing');
});

/** A problem in Korean: its message and its hint have no English words but quoted ones. */
function expectKorean({
  message,
  help: hint,
  ...more
}: Pick<Problem, 'message'> & Partial<Pick<Problem, 'code' | 'service'>> & { help: string | undefined }): void {
  const korean = problemIn('ko', { code: 'usage', severity: 'error', message, ...(hint && { hint }), ...more });
  for (const text of [korean.message, korean.hint ?? ''])
    expect([message, hint, text, englishIn(text), /[가-힣]/.test(text)]).toEqual([message, hint, text, [], true]);
}

const TLS_FAULTS: readonly TlsFault[] = [
  'expired',
  'not-yet-valid',
  'other-host',
  'client-certificate',
  'handshake',
  'protocol',
  'plain',
  'untrusted',
];

it('connections, TLS and proxies that fail are reported in Korean', () => {
  const redaction = new Redaction();
  const called = { host: 'api.example', setting: 'resourceUrl', redaction };
  const proxy = (url: string) => ({ ...called, proxy: { url: new URL(url), variable: 'HTTPS_PROXY' } });
  for (const tls of TLS_FAULTS)
    for (const detail of ['self-signed certificate; try this', "Host: x. is not cert's altnames: DNS:y"])
      expectKorean(unreachable({ code: 'CODE', tls, detail, lasting: true }, called));
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'time-out', 'EPIPE'])
    expectKorean(unreachable({ code, lasting: true }, called));
  for (const code of ['PROXY_407', 'PROXY_502', 'ECONNREFUSED'])
    for (const url of ['http://p.example:8080', 'http://u:p@p.example:8080'])
      expectKorean(unreachable({ code, lasting: true }, proxy(url)));
});

it('calls that fail are reported in Korean', () => {
  const words = { code: '999', message: 'it is out of order' };
  const fault = { code: 'ECONNRESET', lasting: true };
  const failures: Failed[] = [
    { is: 'refused', words },
    { is: 'refused', words: { code: '3000', message: 'it does not like you' } },
    { is: 'throttled' },
    { is: 'busy', words },
    { is: 'down', status: 502 },
    { is: 'down', status: 500, words },
    { is: 'undocumented', status: 200, words },
    { is: 'garbled', why: 'HTTP 200 and an empty body' },
    { is: 'garbled', why: 'malformed JSON' },
    { is: 'garbled', why: 'something that is not JSON', quote: 'this is a text' },
    { is: 'foreign', why: 'an HTML page (HTTP 200)', quote: 'Sign in to the network' },
    { is: 'foreign', why: 'HTTP 404 and no code of the service in it' },
    { is: 'misfit', misfit: { path: 'data.list[0].name', why: 'it is not a text' } },
    { is: 'unsent', fault },
    { is: 'lost', fault },
    { is: 'lost', fault: { ...fault, silent: true } },
    { is: 'lost', fault: { ...fault, code: 'time-out' } },
    { is: 'interrupted', sent: true },
    { is: 'interrupted', sent: false },
    { is: 'wait-too-long', waitMs: 90_000 },
  ];
  for (const failed of failures)
    for (const [dialect, tries, kind] of [
      [resourceDialect, 1, 'write'],
      [messageDialect, 3, 'once'],
      [resourceDialect, 3, 'read'],
    ] as const) {
      const call = { host: 'api.example', setting: 'resourceUrl', redaction: new Redaction(), isPlain: true } as const;
      const help = 'Correct the path';
      const { problem } = failureOf(failed, { ...call, name: 'x.add', kind, help, dialect, timeoutMs: 40_000, tries });
      expectKorean({ ...problem, help: problem.hint });
    }
});

it('locks and documents of the state are reported in Korean', () => {
  const holder = { command: 'apply', user: 'ann', host: 'build-7', pid: 42, run: 'https://ci.example/1' };
  const lock = { holder, since: '2026-11-20 09:00 KST', token: 'a', fence: 1 };
  const { user: _user, run: _run, ...anyone } = holder;
  const place = {
    environment: 'production',
    profile: 'shop',
    shown: 'state/shop.json',
    help: 'Restore the file from a copy, or move it away',
  };
  const parsed = (text: string): NotiformError => {
    try {
      parseBase(text, place);
    } catch (error) {
      if (error instanceof NotiformError) return error;
    }
    throw new Error('it was read');
  };
  const problems = [
    ...[undefined, lock, { ...lock, holder: anyone }].flatMap((one) => [
      ...alreadyLocked('production/shop', one).problems,
      ...(one ? [lockTakenOver('production/shop', one)] : []),
    ]),
    ...alreadyLocked(
      'production/shop',
      lock,
      `run the command again in 9 s, when its lock has expired, or ${unlocking('production/shop')}`,
    ).problems,
    ...lockLost('production/shop').problems,
    ...moved('production/shop', 'is at serial 4; serial 9 cannot follow it').problems,
    ...moved('production/shop', 'was changed while this run had its lock').problems,
    contended('production/shop in the database'),
    contended('refs/notiform/production'),
    ...parsed('').problems,
    ...parsed('{').problems,
    ...parsed('{"formatVersion":99}').problems,
    ...parsed('{"formatVersion":2}').problems,
  ];
  for (const { message, hint } of problems) expectKorean({ message, help: hint });
});

it('files that cannot be used are reported in Korean', () => {
  for (const code of ['EACCES', 'ENOSPC', 'EISDIR', 'ENOTDIR', 'ENOENT', 'ELOOP', 'EMFILE', 'ENOTREG', 'EIO'])
    for (const doing of ['read', 'written'] as const) {
      const { message, hint } = new FileFailure(doing, 'a.json', code).problem();
      expectKorean({ message, help: hint });
    }
});

it('errors of the database of the state are reported in Korean', () => {
  const said = (message: string, code?: string): Error => Object.assign(new Error(message), code && { code });
  const errors = [
    said('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
    said('unsupported startup parameter: search_path', '08P01'),
    said('SASL: client password must be a string'),
    said('password authentication failed for user "ci"', '28P01'),
    said('permission denied for table notiform_state', '42501'),
    said('column "document" does not exist', '42703'),
    said('out of shared memory', '53200'),
    said('The server does not support SSL connections'),
    said('connection requires a valid client certificate', '28000'),
    said('certificate has expired', 'CERT_HAS_EXPIRED'),
    said("Host: x. is not cert's altnames: DNS:y", 'ERR_TLS_CERT_ALTNAME_INVALID'),
    said('certificate of another host', 'ERR_TLS_CERT_ALTNAME_INVALID'),
  ].map(databaseProblem);
  expect(new Set(errors.map(({ code }) => code)).size).toBe(5);
  for (const { message, hint } of errors) expectKorean({ message, help: hint });
});
