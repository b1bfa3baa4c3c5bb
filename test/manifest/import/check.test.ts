import { expect, it } from 'vitest';
import type { Declaration } from '../../../src/core/declaration.ts';
import { declarations } from '../../../src/kinds/registry.ts';
import { readBack } from '../../../src/manifest/import/check.ts';
import { environment } from '../project.ts';

const tag = declarations.get('GroupTag') as Declaration;
const value = { kind: 'GroupTag', id: 'winter', profile: 'shop', name: '겨울' };

function checked(text: string, declared = value) {
  return readBack({ file: 'winter.yaml', text, declared, value: declared }, tag, { profileType: 'S' }, environment);
}

it('a text is the document that it was made of, or it is refused', () => {
  const text = '# 주석\nkind: GroupTag\nid: winter\nprofile: shop\nname: 겨울\n';
  expect(checked(text)).toMatchObject({ kind: 'GroupTag', value });
  expect(checked(text.replace('겨울', '여름'))).toBe('it cannot be written as YAML');
  expect(checked(`${text}extra: 1\n`)).toBe('it cannot be written as YAML');
  expect(checked('- kind\n')).toBe('it cannot be written as YAML');
  expect(checked('name: [\n')).toMatch(/^no manifest can express it: /);
  expect(checked(text.replace('winter', 'Winter!'), { ...value, id: 'Winter!' })).toMatch(
    /^no manifest can express it: /,
  );
});
