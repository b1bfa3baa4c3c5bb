import { isObject, type JsonObject } from '../../core/json.ts';
import { type Refused, refuse, result } from '../answers.ts';
import { type Dialect, flawIn, isNothing, type Read, readShape, type Shape } from '../shape.ts';

const dialect: Dialect = {
  isLeftOut: (value) => isNothing(value) || (isObject(value) && Object.values(value).every(isNothing)),
  isStrict: false,
  counts: true,
};

export function readRequest<const S extends Shape>(body: JsonObject, shape: S): Read<S> | Refused {
  const flaw = flawIn(body, shape, dialect);
  return flaw ? refuse(flaw.code ?? result.parameters, `${flaw.at} ${flaw.says}`) : readShape(body, shape, dialect);
}
