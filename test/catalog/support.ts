import ts from 'typescript';
import { type CatalogRow, makeCatalog } from '../../src/catalog/catalog.ts';
import { drawTypeScript } from '../../src/catalog/typescript.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { ApprovedTemplate } from '../../src/send/channel.ts';
import { template } from '../send/support.ts';

/** A declared template, approved under its code if nothing else is given. */
export function row(
  code: string,
  content: JsonObject,
  { profile = 'shop', ...more }: { profile?: string } & Partial<ApprovedTemplate> = {},
): CatalogRow {
  const address = `NotificationTemplate/${profile}/${code.replaceAll('_', '-')}`;
  return {
    template: template({ name: code, ...content }, { address, profile, name: code }),
    approved: { code, content, state: 'ACT', ...more },
  };
}

export const catalogOf = (rows: readonly CatalogRow[]) => makeCatalog('production', rows, () => false);

/** The generated module of some templates. */
export const moduleOf = (rows: readonly CatalogRow[]): string => drawTypeScript(catalogOf(rows));

/** What a generated module exports, without its types. */
export interface Generated {
  render(code: string, variables: object, senderKey: string): { type: string; content: Record<string, JsonObject> };
  RenderError: new (...words: string[]) => Error & { fault: string; at: string };
}

/** Loads a generated module. */
export async function load(text: string): Promise<Generated> {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`);
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  noEmit: true,
};

/** Compiles files in strict mode. Returns the messages of each. */
export function compile(files: Readonly<Record<string, string>>): Record<string, string[]> {
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, language) => {
    const text = files[name.replace(/^\//, '')];
    return text === undefined ? getSourceFile(name, language) : ts.createSourceFile(name, text, language);
  };
  host.fileExists = (name) => files[name.replace(/^\//, '')] !== undefined || fileExists(name);
  host.readFile = (name) => files[name.replace(/^\//, '')] ?? readFile(name);
  const program = ts.createProgram({ rootNames: Object.keys(files).map((name) => `/${name}`), options: OPTIONS, host });
  return Object.fromEntries(
    Object.keys(files).map((name) => {
      const file = program.getSourceFile(`/${name}`);
      const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
      return [name, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))];
    }),
  );
}
