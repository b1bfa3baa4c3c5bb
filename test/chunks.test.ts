import { describe, expect, it } from 'vitest';

interface Output {
  imports: { path: string; kind: string }[];
  exports: string[];
  entryPoint?: string;
}

const {
  toCommonJs,
  refuseCircles,
}: {
  toCommonJs(text: string, output: Output, load: (id: string) => string): string;
  refuseCircles(outputs: Record<string, Output>): void;
} = await import(String(new URL('../scripts/common-js.mjs', import.meta.url)));

const statement = (path: string) => ({ path, kind: 'import-statement' });
const linked = (text: string, output: Output) => toCommonJs(text, output, (id) => `load("${id}")`);

describe('a chunk as CommonJS', () => {
  it('has what it imports as constants, and exports its names', () => {
    const text = `import {
  a,
  b as c
} from "./one.js";
import "./two.js";
import { join } from "node:path";
import fs from "node:fs";
import * as os from "node:os";
var $d = a;
async function e() {
  return import("./three.js");
}
export {
  $d as d,
  e
};
`;
    const imports = [
      ...['one.js', 'two.js', 'node:path', 'node:fs', 'node:os'].map(statement),
      { path: 'three.js', kind: 'dynamic-import' },
    ];
    expect(linked(text, { imports, exports: ['d', 'e'] })).toBe(`const { a: a, b: c } = load("./one.js");
load("./two.js");
const { join: join } = load("node:path");
const fs = load("node:fs");
const os = load("node:os");
var $d = a;
async function e() {
  return Promise.resolve().then(() => load("./three.js"));
}
module.exports = { d: $d, e: e };
`);
  });

  it('exports its names also if its spaces are left out', () => {
    const text = 'var a=1;function f(){}export{a as b,f};\n';
    expect(linked(text, { imports: [], exports: ['b', 'f'] })).toBe(
      'var a=1;function f(){}module.exports = { b: a, f: f };\n',
    );
  });

  it('leaves a text that looks like a dynamic import', () => {
    const text = 'var a = `import("./b.js")`;\nexport {\n  a\n};\n';
    expect(linked(text, { imports: [], exports: ['a'] })).toContain('`import("./b.js")`');
  });

  it.each(['a = 2', 'a += 1', 'a++', '--a', 'a ??= 1'])(
    'is refused with an exported variable that changes: %s',
    (change) => {
      const text = `var a = 1;\nfunction f() {\n  ${change};\n}\nexport {\n  a\n};\n`;
      const output = { imports: [], exports: ['a'] };
      expect(() => linked(text, output)).toThrow('A chunk exports the variable a, which changes');
      // Nothing imports the names of an entry point, so they can be read when they are used.
      expect(linked(text, { ...output, entryPoint: 'a.ts' })).toContain('module.exports = { get a() { return a; } };');
    },
  );

  it('is refused with an exported variable that gets its only value later', () => {
    const text = 'var c, a, b;\nvar init = __esm({\n  "m.js"() {\n    a = 1;\n  }\n});\nexport {\n  a,\n  init\n};\n';
    expect(() => linked(text, { imports: [], exports: ['a', 'init'] })).toThrow(
      'exports the variable a, which changes',
    );
  });

  it('is not refused for a comparison, a member or another name', () => {
    const text = 'var a = 1;\nvar ab = a === 2 || { a: 1 }.a == 3;\nab = (a2) => a >= 1;\nexport {\n  a\n};\n';
    expect(linked(text, { imports: [], exports: ['a'] })).toContain('module.exports = { a: a };');
  });

  it('is refused if a text of the program looks like an import', () => {
    const text = 'var a = `\nimport { b } from "./b.js";\n`;\nexport {\n  a\n};\n';
    expect(() => linked(text, { imports: [], exports: ['a'] })).toThrow('other imports or exports');
  });
});

describe('chunks that import each other', () => {
  it('are refused in a circle', () => {
    const chunk = (...paths: string[]): Output => ({ imports: paths.map(statement), exports: [] });
    expect(() => refuseCircles({ a: chunk('b', 'node:fs'), b: chunk('c'), c: chunk() })).not.toThrow();
    expect(() => refuseCircles({ a: chunk('b'), b: chunk('c'), c: chunk('a') })).toThrow(
      'Chunks import each other: a, b, c',
    );
  });
});
