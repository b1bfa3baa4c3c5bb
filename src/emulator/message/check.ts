import type { JsonObject } from '../../core/json.ts';
import { type MessageError, messageError } from '../answers.ts';
import { type Dialect, flawIn, isNothing, type Shape } from '../shape.ts';

const dialect: Dialect = { isLeftOut: isNothing, isStrict: false, counts: false };

/**
 * Holds an object against a shape: 2000 for what is missing, too long or not allowed, 3014 for a wrong type (message
 * API 7; assumption 145). Members that the shape does not have are no failure.
 */
export function check(source: JsonObject, shape: Shape, path: string): MessageError | undefined {
  const flaw = flawIn(source, shape, dialect, path);
  return flaw && messageError(flaw.isType ? 3014 : 2000, `${flaw.at} ${flaw.says}`);
}
