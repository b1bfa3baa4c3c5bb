import { type CatalogRow, makeCatalog } from '../../catalog/catalog.ts';
import { drawTypeScript, FIRST_LINE } from '../../catalog/typescript.ts';
import { splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { NotiformError, usageError } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import { currentVersions } from '../../engine/snapshot/current.ts';
import { templateVersions } from '../../kinds/notification-template/versions.ts';
import { drawCatalog } from '../../report/catalog.ts';
import { jsonText } from '../../report/json.ts';
import { notification } from '../../send/channels/notification/channel.ts';
import { counted } from '../../text/counted.ts';
import { readBound } from '../bound.ts';
import type { Outcome } from '../finish.ts';
import { type Invocation, refuseTwoForms } from '../invocation.ts';
import { type OutFile, requirePlace, writeOut } from '../out-file.ts';
import { type LoadedProject, openProject } from '../project.ts';
import { engineInput, type Session, withSession } from '../session.ts';

const FORMATS = ['ts', 'json'] as const;
type Format = (typeof FORMATS)[number];

const CATALOG_FILE: OutFile = {
  code: 'catalog-unwritten',
  name: 'catalog',
  members: ['formatVersion', 'environment', 'templates', 'unavailable'],
  firstLine: FIRST_LINE,
  mode: 'kept',
};

/** `catalog`: the notification templates that applications can send. It writes the file of `--out` only if it changes. */
export async function catalog(
  invocation: Invocation,
  _args: string[],
  options: { format?: Format; out?: string },
): Promise<Outcome> {
  const { redaction, terminal } = invocation;
  const { out } = options;
  const format = formatOf(invocation, options);
  if (out !== undefined) await requirePlace(invocation, out, CATALOG_FILE);
  const project = await openProject(invocation);
  return withSession(invocation, project, { messages: false }, async (session) => {
    const rows = await rowsOf(invocation, project, session);
    const isSecret = (value: unknown): boolean => redaction.within(value) !== value;
    const made = redaction.within(makeCatalog(project.environment.name, rows, isSecret));
    const text =
      format === undefined
        ? drawCatalog(made, terminal.style('stdout'))
        : format === 'ts'
          ? drawTypeScript(made)
          : `${jsonText(made)}\n`;
    const { written, problems } =
      out === undefined ? { written: undefined, problems: [] } : await writeOut(invocation, out, text, CATALOG_FILE);
    if (problems.length > 0) throw new NotiformError(problems, Exit.failed);
    const word = written ? `Written to ${out}.` : `${out} is up to date.`;
    const missing = made.unavailable.length;
    const rest = missing === 0 ? '.' : `, ${missing} not available: \`notiform catalog\` shows why.`;
    const counts = `${counted(made.templates.length, 'template')}${rest}`;
    return {
      exit: Exit.done,
      text: out === undefined ? text : `${word} ${counts}`,
      format: out === undefined && format !== undefined ? 'json' : undefined,
      json: { catalog: made, ...(out === undefined ? {} : { out, written }) },
      problems: project.problems,
    };
  });
}

/** The format of the result: by its flag, else by the name of the file. Undefined for a table. */
function formatOf(invocation: Invocation, { format, out }: { format?: Format; out?: string }): Format | undefined {
  if (out === undefined) refuseTwoForms(invocation, format);
  const found = format ?? FORMATS.find((one) => new RegExp(`\\.[cm]?${one}$`).test(out ?? ''));
  if (found !== undefined || out === undefined) return found;
  throw usageError(`The format of ${out} is unknown`, 'Pass `--format ts` or `--format json`');
}

async function rowsOf(invocation: Invocation, project: LoadedProject, session: Session): Promise<CatalogRow[]> {
  const declared = project.resources.filter(({ kind }) => kind === notification.templates.kind);
  const { store } = session;
  const documents = await store.readAll([...new Set(declared.flatMap(({ profile }) => profile ?? []))]);
  const { resources } = await readBound(store, declared);
  const bound = new Map(resources.map(({ address, name }) => [address, name]));
  const known = [...documents.values()].flatMap((document) => Object.keys(document?.entries ?? {})).map(splitVersion);
  const versioned = new Set(known.filter(({ version }) => version > 1).map(({ of }) => of));
  const input = engineInput(invocation, project.environment, session);
  const isVersioned = (template: Resource): boolean =>
    templateVersions.asked(template) !== undefined || versioned.has(template.address);
  const current = await currentVersions(input, declared.filter(isVersioned));
  return Promise.all(
    declared.map(async (template) => {
      const code = current.get(template.address)?.live.name ?? bound.get(template.address) ?? '';
      const profile = project.environment.profile(template.profile ?? '');
      return {
        template,
        approved: await notification.templates.read(session.service, profile, code, invocation.signal),
      };
    }),
  );
}
