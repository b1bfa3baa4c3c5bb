import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { kinds } from '../src/kinds/registry.ts';

/** The floors of the house: a room imports only rooms below it. */
const FLOORS: Record<string, number> = {
  action: 9,
  cli: 8,
  report: 7,
  catalog: 7,
  editor: 7,
  send: 6,
  account: 6,
  manifest: 5,
  engine: 5,
  kinds: 4,
  emulator: 4,
  wire: 3,
  state: 3,
  preview: 3,
  config: 3,
  yaml: 2,
  files: 1,
  text: 1,
  core: 0,
};

/**
 * The ratchet: the most lines of each room, in steps of fifty. A figure falls with its room. It rises only by what another figure lost in the same
 * commit; their sum, and the figures of `REST`, never rise.
 */
const LINES: Record<string, number> = {
  action: 2350,
  cli: 9750,
  report: 7600,
  catalog: 300,
  editor: 1100,
  send: 5900,
  account: 1350,
  manifest: 5400,
  engine: 7700,
  kinds: 6550,
  emulator: 13_150,
  wire: 2300,
  state: 3250,
  preview: 2650,
  config: 1150,
  yaml: 1100,
  files: 900,
  text: 700,
  core: 2650,
};
const SUM = 75_850;
/** Lines of the checked scripts and tests, without test data, and bytes of the committed bundle. */
const REST = { scripts: 600, test: 83_150, 'dist/action.cjs': 4_520_000 };

interface Source {
  path: string;
  room: string;
  text: string;
  code: string;
  imports: string[];
  /** The imports that are loaded with the file: without types, and without what it imports when it needs it. */
  loads: string[];
}

/** The ports' implementations: only these touch the disk, the clock, chance and other programs. */
const PORTS = new Set([
  join('core', 'program.ts'),
  ...['system.ts', 'regular-file.ts', 'folders.ts', 'temporary-files.ts', 'this-machine.ts'].map((file) =>
    join('files', file),
  ),
]);

const root = join(import.meta.dirname, '..', 'src');

function read(): Source[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const found = (pattern: RegExp): string[] =>
        Array.from(text.matchAll(pattern), ([, target = '']) =>
          target.startsWith('.') ? relative(root, join(root, dirname(path), target)) : target,
        );
      const imports = found(/(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)'([^']+)'/g);
      const loads = found(/^(?:import|export)(?! type\b)[^;']*'([^']+)';/gm);
      return { path, room: path.split(sep)[0] ?? '', text, code: withoutComments(text), imports, loads };
    });
}

/** The code without comments, so that prose may name what code may not. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

const sources = read();
const loads = new Map(sources.map((source) => [source.path, source.loads]));

/**
 * The program that a file belongs to. The emulator reads the service's documents for itself, in words of its own, and the
 * pages of its desk and of the gallery run in a browser.
 */
function programOf(path: string): string {
  return (
    ['emulator/desk/browser', 'emulator', 'report/gallery/browser'].find((program) =>
      path.startsWith(join(program, sep)),
    ) ?? 'notiform'
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function linesIn(folder: string, names: RegExp): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files
    .filter(({ name }) => names.test(name))
    .map((of) => readFileSync(join(of.parentPath, of.name), 'utf8'));
  return sum(texts.map((text) => text.split('\n').length - 1));
}

function offenders(test: (source: Source) => boolean): string[] {
  return sources.filter(test).map((source) => source.path);
}

/** The ways in a graph that come back to where they began. A node may be named more than once. */
function circlesIn(arrows: readonly (readonly [string, readonly string[]])[]): string[] {
  const graph = new Map<string, string[]>();
  for (const [from, into] of arrows) graph.set(from, [...(graph.get(from) ?? []), ...into]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (node: string, trail: readonly string[]): void => {
    if (trail.includes(node)) circles.push([...trail.slice(trail.indexOf(node)), node].join(' -> '));
    if (done.has(node) || trail.includes(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

/** Words that the glossary of CONTRIBUTING.md replaces. Names do not use them, in the singular or the plural. */
const RETIRED_WORDS =
  'settle|wall|survey|ground|shelf|sheet|errand|stranger|heir|remembered|told|held|standing|shelves|believed|sighting|sighted|detour';
const RETIRED = new RegExp(`^(?:${RETIRED_WORDS})s?$`, 'i');

/** `held` is a member of the plan's JSON, where it names the change that waits. */
const OF_JSON = ['held'];

/** Every identifier of a file. Strings, templates and comments have none. */
function identifiersIn({ path, text }: Source): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return [...found];
}

/** `isHeld` is `is` and `Held`; `background` is one word. */
function wordsIn(name: string): string[] {
  return name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
}

function isRetired(name: string): boolean {
  return wordsIn(name).some((word) => RETIRED.test(word));
}

describe('the house', () => {
  it('has files to look at', () => {
    expect(sources.length).toBeGreaterThan(50);
  });

  it('has only rooms that stand on a floor', () => {
    expect(offenders(({ room }) => FLOORS[room] === undefined)).toEqual([]);
  });

  it('writes views for a terminal and as Markdown without a plan, a receipt, a status or a send', () => {
    const results =
      /^(?:core\/(?:plan|receipt|status|send-result|import|compared)\.ts|engine\/|account\/|state\/|report\/view\/(?!blocks\.ts))/;
    const writers = sources.filter(({ path }) => /^report\/(?:terminal|markdown)\//.test(path));
    expect(writers.length).toBeGreaterThan(8);
    expect(writers.filter(({ imports }) => imports.some((one) => results.test(one))).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it('imports downwards alone', () => {
    const arrows = sources.flatMap(({ path, room, imports }) =>
      imports
        .filter((target) => target.endsWith('.ts'))
        .map((target) => ({ path, room, target, into: target.split(sep)[0] ?? '' }))
        .filter(({ room: from, into }) => from !== into && (FLOORS[from] ?? 0) <= (FLOORS[into] ?? 0))
        .map(({ target }) => `${path} -> ${target}`),
    );
    expect(arrows).toEqual([]);
  });

  it('lets the emulator know the lowest rooms and preview alone', () => {
    const arrows = sources
      .filter(({ room }) => room === 'emulator')
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => target.endsWith('.ts') && !/^(emulator|core|files|text|yaml|preview)\//.test(target))
          .map((target) => `${path} -> ${target}`),
      );
    expect(arrows).toEqual([]);
  });

  it('has no circle of files', () => {
    expect(circlesIn(sources.map(({ path, imports }) => [path, imports]))).toEqual([]);
  });

  it('has no circle of folders', () => {
    const folderOf = (path: string): string => dirname(path).split(sep).slice(0, 2).join(sep);
    // What stands in a room itself is of no folder: types that all use, and the door that uses all.
    const folders = sources.flatMap(({ path, imports }) => {
      const from = folderOf(path);
      const into = imports.map(folderOf).filter((folder) => folder !== from && folder.includes(sep));
      return from.includes(sep) ? [[from, into] as const] : [];
    });
    expect(circlesIn(folders)).toEqual([]);
  });

  it('keeps each room within its lines, or lines of another figure move to it', () => {
    const linesOf = (room: string): number => linesIn(join(root, room), /./);
    const above = Object.keys(FLOORS).filter((room) => linesOf(room) > (LINES[room] ?? 0));
    expect(above.map((room) => `${room}: ${linesOf(room)} of ${LINES[room]}`)).toEqual([]);
    expect(sum(Object.values(LINES))).toBeLessThanOrEqual(SUM);
  });

  it.each(['scripts', 'test'] as const)('keeps %s within its lines', (folder) => {
    expect(linesIn(join(root, '..', folder), /\.(?:ts|mjs)$/)).toBeLessThanOrEqual(REST[folder]);
  });

  it('keeps the committed bundle within its bytes', () => {
    const file = 'dist/action.cjs';
    expect(statSync(join(root, '..', file)).size).toBeLessThanOrEqual(REST[file]);
  });

  it('keeps every file under 400 lines', () => {
    expect(offenders(({ text }) => text.split('\n').length > 401)).toEqual([]);
  });

  it('defines every type name once, so that a name means one thing', () => {
    const DEFINITION = /^\s*(?:export )?(?:(?:interface|class|enum) (\w+)|type (\w+)(?:<.*>)? =)/gm;
    const homes = new Map<string, string[]>();
    for (const { path, code } of sources) {
      for (const [, type, alias] of code.matchAll(DEFINITION)) {
        const name = `${programOf(path)} ${type ?? alias}`;
        homes.set(name, [...(homes.get(name) ?? []), path]);
      }
    }
    expect(homes.size).toBeGreaterThan(500);
    expect([...homes].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });

  it('names no kind in the engine, reports, manifests and the wire', () => {
    const names = new RegExp(`\\b(?:${kinds.map(({ name }) => name).join('|')})\\b`);
    const strangers = ['engine', 'report', 'manifest', 'wire'];
    expect(offenders(({ room, code }) => strangers.includes(room) && names.test(code))).toEqual([]);
  });

  it('keeps what belongs to one message channel in its folder', () => {
    const channel = /^send\/channels\/(\w+)\//;
    const arrows = sources.flatMap(({ path, room, imports }) => {
      const own = channel.exec(path)?.[1];
      const others = imports.filter((target) => {
        const into = channel.exec(target)?.[1];
        return into === undefined ? own === undefined && target.startsWith('kinds/') : into !== own;
      });
      const isRegistry = path === join('send', 'channels', 'registry.ts');
      return room !== 'send' || isRegistry ? [] : others.map((target) => `${path} -> ${target}`);
    });
    expect(arrows).toEqual([]);
  });

  it('has no retired word in the name of a file, a type, a function or a value', () => {
    const names = sources.flatMap((source) => {
      // Few files contain such letters at all: only these are parsed.
      const isSuspect = new RegExp(RETIRED_WORDS, 'i');
      const identifiers = isSuspect.test(source.code) ? identifiersIn(source) : [];
      return [source.path, ...identifiers.filter((name) => !OF_JSON.includes(name))]
        .filter(isRetired)
        .map((name) => (name === source.path ? name : `${source.path}: ${name}`));
    });
    expect(['#isHeld', 'groundsOf', 'background', 'defaultHeight'].filter(isRetired)).toEqual(['#isHeld', 'groundsOf']);
    expect(names).toEqual([]);
  });

  it('loads no command, no kind and no shape before the command line is read', () => {
    const loaded = new Set([join('cli', 'program.ts')]);
    for (const path of loaded) for (const target of loads.get(path) ?? []) loaded.add(target);
    const heavy = /^(?:cli.commands|kinds|config|manifest)\b|^(?:zod|yaml|undici)$/;
    expect([...loaded].filter((path) => heavy.test(path))).toEqual([]);
  });

  it('loads with a command what it imports, except a few heavy things that it seldom needs', () => {
    const later = sources.flatMap(({ code }) =>
      Array.from(code.matchAll(/\bimport\('([^']+)'\)/g), ([, to = '']) => to),
    );
    const seldom = ['./send/judge.ts', '../../emulator/emulator.ts', 'listr2', 'pg', '@actions/artifact'];
    const known = ['./program.ts', './config.ts', '../report/problems.ts', ...seldom];
    expect(later.filter((to) => !to.startsWith('./commands/') && !known.includes(to))).toEqual([]);
  });

  it('prints nothing outside the command line', () => {
    expect(
      offenders(
        ({ room, path, code }) =>
          room !== 'cli' &&
          path !== join('action', 'main.ts') &&
          /\bconsole\.\w+\(|process\.(stdout|stderr)/.test(code),
      ),
    ).toEqual([]);
  });

  it('leaves the ending of the process to Node', () => {
    expect(offenders(({ code }) => /process\.exit\(/.test(code))).toEqual([]);
  });

  it('takes time and chance from the ports', () => {
    const forbidden = /\bDate\.now\(|new Date\(\)|\bsetTimeout\(|\bsetInterval\(|Math\.random\(|performance\.now\(/;
    expect(offenders(({ path, code }) => !PORTS.has(path) && forbidden.test(code))).toEqual([]);
  });

  it('asks for no rule to be waived', () => {
    expect(offenders(({ text }) => /@ts-|biome-ignore|\bas any\b|: any\b|eslint-/.test(text))).toEqual([]);
  });

  it('touches the disk in the ports and nowhere else', () => {
    const opens = (source: Source): boolean => source.imports.some((name) => /^node:fs/.test(name));
    expect(offenders((source) => opens(source) && !PORTS.has(source.path))).toEqual([]);
  });

  it('takes no name from a CommonJS package that it loads lazily: the bundle has only its default', () => {
    expect(offenders(({ code }) => /\{(?! default:)[^{}]*\} = await import\('(?!\.|node:|listr2)/.test(code))).toEqual(
      [],
    );
  });

  it('sets no dispatcher for the whole process', () => {
    expect(offenders(({ code }) => /setGlobalDispatcher/.test(code))).toEqual([]);
  });
});

describe('the package', () => {
  const ofRoot = (name: string) => JSON.parse(readFileSync(join(root, '..', name), 'utf8'));
  const manifest = ofRoot('package.json');
  const lock = ofRoot('package-lock.json');
  const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

  it('depends on packages of the registry only, not on itself', () => {
    const wanted = SECTIONS.flatMap((section) => Object.entries<string>(manifest[section] ?? {}));
    const isOfMachine = ([name, range]: [string, string]): boolean =>
      name === manifest.name || !/^(?:npm:[@\w/.-]+@)?[~^]?\d[\w.-]*$/.test(range);
    expect(wanted.filter(isOfMachine)).toEqual([]);
    const installed = Object.entries<{ link?: boolean; resolved?: string }>(lock.packages);
    const isLinked = ([path, { link, resolved = '' }]: (typeof installed)[number]): boolean =>
      link === true || !/^(?:node_modules\/|$)/.test(path) || /^(?:file|link|git|\.|\/)/.test(resolved);
    expect(installed.filter(isLinked)).toEqual([]);
  });

  it('has the same name, version and dependencies in its lock', () => {
    const top = lock.packages[''];
    expect([lock.name, lock.version, top.name, top.version]).toEqual([
      manifest.name,
      manifest.version,
      manifest.name,
      manifest.version,
    ]);
    for (const section of SECTIONS) expect(top[section], section).toEqual(manifest[section]);
  });
});
