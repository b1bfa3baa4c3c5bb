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

function tell(text) {
  console.log(`\n${strong(`# ${text}`)}`);
}

function run(...words) {
  console.log(strong(`$ notiform ${words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ')}`));
  const { status, error } = spawnSync(process.execPath, [program, ...words], { cwd: project, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) throw new Error(`notiform ${words.join(' ')} ended with exit code ${status}`);
}

function edit(file, before, after) {
  const path = join(project, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} does not hold the text that the demo corrects`);
  writeFileSync(path, text.replace(before, after));
  console.log(strong(`$ edit ${file}`));
  console.log(`  before: ${before}\n  after:  ${after}`);
}

try {
  tell('Four templates of a shop in YAML. Are they right? No account, no network.');
  run('validate');
  tell('What would change?');
  run('plan');
  tell('Do it: images first, then the templates, then their inspection is requested.');
  run('apply', '--yes');
  tell('Plan again: nothing to do, and four texts wait for an inspector.');
  run('plan');
  tell('The inspector looks at them. On a real service this takes days; here it is you.');
  run('emulator', 'requests');
  run('emulator', 'approve', 'welcome', 'login-code', 'parcel-sent');
  run('emulator', 'reject', 'order-paid', '--comment', '추가 정보에 수신 사유를 정확히 적어 주세요.');
  run('status');
  tell('Correct the rejected text, and look at exactly what changes.');
  edit(
    'manifests/order.yaml',
    'extra: 이 메시지는 주문하신 고객님께 발송됩니다.',
    'extra: 이 메시지는 감귤상점에서 결제를 완료하신 고객님께 발송됩니다.',
  );
  run('plan');
  run('apply', '--yes');
  run('emulator', 'approve', 'order-paid');
  tell('Everything is as the manifests say.');
  run('plan');
  tell('Send one to a phone, and see it arrive.');
  run('send', 'TestSend/order-paid-smoke', '--yes', '--allow', 'locks-text');
  run('emulator', 'inbox');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(project, { recursive: true, force: true });
}
