/**
 * Every problem that notiform can report, by its code: its Korean title, what is wrong, and how to fix it. docs/errors.md is
 * the source. A code that has landed is never renamed.
 */
export { codes, type ProblemCode } from '../../generated/codes.js';
