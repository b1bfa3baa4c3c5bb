// The main job from end to end, with the built command line and the examples, on the embedded emulator. Every command
// is printed as a user would type it; the first unexpected exit code ends the demo.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const program = resolve('dist/notiform.cjs');
const project = mkdtempSync(join(tmpdir(), 'notiform-demo-'));
cpSync('examples', project, { recursive: true, filter: (path) => !path.includes('.notiform') });

const strong = (text) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text);

function say(text) {
  console.log(`\n${strong(`# ${text}`)}`);
}

function typed(words) {
  return words.map((word) => (/[\s*]/.test(word) ? `"${word}"` : word)).join(' ');
}

/**
 * Runs a command and prints its output, or only its last `tail` lines. Its progress, on stderr, is printed only if it fails.
 */
function run(words, { tail } = {}) {
  console.log(strong(`$ notiform ${typed(words)}${tail === undefined ? '' : ` | tail -${tail}`}`));
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const { status, error, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: project,
    encoding: 'utf8',
    env: { ...color, ...process.env },
  });
  const lines = (stdout ?? '').trimEnd().split('\n');
  console.log(lines.slice(tail === undefined ? 0 : -tail).join('\n'));
  if (error) throw error;
  if (status === 0) return;
  console.error(stderr);
  throw new Error(`notiform ${words.join(' ')} ended with exit code ${status}`);
}

function edit(file, before, after) {
  const path = join(project, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} does not contain the text that the demo corrects`);
  writeFileSync(path, text.replace(before, after));
  console.log(strong(`$ edit ${file}`));
  console.log(`  before: ${before}\n  after:  ${after}`);
}

const order = 'NotificationTemplate/shop/order-paid';

try {
  say('A shop in Jeju: every message it sends, in YAML. Is it right? No account, no network.');
  run(['validate']);
  say('What would change? One of them in full, then what it comes to.');
  run(['-e', 'local', 'plan', '--target', order]);
  run(['-e', 'local', 'plan'], { tail: 9 });
  say('Do it: images and the video first, then what shows them; then inspection is requested.');
  run(['-e', 'local', 'apply', '--yes'], { tail: 12 });
  say('The inspector looks at them. On a real service this takes days; here it is you.');
  run(['emulator', 'reject', 'order-paid', '--comment', '추가 정보에 수신 사유를 정확히 적어 주세요.']);
  run(['emulator', 'approve', '*']);
  run(['-e', 'local', 'status', 'NotificationTemplate/shop/*', 'SenderProfile/*', 'Video/shop/*']);
  say('One message shows the video, and follows when that is encoded, which it is by now.');
  run(['-e', 'local', 'wait', 'Video/shop/harvest']);
  say('Correct the rejected text, and look at exactly what changes.');
  edit(
    'manifests/orders.yaml',
    'extra: 이 메시지는 주문하신 고객님께 발송됩니다.',
    'extra: 이 메시지는 감귤상점에서 결제를 완료하신 고객님께 발송됩니다.',
  );
  run(['-e', 'local', 'plan']);
  run(['-e', 'local', 'apply', '--yes']);
  run(['emulator', 'approve', 'order-paid']);
  say('Everything is as the manifests say.');
  run(['-e', 'local', 'plan']);
  say('Test sends: what will the phone show? Text messages, RCS and brand messages are in the same file.');
  run(['preview', 'TestSend/welcome-or-text']);
  say('Send one to a phone, and see it arrive.');
  run(['-e', 'local', 'send', 'order-paid-smoke', '--yes', '--allow', 'locks-text']);
  run(['emulator', 'inbox']);
  say('A text message with an image: the image is uploaded first.');
  run(['-e', 'local', 'send', 'visit-guide-mms']);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(project, { recursive: true, force: true });
}
