import { describe, expect, it } from 'vitest';
import { formatPath, type Path } from '../../src/core/path.ts';

describe('a path', () => {
  it.each<[Path, string]>([
    [[], ''],
    [['name'], 'name'],
    [['buttons', 1, 'link', 'mobile'], 'buttons[1].link.mobile'],
    [['samples', 0, 'values', '주문번호'], 'samples[0].values.주문번호'],
    [[0, 1], '[0][1]'],
  ])('%j is written %s', (path, text) => {
    expect(formatPath(path)).toBe(text);
  });
});
