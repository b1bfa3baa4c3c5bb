// The main job from end to end, with the built command line and the examples, on the embedded emulator. Every command
// is printed as a user would type it; the first unexpected exit code ends the demo. Commands whose output does not depend on each other run side by side.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

// The build runs in this process, because another one would have to start first.
process.argv.push('--program');
await import('./build.mjs');

const program = resolve('dist/notiform.js');
const project = mkdtempSync(join(tmpdir(), 'notiform-demo-'));
cpSync('examples', project, { recursive: true, filter: (path) => !path.includes('.notiform') });

const strong = (shown) => (process.stdout.isTTY ? `\u001b[1m${shown}\u001b[22m` : shown);

const isKorean = process.env.NOTIFORM_LANGUAGE === 'ko';

function say(english, korean) {
  console.log(`\n${strong(`# ${isKorean ? korean : english}`)}`);
}

function typed(words) {
  return words.map((word) => (/[\s*]/.test(word) ? `"${word}"` : word)).join(' ');
}

function open(words, stdin = 'ignore') {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  return spawn(process.execPath, [program, ...words], {
    cwd: project,
    env: { ...color, ...process.env },
    stdio: [stdin, 'pipe', 'pipe'],
  });
}

/** Starts a command. Its output is printed by `show`. */
function start(words, { tail } = {}) {
  const child = open(words);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  // A failure is reported by `show`, perhaps after other commands.
  ended.catch(() => undefined);
  return { words, tail, ended };
}

/** Waits for a command and prints it with its output or the last `tail` lines. Its progress is printed only if it fails. */
async function show({ words, tail, ended }) {
  console.log(strong(`$ notiform ${typed(words)}${tail === undefined ? '' : ` | tail -${tail}`}`));
  const [stdout, stderr, [status]] = await ended;
  const lines = stdout.trimEnd().split('\n');
  console.log(lines.slice(tail === undefined ? 0 : -tail).join('\n'));
  if (status === 0) return;
  console.error(stderr);
  throw new Error(`notiform ${words.join(' ')} ended with exit code ${status}`);
}

function run(words, options) {
  return show(start(words, options));
}

function edit(file, before, after) {
  const path = join(project, file);
  const content = readFileSync(path, 'utf8');
  if (!content.includes(before)) throw new Error(`${file} does not contain the text that the demo corrects`);
  writeFileSync(path, content.replace(before, after));
  console.log(strong(`$ edit ${file}`));
  console.log(isKorean ? `  수정 전: ${before}\n  수정 후: ${after}` : `  before: ${before}\n  after:  ${after}`);
}

/** Starts the emulator as a user does in another terminal. It ends with the demo, also if the demo is killed. */
function openEmulator() {
  const child = open(['emulator', '--end-with-stdin'], 'pipe');
  const ended = once(child, 'close');
  child.stderr.pipe(process.stderr);
  // It prints its address in one piece as soon as it listens.
  const greeting = Promise.race([
    once(child.stdout, 'data').then(String),
    ended.then(() => Promise.reject(new Error('notiform emulator did not start'))),
  ]);
  const close = async () => {
    child.kill();
    await ended;
  };
  return { greeting, close };
}

const order = 'NotificationTemplate/shop/order-paid';

const emulator = openEmulator();
try {
  const valid = start(['validate']);
  say(
    'A shop in Jeju: every message it sends, in YAML. Is it right? No account, no network.',
    '제주의 감귤 상점이 보내는 모든 메시지를 YAML로 선언했습니다. 잘못된 곳은 없을까요? 계정도 네트워크도 필요 없습니다.',
  );
  const greeting = await emulator.greeting;
  const [one, whole] = [start(['-e', 'local', 'plan', '--target', order]), start(['-e', 'local', 'plan'], { tail: 9 })];
  await show(valid);
  say(
    'The whole service runs on this machine, in another terminal.',
    '서비스 전체가 이 컴퓨터의 다른 터미널에서 실행됩니다.',
  );
  console.log(`${strong('$ notiform emulator')}\n${greeting.trimEnd()}`);
  say(
    'What would change? One of them in full, then what it comes to.',
    '무엇이 바뀔까요? 템플릿 하나를 자세히 보고, 전체를 요약해 봅니다.',
  );
  await show(one);
  await show(whole);
  say(
    'Do it: images and the video first, then what shows them; then inspection is requested.',
    '적용합니다. 이미지와 동영상을 먼저 올리고, 이를 쓰는 템플릿을 등록한 다음 검수를 요청합니다.',
  );
  await run(['-e', 'local', 'apply', '--yes'], { tail: 12 });
  // A text message needs no approval.
  const picture = start(['-e', 'local', 'send', 'visit-guide-mms']);
  say(
    'The inspector looks at them. On a real service this takes days; here it is you.',
    '검수할 차례입니다. 실제 서비스에서는 며칠이 걸리지만, 여기에서는 직접 검수합니다.',
  );
  await run(['emulator', 'reject', 'order-paid', '--comment', '부가 정보에 수신 사유를 정확히 적어 주세요.']);
  await run(['emulator', 'approve', '*']);
  const [status, encoded] = [
    start(['-e', 'local', 'status', 'NotificationTemplate/shop/*', 'SenderProfile/*', 'Video/shop/*']),
    start(['-e', 'local', 'wait', 'Video/shop/harvest']),
  ];
  await show(status);
  say(
    'One message shows the video, and follows when that is encoded.',
    '동영상을 쓰는 메시지는 인코딩이 끝난 뒤에 적용됩니다.',
  );
  await show(encoded);
  // It reads the file that is edited now.
  await picture.ended;
  say(
    'Correct the rejected text, and look at exactly what changes.',
    '반려된 문구를 고치고, 바뀌는 내용을 정확히 확인합니다.',
  );
  edit(
    'manifests/orders.yaml',
    'extra: 이 메시지는 주문하신 고객님께 발송됩니다.',
    'extra: 이 메시지는 감귤상점에서 결제를 완료하신 고객님께 발송됩니다.',
  );
  await run(['-e', 'local', 'plan']);
  await run(['-e', 'local', 'apply', '--yes']);
  const phone = start(['preview', 'TestSend/welcome-or-text']);
  await run(['emulator', 'approve', 'order-paid']);
  const talk = start(['-e', 'local', 'send', 'order-paid-smoke', '--yes', '--allow', 'locks-text']);
  const nothing = start(['-e', 'local', 'plan']);
  say('Everything is as the manifests say.', '서비스의 모든 내용이 파일과 같습니다.');
  await show(nothing);
  say(
    'Test sends: what will the phone show? Text messages, RCS and brand messages are in the same file.',
    '테스트 발송: 휴대폰에는 어떻게 보일까요? 문자 메시지, RCS, 브랜드 메시지도 같은 파일에 있습니다.',
  );
  await show(phone);
  say(
    'Send one to a phone, and a text message with an image: the image is uploaded first.',
    '휴대폰으로 한 건을 보내고, 이미지가 있는 문자 메시지도 보냅니다. 이미지를 먼저 업로드합니다.',
  );
  await show(talk);
  await show(picture);
  say('See them arrive.', '도착한 메시지를 확인합니다.');
  await run(['emulator', 'inbox']);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await emulator.close();
  rmSync(project, { recursive: true, force: true });
}
