import { artifactName } from './artifact.ts';
import { say } from './draw.ts';
import type { CommandRun } from './run.ts';
import type { ActionStep } from './step.ts';

/** `preview`: the page with all templates as an artifact. */
export async function preview(step: ActionStep): Promise<number> {
  const { inputs } = step;
  const words = [...inputs.options(), '--', ...inputs.list('addresses')];
  const { run, url } = await uploadPage(step, 'notiform-preview', words);
  await step.output('exit-code', run.exit);
  step.annotateResult(run.document.problems);
  if (url !== undefined) await step.summarize(() => `[${say(step, 'previews')}](${url})\n`);
  return run.exit;
}

/** Draws the changes of a plan and uploads the page. Returns its address; undefined if a phone shows none of them. */
export async function previewOfPlan(step: ActionStep, file: string): Promise<string | undefined> {
  return (await uploadPage(step, 'notiform-changes', [`--plan=${file}`])).url;
}

async function uploadPage(
  step: ActionStep,
  about: string,
  words: readonly string[],
): Promise<{ run: CommandRun; url?: string }> {
  const folder = step.temporary(step.view.ports.random.hex(8));
  const run = await step.command(['preview', '--format=html', `--out=${folder}`, ...words]);
  const bytes = await step.files.read(`${folder}/preview.html`);
  const isEmpty = run.document.preview?.previews.every(({ views }) => views.length === 0) ?? true;
  if (!bytes || isEmpty) return { run };
  // The name of the file is that of the artifact: a browser opens it as it is.
  const name = `${artifactName(about, ...step.parts)}.html`;
  await step.files.writeAtomic(`${folder}/${name}`, step.clean(new TextDecoder().decode(bytes)));
  try {
    const { server, repository, run: of } = step.context;
    const id = await step.artifacts.upload(`${folder}/${name}`);
    const url = `${server}/${repository}/actions/runs/${of}/artifacts/${id}`;
    await step.output('preview-url', url);
    return { run, url };
  } catch (error) {
    step.reportArtifact('The preview was not uploaded', error);
    return { run };
  }
}
