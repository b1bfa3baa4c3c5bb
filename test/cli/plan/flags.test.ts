import { describe, expect, it } from 'vitest';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, tagsOf } from '../project.ts';

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };

async function open(more = '') {
  const emulator = await openEmulator([SHOP]);
  const project = await openProject(hereOf(emulator, [SHOP], more), EMULATOR_KEY);
  const run = async (words: string): Promise<{ exit: number; said: string }> => {
    const { exit, out, err } = await project.run(words.split(' '), { env: { COLUMNS: '400' } });
    return { exit, said: `${out}${err}` };
  };
  return { project, run };
}

/** The command that stands behind a word at the begin of a line. */
function commandAfter(word: string, { said }: { said: string }): string | undefined {
  return said
    .split('\n')
    .find((line) => line.startsWith(word))
    ?.slice(word.length);
}

describe('the command that a plan names', () => {
  const GIVEN =
    "--target '*' --exclude y --allow loses-approval --allow interrupts-sending --allow destroys=GroupTag/shop/y --resubmit x --reupload x --unprotect GroupTag/shop/x --max-deletes none --max-updates 30% --allow-empty --accept-account --refresh full --concurrency 2";

  it('has every flag that was given, and does the same', async () => {
    const { project, run } = await open();
    await project.write('manifests/tags.yaml', tagsOf({ x: 'X', y: 'Y' }));
    const planned = await run(`plan ${GIVEN.replaceAll("'", '')}`);
    expect(planned.exit).toBe(0);
    expect(commandAfter('Next: ', planned)).toBe(`notiform -e here apply ${GIVEN}`);
    expect(commandAfter('Next: ', await run('plan --shard 1/1 --out plan.json --concurrency 2'))).toBe(
      'notiform -e here apply plan.json --concurrency 2',
    );
    expect((await run(`apply ${GIVEN.replaceAll("'", '')} --yes`)).exit).toBe(0);
  });

  it('is started by npx where npx started the plan, and so is the command that confirms', async () => {
    const { project } = await open();
    await project.write('manifests/tags.yaml', tagsOf({ x: 'X' }));
    const npx = { env: { npm_command: 'exec' } };
    expect((await project.run(['plan'], npx)).out).toContain('Next: npx --no -- notiform -e here apply\n');
    expect((await project.run(['apply'], npx)).err).toContain(
      'To confirm, run: npx --no -- notiform -e here apply --yes',
    );
  });

  it('is refused by no limit that was lifted', async () => {
    const { project, run } = await open();
    const names = (many: number) => Object.fromEntries(Array.from({ length: many }, (_, at) => [`t${at}`, `T${at}`]));
    await project.write('manifests/tags.yaml', tagsOf(names(12)));
    expect((await run('apply --yes')).exit).toBe(0);
    await project.write('manifests/tags.yaml', tagsOf(names(1)));
    expect((await run('plan')).exit).toBe(7);
    const next = commandAfter('Next: ', await run('plan --max-deletes 11'));
    expect(next).toBe('notiform -e here apply --max-deletes 11');
    expect((await run(`${next?.replace('notiform ', '')} --yes`)).exit).toBe(0);
  });
});

describe('the selection of a plan file', () => {
  it('is in the command that shows what is left of it', async () => {
    const { project, run } = await open();
    await project.write('manifests/tags.yaml', tagsOf({ x: 'X', y: 'Y' }));
    await run('plan --target x --max-updates none --out plan.json');
    await project.write('manifests/tags.yaml', tagsOf({ x: 'Z', y: 'Y' }));
    const applied = await run('apply plan.json --concurrency 2');
    expect(applied.exit).toBe(6);
    expect(commandAfter('To see what is left: ', applied)).toBe('notiform -e here plan --target x --concurrency 2');
  });
});
