import { own } from '../core/json.ts';
import type { ResultCode } from './result-codes.ts';

/** The codes of the resource API other than 200 and 429 (assumption 12). */
const ASSUMED: Readonly<Record<string, string>> = {
  '101': 'no such user',
  '102': 'the API key is not valid',
  '103': 'the account is suspended',
  '403': 'not allowed',
  '405': 'a parameter is not valid',
  '504': 'the code is taken',
  '505': 'the name is taken',
  '506': 'the body is too long',
  '507': 'the sender profile is not valid',
  '508': 'not found',
  '509': 'not possible in this state',
  '510': 'the buttons are not valid',
  '511': 'the links are not valid',
  '525': 'no such category',
  '530': 'the plugin is not valid',
  '600': 'the image is not valid',
  '610': 'the file is not valid',
  '611': 'the file is over 50 MB',
  '612': 'the type of the file is not allowed',
  '613': 'there are more than 10 files',
};

/** The codes that the documents list (resource API 2.1). */
const LISTED: Readonly<Record<string, ResultCode>> = {
  '200': { means: 'done', help: '' },
  '429': { means: 'too many requests', help: 'Wait, or lower `limits.perSecond` of the environment.' },
};

const HELP =
  'The documents do not list the codes of the resource API, so this meaning is an assumption. Read the service’s own words beside the code.';

/** A code of the resource API in words; undefined for a code that is not known. */
export function explainResourceResult(code: string): ResultCode | undefined {
  const means = own(ASSUMED, code);
  return own(LISTED, code) ?? (means === undefined ? undefined : { means, help: HELP });
}
