import { codes, type ProblemCode } from '../core/codes.ts';
import type { RuleOfKind } from '../core/declaration.ts';
import { groupBy } from '../core/grouping.ts';
import { digest } from '../core/json.ts';
import type { Place, Problem } from '../core/problem.ts';
import { visible } from './visible.ts';

interface SarifOptions {
  version: string;
  /** Every lint rule, also those without a result. */
  rules: readonly RuleOfKind[];
  /** The folder of the project inside the repository, `/` between parts; empty if it is the same. */
  base: string;
  /** The file that a problem without a place is shown at: readers of SARIF want one for each. */
  file: string;
}

/** Problems as a SARIF 2.1.0 document: what code scanning reads. In the order given. */
export function drawSarif(problems: readonly Problem[], options: SarifOptions): string {
  const own = [...new Set(problems.flatMap(({ rule, code }) => (rule === undefined ? [code] : [])))].sort();
  // One id may be a rule of several kinds, and a document lists each id once.
  const rules = groupBy(options.rules, ({ id }) => id);
  const ids = [...rules.keys(), ...own];
  const document = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'notiform',
            version: options.version,
            rules: [...Array.from(rules.values(), lintRule), ...own.map(codeRule)],
          },
        },
        // As `Place` counts: an emoji is one column.
        columnKind: 'unicodeCodePoints',
        results: problems.map((problem) => resultOf(problem, ids, options)),
      },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function lintRule(kinds: readonly RuleOfKind[]): object {
  const joined = (partOf: (rule: RuleOfKind) => string): string =>
    kinds.map((rule) => (kinds.length > 1 ? `${rule.kind}: ${partOf(rule)}` : partOf(rule))).join('; ');
  const dates = kinds.map(({ date }) => date).sort();
  return {
    id: kinds[0]?.id,
    shortDescription: { text: plain(`${joined(({ what }) => what.en)}.`) },
    help: { text: plain(joined(({ help }) => help.en)) },
    defaultConfiguration: { level: kinds.every(({ level }) => level === 'warning') ? 'warning' : 'error' },
    properties: {
      tags: ['lint'],
      source: joined(({ source }) => source),
      date: dates.at(-1),
    },
  };
}

/** A problem without a lint rule has its code as its rule. */
function codeRule(id: ProblemCode): object {
  const { what, help } = codes[id];
  return { id, shortDescription: { text: plain(`${what}.`) }, help: { text: plain(help) } };
}

function resultOf(problem: Problem, ids: readonly string[], { base, file }: SarifOptions): object {
  const { code, rule, severity, message, hint, place, address, path, related = [] } = problem;
  const id = rule ?? code;
  const others = related.map((other, index) => ({
    id: index + 1,
    message: { text: plain(other.message) },
    physicalLocation: physical(other.place, base),
  }));
  const name = [address, path].filter((part) => part !== undefined).join(' ');
  return {
    ruleId: id,
    ruleIndex: ids.indexOf(id),
    level: severity,
    message: { text: plain(hint === undefined ? `${message}.` : `${message}. ${hint}`) },
    locations: [
      {
        physicalLocation: physical(place ?? { file, line: 1, column: 1 }, base),
        ...(name === '' ? {} : { logicalLocations: [{ fullyQualifiedName: plain(name) }] }),
      },
    ],
    ...(others.length > 0 && { relatedLocations: others }),
    // The same as long as nothing but the place changes.
    partialFingerprints: { 'notiform/v1': digest([id, place?.file ?? '', name, message]) },
  };
}

function physical({ file, line, column, endLine, endColumn }: Place, base: string): object {
  const path = base === '' ? file : `${base}/${file}`;
  // A relative reference (RFC 3986): Korean names are percent-encoded.
  const uri = path.split('/').map(encodeURIComponent).join('/');
  return {
    artifactLocation: { uri, uriBaseId: '%SRCROOT%' },
    region: {
      startLine: line,
      startColumn: column,
      ...(endLine === undefined || endColumn === undefined ? {} : { endLine, endColumn }),
    },
  };
}

/** A plain-text message without links and control characters. */
function plain(text: string): string {
  return visible(text).replaceAll('](', '] (');
}
