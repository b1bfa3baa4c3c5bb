// Turns the chunks of esbuild, which are modules of ECMAScript, into CommonJS. What a chunk imports becomes constants, so a call
// of another chunk is a plain call. Throws on a chunk for which constants would not mean the same.
import { basename } from 'node:path';

const IMPORT = /^import (?:(?:\{([^}]*)\}|([\w$]+)|\* as ([\w$]+)) from )?"([^"]+)";$/gm;
const EXPORT = /^export ?(?:\{([^}]*)\}|default (.+));\s*$/;

/**
 * @param text the chunk
 * @param output its row of the metafile
 * @param load returns the expression that loads a module
 */
export function toCommonJs(text, output, load) {
  const dynamic = pathsOf(output, 'dynamic-import').map((path) => basename(path));
  let imports = 0;
  // The statement is the last one: a search through the whole chunk would take longer than the rest.
  const end = Math.max(...['export {', 'export{', 'export default '].map((start) => text.lastIndexOf(start)));
  const [statement = '', names, byDefault] = EXPORT.exec(text.slice(end)) ?? [];
  const exported = byDefault ? [[byDefault, 'default']] : pairsIn(names ?? '');
  const code = text
    .slice(0, text.length - statement.length)
    .replace(IMPORT, (_line, names, whole, space, path) => {
      imports += 1;
      const name = whole ?? space ?? (names && pattern(pairsIn(names)));
      return name === undefined ? `${load(path)};` : `const ${name} = ${load(path)};`;
    })
    .replace(/\bimport\("\.\/([^"]+)"\)/g, (call, name) =>
      dynamic.includes(name) ? `Promise.resolve().then(() => ${load(`./${name}`)})` : call,
    );
  // A text of the program may look like an import.
  if (imports !== pathsOf(output, 'import-statement').length || exported.length !== output.exports.length)
    throw new Error('A chunk has other imports or exports than its metafile says');
  const changing = changingIn(
    code,
    exported.map(([local]) => local),
  );
  const members = exported.map(([local, name]) => {
    if (!changing.has(local)) return `${name}: ${local}`;
    // No other chunk imports names of an entry point.
    if (!output.entryPoint) throw new Error(`A chunk exports the variable ${local}, which changes`);
    return `get ${name}() { return ${local}; }`;
  });
  return members.length === 0 ? code : `${code}module.exports = { ${members.join(', ')} };\n`;
}

/** Throws if chunks import each other in a circle: one of them would not have run yet. */
export function refuseCircles(outputs) {
  const checked = new Set();
  const check = (path, above) => {
    if (above.includes(path)) throw new Error(`Chunks import each other: ${above.join(', ')}`);
    if (checked.has(path)) return;
    for (const next of pathsOf(outputs[path], 'import-statement')) if (outputs[next]) check(next, [...above, path]);
    checked.add(path);
  };
  for (const path of Object.keys(outputs)) check(path, []);
}

function pathsOf({ imports }, wanted) {
  return imports.filter(({ kind }) => kind === wanted).map(({ path }) => path);
}

/** The pairs of `a, b as c`. */
function pairsIn(names) {
  return names.split(',').flatMap((one) => {
    const [from, to = from] = one.trim().split(' as ');
    return from ? [[from, to]] : [];
  });
}

function pattern(pairs) {
  return `{ ${pairs.map((pair) => pair.join(': ')).join(', ')} }`;
}

/** Returns the variables among the names that may get a value later: a second one, or their only one. */
function changingIn(code, names) {
  const functions = new Set(Array.from(code.matchAll(/^(?:async )?function\*? ?([\w$]+)/gm), ([, name]) => name));
  const variables = names.filter((name) => /^[\w$]+$/.test(name) && !functions.has(name));
  if (variables.length === 0) return new Set();
  const either = variables.map((name) => name.replaceAll('$', '\\$')).join('|');
  const operator = '(?:[-+*/%&|^]|<<|>>>?|\\*\\*|&&|\\|\\||\\?\\?)?=(?![=>])';
  const assignments = new RegExp(
    `(?<![\\w$.])(${either})(?:\\s*${operator}|\\+\\+|--)|(?:\\+\\+|--)(${either})(?![\\w$])`,
    'g',
  );
  const found = Array.from(code.matchAll(assignments), ([, before, after]) => before ?? after);
  const later = new Set(
    Array.from(code.matchAll(/(?<![\w$])(?:var|let) ([\w$]+(?:, ?[\w$]+)*);/g), ([, list]) => list.split(/, ?/)).flat(),
  );
  return new Set(variables.filter((name) => later.has(name) || found.indexOf(name) !== found.lastIndexOf(name)));
}
