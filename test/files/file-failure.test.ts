import { expect, it } from 'vitest';
import { FileFailure, fileFailure } from '../../src/files/file-failure.ts';

it('names the file, what the system said of it, and what to do', () => {
  const failure = new FileFailure('written', '/project/a.yaml', 'EROFS');
  expect(failure.message).toBe('/project/a.yaml cannot be written: the file system is read-only (EROFS)');
  expect(failure.problem('a.yaml')).toEqual({
    code: 'file-unwritten',
    severity: 'error',
    message: '`a.yaml` cannot be written: the file system is read-only (EROFS)',
    hint: 'Make it writable for this user, or use another folder',
  });
});

it('names a code that it does not know as it is', () => {
  expect(new FileFailure('read', '/a', 'EXYZ').problem()).toEqual({
    code: 'file-unreadable',
    severity: 'error',
    message: '`/a` cannot be read: EXYZ',
    hint: 'Check the path, and that this user may use it',
  });
});

it('is made of what the file system throws, and of nothing else', () => {
  const thrown = (more: object): Error => Object.assign(new Error('no'), more);
  expect(fileFailure(thrown({ code: 'EIO', syscall: 'read' }), 'read', '/a')).toMatchObject({
    code: 'EIO',
    path: '/a',
  });
  expect(fileFailure(thrown({ code: 'ERR_INVALID_ARG_VALUE' }), 'read', '/a')?.why).toContain('no path can hold');
  const known = new FileFailure('read', '/b', 'EIO');
  expect(fileFailure(known, 'written', '/a')).toBe(known);
  for (const other of [thrown({ code: 'ERR_ASSERTION' }), thrown({}), 'EIO']) {
    expect(fileFailure(other, 'read', '/a')).toBeUndefined();
  }
});
