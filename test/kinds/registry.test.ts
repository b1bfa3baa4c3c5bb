import { expect, test } from 'vitest';
import { imageUses } from '../../src/kinds/image/endpoints.ts';
import { attachmentRules } from '../../src/kinds/notification-template/kind.ts';
import { declarations, fileRulesOf, kinds } from '../../src/kinds/registry.ts';
import { consentRules } from '../../src/kinds/sender-profile/kind.ts';
import { videoRules } from '../../src/kinds/video/endpoints.ts';

test('every kind has its side for the engine and its side for manifests, and those that are referred to come first', () => {
  const names = [
    'Image',
    'Video',
    'SenderProfile',
    'GroupTag',
    'PluginCallback',
    'NotificationTemplate',
    'BrandTemplate',
  ];
  expect(kinds.map((kind) => kind.name)).toEqual(names);
  expect([...declarations].map(([name, declaration]) => [name, declaration.kind])).toEqual(
    names.map((name) => [name, name]),
  );
});

test('every use of a file has its rules', () => {
  expect(fileRulesOf('brand/wide')).toBe(imageUses['brand/wide']);
  expect(fileRulesOf('video')).toBe(videoRules);
  expect(fileRulesOf('profile/consent')).toBe(consentRules);
  expect(fileRulesOf('attachment')).toBe(attachmentRules);
  // No declaration names another one.
  expect(fileRulesOf('anything')).toBe(attachmentRules);
});
