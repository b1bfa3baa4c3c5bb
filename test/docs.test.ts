import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { NPM } from '../src/cli/init/manager.ts';
import { newWorkflow } from '../src/cli/init/workflow.ts';
import { codes } from '../src/core/codes.ts';
import { formatText } from '../src/manifest/format/format.ts';
import { allSnippets, languagesOf, pages, ROOT } from './packaging/snippets/pages.ts';
import { ACTIONS, isCallOfEmulator, isRunAsWhole, PLACES } from './packaging/snippets/places.ts';

describe('the documents', () => {
  it('describe problems that notiform reports, and no others', () => {
    const source = sourcesOf(join(ROOT, 'src'));
    expect(Object.keys(codes).filter((code) => !new RegExp(`['"\`]${code}['"\`]|\\b${code}:`).test(source))).toEqual(
      [],
    );
  });
});

describe('the images for pipelines', () => {
  const stages = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .split(/^(?=FROM )/m)
    .slice(1);

  it('have git: that of the Dockerfile, and those that the pages name', () => {
    const ci = stages.find((stage) => stage.startsWith('FROM program AS ci\n')) ?? '';
    expect(ci).toMatch(/^RUN apt-get .*\bca-certificates git\b/m);
    expect(ci).toContain("git config --system --add safe.directory '*'");
    // A runner starts a shell in the image.
    expect(ci).not.toMatch(/^(?:ENTRYPOINT|CMD|USER)/m);
    for (const page of ['gitlab', 'jenkins'])
      expect(readFileSync(join(ROOT, `docs/${page}.md`), 'utf8')).toMatch(/^ .*image:? '?node:22'?(?: \} \})?$/m);
  });

  it('are not the last one of the Dockerfile, which is the emulator', () => {
    expect(stages.at(-1)).toMatch(/^ENTRYPOINT \["notiform", "emulator"/m);
  });
});

it('an edit of the source does not install the packages of the image again, and no package file or preview is in it', () => {
  const [first = ''] = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split(/^FROM program/m);
  expect(first.match(/^(?:COPY .*|RUN npm \w+)/gm)?.slice(0, 3)).toEqual([
    'COPY package.json package-lock.json ./',
    'RUN npm ci',
    'COPY . .',
  ]);
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['*.tgz', 'previews']));
});

it('CONTRIBUTING and the assumptions name files of the source that exist', () => {
  const [contributing = '', assumptions = ''] = ['CONTRIBUTING.md', 'docs/assumptions.md'].map((page) =>
    readFileSync(join(ROOT, page), 'utf8'),
  );
  const named = [
    ...Array.from(contributing.matchAll(/`([a-z-]+(?:\/[a-z-]+)+\.ts)`/g), ([, path = '']) => path),
    ...Array.from(assumptions.matchAll(/^\| \d+ .* \| (\S+) \|$/gm), ([, path = '']) => path),
  ];
  expect(named.length).toBeGreaterThan(200);
  const folders = ['', 'src'];
  expect(named.filter((path) => !folders.some((folder) => existsSync(join(ROOT, folder, path))))).toEqual([]);
});

it('the pages name the profile of a lock to remove, without which the command is refused', () => {
  const pages = readdirSync(join(ROOT, 'docs'), { encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const texts = pages.map((name) => readFileSync(join(ROOT, 'docs', name), 'utf8')).join('\n');
  const commands = texts.match(/`notiform (?:-e \w+ )?state unlock\b[^`]*`/g) ?? [];
  expect(commands.length).toBeGreaterThan(3);
  expect(commands.filter((command) => !/unlock (?:PROFILE|프로필|--all|--help|[a-z]+)/.test(command))).toEqual([]);
});

/** The text of all files of the product below a folder. What is compiled from the documents is left out. */
function sourcesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('generated'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
}

interface Step {
  uses?: string;
  with?: Record<string, unknown>;
  run?: string;
}

/** The steps of each job of a workflow, of a part of one, or of a list of steps. */
function jobsOf(text: string): Step[][] {
  const given = parse(text) as Step[] | { jobs?: Record<string, { steps: Step[] }>; steps?: Step[] };
  if (Array.isArray(given)) return [given];
  return given.steps ? [given.steps] : Object.values(given.jobs ?? {}).map(({ steps }) => steps);
}

const snippets = allSnippets();
const ofInit = newWorkflow({ manager: NPM, at: '', folder: '', branch: 'main' });
const workflows = [
  { key: 'the workflow of init', text: ofInit.content },
  ...readdirSync(join(ROOT, 'examples/workflows')).map((key) => ({
    key,
    text: readFileSync(join(ROOT, 'examples/workflows', key), 'utf8'),
  })),
  ...snippets.filter(({ language }) => language === 'yaml'),
];

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => {
    const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    const nth = seen.get(anchor) ?? 0;
    seen.set(anchor, nth + 1);
    return nth === 0 ? anchor : `${anchor}-${nth}`;
  });
}

describe('links', () => {
  it.each(pages().map(({ page, text }) => [page, text]))('of %s lead to files and headings', (page, text) => {
    const links = [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, link = '']) => link,
    );
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && path.endsWith('.md') && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

/** The paragraphs and items of lists of a page, without code, tables and headings. */
function paragraphsOf(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$|<!--[\s\S]*?-->/gm, '').replaceAll(/`[^`]*`/g, 'code');
  return prose
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
    .filter((block) => !/^\s*[|#]/.test(block));
}

describe('paragraphs', () => {
  const own = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((page) => ({
    page,
    text: readFileSync(join(ROOT, page), 'utf8'),
  }));
  it.each([...pages(), ...own].map(({ page, text }) => [page, text]))(
    'of %s have at most four sentences',
    (_page, text) => {
      const sentences = (block: string): number => block.match(/(?<! [ap]\.m)[.!?](?=\s|$|\*)|:$/g)?.length ?? 0;
      expect(paragraphsOf(text).filter((block) => sentences(block) > 4)).toEqual([]);
    },
  );
});

it('manifests are shown as `fmt` writes them', () => {
  const shown = pages().flatMap(({ page, text }) =>
    [...text.matchAll(/^```yaml\n((?:#.*\n)*kind: [\s\S]*?)^```$/gm)].map(([, manifest = '']) => [page, manifest]),
  );
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.filter(([, manifest = '']) => formatText(manifest) !== manifest)).toEqual([]);
});

describe('commands that are shown', () => {
  it('are run by a test, each in the place that its page names', () => {
    const known = snippets.filter(
      (snippet) => (!isCallOfEmulator(snippet) && !isRunAsWhole(snippet)) || snippet.key in PLACES,
    );
    expect(known.map(({ key }) => key).sort()).toEqual(Object.keys(PLACES).sort());
  });

  it('stand in blocks of a known language', () => {
    const languages = new Set(pages().flatMap(({ text }) => languagesOf(text)));
    expect([...languages].sort()).toEqual([
      'diff',
      'groovy',
      'java',
      'js',
      'json',
      'mermaid',
      'python',
      'sh',
      'sql',
      'text',
      'ts',
      'yaml',
    ]);
    const indented = pages().flatMap(({ text }) => text.match(/^ {4}(?:npx|npm|git|node) .*/gm) ?? []);
    expect(indented).toEqual([]);
  });

  it('start the installed notiform by `npx --no --`: nothing is fetched, and npm takes no flag', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(ROOT, 'src', path), 'utf8'));
    const texts = [...pages().map(({ text }) => text), ...workflows.map(({ text }) => text), ...sources];
    const started = texts.flatMap((text) =>
      [...text.matchAll(/\bnpx( -\S*)*( notiform)/g)].map(([command]) => command),
    );
    expect(new Set(started)).toEqual(new Set(['npx --no -- notiform']));
  });

  it('are installed before they run, in every job', () => {
    for (const { key, text } of workflows.filter((each) => !Array.isArray(parse(each.text)))) {
      for (const steps of jobsOf(text)) {
        const works = steps.flatMap(({ run, uses }) => run ?? uses ?? []);
        const first = works.findIndex((work) => work.includes('notiform'));
        const keepsToken = steps.some(
          ({ uses, with: given }) => uses?.startsWith('actions/checkout@') && given?.['persist-credentials'] !== false,
        );
        // A script of a package could read a token that the checkout keeps.
        const install = keepsToken ? 'npm ci --ignore-scripts' : 'npm ci';
        expect([key, works.slice(0, first)]).toEqual([key, expect.arrayContaining([install])]);
      }
    }
  });

  it('fail in a pipeline if a resource is left blocked', () => {
    const pages = ['README.md', 'docs/gitlab.md', 'docs/jenkins.md'];
    const applies = snippets
      .filter(({ key }) => pages.some((page) => key.startsWith(`${page}#`)))
      .flatMap(({ text }) => text.match(/.*\bapply plan\.json.*/g) ?? []);
    expect(applies).toHaveLength(pages.length);
    expect(applies.filter((line) => !line.includes('--detailed-exitcode'))).toEqual([]);
  });

  it('use one version of each action, and of Node', () => {
    const steps = workflows.flatMap(({ text }) => jobsOf(text).flat());
    const used = new Set(steps.flatMap(({ uses }) => (uses?.startsWith('./') ? [] : (uses ?? []))));
    expect([...used].map((action) => action.replace(/@.*/, '')).sort()).toEqual([...ACTIONS].sort());
    const nodes = steps.flatMap(({ with: given }) => given?.['node-version'] ?? []);
    expect(new Set(nodes)).toEqual(new Set([22]));
  });
});
