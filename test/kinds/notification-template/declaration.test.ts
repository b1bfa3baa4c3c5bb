import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { keepCode, templateDeclaration } from '../../../src/kinds/notification-template/kind.ts';
import { declaredAs } from '../recorded.ts';

const least: JsonObject = {
  kind: 'NotificationTemplate',
  id: 'order-paid',
  name: '주문 결제 안내',
  category: '001001',
  messageType: 'BA',
  content: '안녕하세요',
};

const file = { path: 'manifests/order.png', sha256: 'aa', width: 800, height: 400 };

describe('a template is declared', () => {
  test('approved, under a code that is made from its id', () => {
    expect(templateDeclaration.declare(least)).toEqual({
      goal: 'approved',
      name: 'order_paid',
      content: {
        code: 'order_paid',
        name: '주문 결제 안내',
        category: '001001',
        messageType: 'BA',
        content: '안녕하세요',
      },
      inputs: {},
      options: { codeByDefault: true },
    });
  });

  test('for a group, whose templates `convertAddCh` does not take', () => {
    expect(templateDeclaration.declare(least, { profileType: 'G' }).options).toEqual({
      codeByDefault: true,
      ofGroup: true,
    });
    expect(templateDeclaration.declare(least, { profileType: 'S' }).options).toEqual({ codeByDefault: true });
  });

  test('with versions by default, where the manifest does not say otherwise and its code and name have room', () => {
    const askedBy = (more: JsonObject, versions = true) =>
      templateDeclaration.declare({ ...least, ...more }, { versions }).options['versions'];
    const kept = { keep: 2, retire: 'keep' };
    expect(askedBy({})).toEqual(kept);
    expect(askedBy({}, false)).toBeUndefined();
    expect(askedBy({ versions: true }, false)).toEqual(kept);
    expect(askedBy({ versions: false })).toBeUndefined();
    expect(askedBy({ versions: { keep: 3 } })).toEqual({ keep: 3, retire: 'keep' });
    expect(askedBy({ code: 'a'.repeat(26), name: '가'.repeat(194) })).toEqual(kept);
    expect(askedBy({ code: 'a'.repeat(27) })).toBeUndefined();
    expect(askedBy({ id: 'a'.repeat(27) })).toBeUndefined();
    expect(askedBy({ name: '가'.repeat(195) })).toBeUndefined();
  });

  test('without what is not kept by the service', () => {
    const manifest = {
      ...least,
      code: 'ORDER-1',
      profile: 'shop',
      profiles: ['shop'],
      protect: true,
      renamedFrom: 'order',
      lint: { AT19: '사내 교육 안내' },
      samples: [{ name: '기본', values: {} }],
      lifecycle: 'stopped',
      versions: false,
      inspection: { comment: '확인', attachments: [file] },
    };
    const declared = templateDeclaration.declare(manifest);
    expect(Object.keys(declared.content).sort()).toEqual(['category', 'code', 'content', 'messageType', 'name']);
    expect(declared).toMatchObject({
      goal: 'stopped',
      name: 'ORDER-1',
      inputs: { comment: '확인', attachments: [file] },
      options: {},
    });
  });

  test('under the code that it is bound to, where the manifest writes none', () => {
    const wantOf = (manifest: JsonObject): Resource =>
      declaredAs('NotificationTemplate', 'order-done', templateDeclaration.declare(manifest));
    expect(keepCode(wantOf(least), 'old_code')).toMatchObject({ name: 'old_code', content: { code: 'old_code' } });
    const written = wantOf({ ...least, code: 'own' });
    expect(keepCode(written, 'old_code')).toBe(written);
  });

  test.each<[JsonObject['versions'], JsonObject]>([
    [true, { keep: 2, retire: 'keep' }],
    [
      { retire: 'stop', after: '14d' },
      { keep: 2, retire: 'stop', after: '14d' },
    ],
    [{ keep: 3 }, { keep: 3, retire: 'keep' }],
  ])('with versions: %j', (versions = null, expected) => {
    expect(templateDeclaration.declare({ ...least, code: 'a', versions }).options).toEqual({ versions: expected });
  });

  test('with its images as files, however they are written', () => {
    const written = {
      ...least,
      emphasis: { type: 'IMAGE', image: { file } },
      highlight: { title: '상품', description: '설명', image: file },
    };
    expect(templateDeclaration.declare(written).content).toMatchObject({
      emphasis: { type: 'IMAGE', image: file },
      highlight: { image: file },
    });
    const byUrl = { ...least, emphasis: { type: 'IMAGE', image: { url: 'https://cdn.example.com/x.png' } } };
    expect(templateDeclaration.declare(byUrl).content).toMatchObject({
      emphasis: { image: { url: 'https://cdn.example.com/x.png' } },
    });
  });
});

describe('the files of a template', () => {
  test('are its images and attachments, each with its use', () => {
    const manifest = {
      ...least,
      emphasis: { type: 'IMAGE', image: './order.png' },
      highlight: { title: '상품', description: '설명', image: { file: './thumb.png' } },
      inspection: { comment: '확인', attachments: ['./a.pdf', './b.pdf'] },
    };
    expect(templateDeclaration.files(manifest)).toEqual([
      { at: ['emphasis', 'image'], file: './order.png', use: 'notification/template' },
      { at: ['highlight', 'image', 'file'], file: './thumb.png', use: 'notification/highlight' },
      { at: ['inspection', 'attachments', 0], file: './a.pdf', use: 'attachment' },
      { at: ['inspection', 'attachments', 1], file: './b.pdf', use: 'attachment' },
    ]);
  });

  test('are none where images are given otherwise, or not at all', () => {
    expect(templateDeclaration.files(least)).toEqual([]);
    const manifest = {
      ...least,
      emphasis: { type: 'IMAGE', image: { url: 'https://cdn.example.com/x.png' } },
      highlight: { title: '상품', description: '설명', image: { ref: 'thumb' } },
      inspection: { comment: '확인' },
    };
    expect(templateDeclaration.files(manifest)).toEqual([]);
  });
});
