import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** A schema without the descriptions, which only editors show: the compiled rules repeat it. */
function withoutProse(schema) {
  if (Array.isArray(schema)) return schema.map(withoutProse);
  if (schema === null || typeof schema !== 'object') return schema;
  const members = Object.entries(schema).filter(([name, value]) => name !== 'description' || typeof value !== 'string');
  return Object.fromEntries(members.map(([name, value]) => [name, name === 'examples' ? value : withoutProse(value)]));
}

/**
 * Compiles schemas/*.schema.json into one module of validators without a `require()`: it loads in milliseconds and needs no ajv
 * at run time. Returns esbuild's metafile.
 */
export async function compileSchemas(outDir) {
  const names = (await readdir(join(root, 'schemas'))).filter((name) => name.endsWith('.schema.json')).sort();
  const schemas = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(root, 'schemas', name), 'utf8'))),
  );

  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    // Problems quote the broken rule and its neighbours in the schema.
    verbose: true,
    messages: false,
    // A definition that many fields refer to is one function.
    inlineRefs: false,
    // The message for a text that does not match, in editors and in `validate`.
    keywords: ['patternErrorMessage'],
    schemas: schemas.map(withoutProse),
    validateSchema: false, // test/manifest/schemas.test.ts does that.
    // esbuild leaves out what the optimizer of ajv would, and does it faster.
    code: { source: true, esm: true, optimize: false },
  });

  /** `NotificationTemplate` for notification-template.schema.json: the title is the kind's name. */
  const kinds = schemas.filter((schema) => schema.properties?.kind?.const !== undefined);
  const exported = Object.fromEntries(kinds.map((schema) => [schema.title, schema.$id]));
  // Only editors read the schema that accepts any kind; this call checks that it compiles.
  ajv.getSchema('notiform.schema.json');
  const code = standalone.default(ajv, exported);

  const { metafile } = await build({
    stdin: {
      contents: `${code}\nexport const validators = { ${Object.keys(exported).sort().join(', ')} };\nexport const schemas = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(schemas.map((schema) => [schema.$id, schema]))))});\n`,
      resolveDir: root,
      loader: 'js',
    },
    outfile: join(outDir, 'validators.js'),
    bundle: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    format: 'esm',
    target: 'node20.18',
    minify: true,
    logLevel: 'warning',
    metafile: true,
  });
  await writeFile(
    join(outDir, 'validators.d.ts'),
    `import type { ErrorObject } from 'ajv';
import type { JsonObject } from '../src/core/json.ts';

export interface Validate {
  (data: unknown): boolean;
  errors?: ErrorObject[] | null;
}
/** By kind. */
export const validators: Readonly<Record<string, Validate>>;
export const schemas: Readonly<Record<string, JsonObject>>;
`,
  );
  return metafile;
}
