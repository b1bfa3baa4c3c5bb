// Turns the chunks of esbuild, which are modules of ECMAScript, into CommonJS. What a chunk imports becomes constants, so a call
// of another chunk is a plain call. Throws on a chunk for which constants would not mean the same.
import { basename } from 'node:path';

const IMPORT = /^import (?:(?:\{([^}]*)\}|([\w$]+)|\* as ([\w$]+)) from )?"([^"]+)";$/gm;
const EXPORT = /^export (?:\{([^}]*)\}|default (.+));\s*$(?![\s\S])/m;

/**
 * @param text the chunk
 * @param output its row of the metafile
 * @param load returns the expression that loads a module
 */
export function toCommonJs(text, output, load) {
  const dynamic = pathsOf(output, 'dynamic-import').map((path) => basename(path));
  let imports = 0;
  const [, names, byDefault] = EXPORT.exec(text) ?? [];
  const exported = byDefault ? [[byDefault, 'default']] : pairsIn(names ?? '');
  const code = text
    .replace(EXPORT, '')
    .replace(IMPORT, (_line, names, whole, space, path) => {
      imports += 1;
      const name = whole ?? space ?? (names && `{ ${pairsIn(names).map((pair) => pair.join(': '))} }`);
      return name === undefined ? `${load(path)};` : `const ${name} = ${load(path)};`;
    })
    .replace(/\bimport\("\.\/([^"]+)"\)/g, (call, name) =>
      dynamic.includes(name) ? `Promise.resolve().then(() => ${load(`./${name}`)})` : call,
    );
  // A text of the program may look like an import.
  if (imports !== pathsOf(output, 'import-statement').length || exported.length !== output.exports.length)
    throw new Error('A chunk has other imports or exports than its metafile says');
  const members = exported.map(([local, name]) => {
    if (!isAssigned(code, local)) return `${name}: ${local}`;
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

/** True if a variable may get a second value. */
function isAssigned(code, name) {
  const local = name.replaceAll('$', '\\$');
  const isFunction = new RegExp(`^(?:async )?(?:function\\*? |class )${local}(?![\\w$])`, 'm').test(code);
  const operator = '(?:[-+*/%&|^]|<<|>>>?|\\*\\*|&&|\\|\\||\\?\\?)?=(?![=>])';
  const assignments = new RegExp(
    `(?<![\\w$.])${local}(?:\\s*${operator}|\\+\\+|--)|(?:\\+\\+|--)${local}(?![\\w$])`,
    'g',
  );
  return (code.match(assignments) ?? []).length > (isFunction ? 0 : 1);
}
