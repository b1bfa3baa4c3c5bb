/**
 * Every problem that notiform can report, by its code: what is wrong, and how to fix it. docs/errors.md is the source, and
 * docs/errors.ko.md for Korean. A code that has landed is never renamed.
 */
export { codes, koreanCodes, type ProblemCode } from '../../generated/codes.js';
