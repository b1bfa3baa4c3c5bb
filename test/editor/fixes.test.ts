import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver/node.js';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Problem } from '../../src/core/problem.ts';
import { Diagnostics } from '../../src/editor/diagnostics.ts';
import { fixesOf } from '../../src/editor/fixes.ts';
import { systemFiles } from '../../src/files/system.ts';
import { load } from '../manifest/project.ts';

const ROOT = join(import.meta.dirname, '../fixtures/broken');

/** The problems of a fixture with another text, and what the editor marks. */
async function check(name: string, text: string): Promise<{ problems: readonly Problem[]; found: Diagnostic[] }> {
  const path = join(ROOT, name);
  const files = {
    ...systemFiles,
    read: async (file: string, most?: number) =>
      file === path ? new TextEncoder().encode(text) : systemFiles.read(file, most),
  };
  const { problems } = await load(ROOT, { manifests: name, files });
  const found: Diagnostic[] = [];
  const shown = new Diagnostics(({ diagnostics }) => void found.push(...diagnostics));
  const words = { problem: (problem: Problem) => problem, help: 'help' };
  const project = { root: ROOT, config: '', words, sources: { get: () => text }, profiles: [], resources: [] };
  shown.publish({ ...project, problems, variables: new Map(), categories: new Map() }, new Map());
  return { problems, found };
}

/** The manifests whose help names the text to write. */
const names = readdirSync(ROOT).filter(
  (name) =>
    name.endsWith('.yaml') &&
    /help: (?:Did you mean|A manifest calls|Put it in|Put the whole|Between `|Quote the|Write only its|The value is|The allowed)/.test(
      readFileSync(join(ROOT, name.replace(/yaml$/, 'txt')), 'utf8'),
    ),
);

/** A value can be right there and wrong beside another field. */
const BESIDE = ['yaml-duplicate-key', 'AT09', 'AT14', 'missing-field', 'repeated-entry'];

describe('fixes', () => {
  it('are offered for many fixtures', () => {
    expect(names.length).toBeGreaterThan(40);
  });

  it.each([
    ['content: #{이름}님 안녕하세요', 'content: "#{이름}님 안녕하세요"'],
    ['content: 안녕하세요 #{이름}님', 'content: "안녕하세요 #{이름}님"'],
    ['content: 안내: 결제 완료', 'content: "안내: 결제 완료"'],
    ['content: @shop 안내', 'content: "@shop 안내"'],
    ['samples: [{ name: 기본, values: { 금액: 29,800 } }]', 'samples: [{ name: 기본, values: { 금액: "29,800" } }]'],
    ['content: [공지] 안내: 결제', 'content: "[공지] 안내: 결제"'],
    ['name: [공지] 안내', 'name: "[공지] 안내"'],
    ['link: { mobile: https://${var:host}/a, pc: "b" }', 'link: { mobile: "https://${var:host}/a", pc: "b" }'],
    ['items: [{ title: 상품, description: #{상품} 외 }]', 'items: [{ title: 상품, description: "#{상품} 외" }]'],
    ['link: {\n  mobile: 상품 #{a},\n  pc: "b"\n}', 'link: {\n  mobile: "상품 #{a}",\n  pc: "b"\n}'],
    [
      'samples: [{ name: 기본, values: { 주문 번호: #{a} } }]',
      'samples: [{ name: 기본, values: { 주문 번호: "#{a}" } }]',
    ],
    ['content: 안내: 결제\u3000', 'content: "안내: 결제\u3000"'],
    ['items: [{ title: 금액, description: “29,800” }]', undefined],
    ['link: { mobile: #{주소} # 상점\n}', undefined],
    ['link: { mobile: 상품 #{a}\n  외 3건 }', undefined],
    ['link: { mobile: 상품 #{a}, #{b} }', undefined],
    ['link: { mobile: 안녕, 반가워 #{a}님 }', undefined],
    ['link: { mobile: @shop\n}', undefined],
    ['link: {\n  mobile: @shop, pc: b\n}', undefined],
    ['content: &a 안내: 결제', undefined],
    ['content: 안내: 결제가\n\n  완료되었습니다', undefined],
    ['content: 안내: 결제 # 상점', undefined],
    ['content: 안내: 결제가\n  완료되었습니다', undefined],
    ['content: "안내" #{이름}님', undefined],
  ])('quote a value, and only the whole value: %j', async (text, quoted) => {
    const manifest = `kind: NotificationTemplate\nid: a\n${text}\n`;
    const document = TextDocument.create('file:///a.yaml', 'yaml', 1, manifest);
    const { found } = await check('app-link-tell.yaml', manifest);
    const edits = found
      .flatMap((one) => fixesOf(document, one))
      .flatMap(({ edit }) => Object.values(edit?.changes ?? {}));
    expect(edits.map((edit) => TextDocument.applyEdits(document, edit))).toEqual(
      quoted === undefined ? [] : [manifest.replace(text, quoted)],
    );
  });

  it.each(names)('of %s: each makes its problem disappear', async (name) => {
    const text = readFileSync(join(ROOT, name), 'utf8');
    const { found } = await check(name, text);
    const document = TextDocument.create('file:///a.yaml', 'yaml', 1, text);
    const left: string[] = [];
    for (const diagnostic of found) {
      for (const { title, edit } of fixesOf(document, diagnostic)) {
        const fixed = TextDocument.applyEdits(document, Object.values(edit?.changes ?? {}).flat());
        const after = await check(name, fixed);
        const { line, character } = diagnostic.range.start;
        const same = after.found.find(
          ({ code, severity, message, range: { start } }) =>
            severity === 1 &&
            start.line === line &&
            start.character === character &&
            !BESIDE.includes(String(code)) &&
            // The title of a coupon takes no commas, in quotes neither.
            !/ because `| must be a list$| an amount of 1 to /m.test(message),
        );
        if (same) left.push(`${line + 1}: ${title}: ${same.code} ${same.message}`);
      }
    }
    expect(left).toEqual([]);
  });
});
