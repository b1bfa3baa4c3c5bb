import { own } from '../core/json.ts';

/** The meaning of a result code, and what to do about it. */
export interface ResultCode {
  means: string;
  /** Empty if there is nothing to do. */
  help: string;
}

const CREDENTIALS = 'Check account and password of the environment; test and production have their own.';
const ADDRESS =
  'Register the address that this machine calls from with the service, for this account and this environment.';
const AGAIN = 'Try again in a moment.';
const TOO_MANY: ResultCode = {
  means: 'too many requests',
  help: 'Wait, or lower `limits.perSecond` of the environment.',
};

/** The documents name no single meaning for these: 3000 to 3013 are about authentication or the account (4.2). */
const NOT_LET_IN: ResultCode = { means: 'the account may not do this, or is not recognized', help: CREDENTIALS };

/** The codes that the documents name (message API 4.2, 6 and 7). */
const CODES: Readonly<Record<string, ResultCode>> = {
  '1000': { means: 'accepted', help: '' },
  '2000': { means: 'the message is not valid', help: 'Correct the payload; the same one is refused again.' },
  '3000': { means: 'no address is registered for the account', help: ADDRESS },
  '3001': { means: 'the credentials are not valid', help: CREDENTIALS },
  '3002': { means: 'the token is not valid any more', help: 'Run the command again: it takes a new token.' },
  '3003': { means: 'the address that called is not valid', help: ADDRESS },
  '3004': NOT_LET_IN,
  '3005': { means: 'the token is not valid any more', help: 'Run the command again: it takes a new token.' },
  '3006': { means: 'the account does not exist', help: CREDENTIALS },
  '3007': { means: 'the password of the account is wrong', help: CREDENTIALS },
  '3008': { means: 'too many connections at once', help: 'Lower `limits.inFlight` of the environment.' },
  '3009': { means: 'the account is suspended', help: 'Ask the service why.' },
  '3010': { means: 'the address that called is not a registered one', help: ADDRESS },
  '3011': NOT_LET_IN,
  '3012': NOT_LET_IN,
  '3013': NOT_LET_IN,
  '3014': { means: 'the format of the data is wrong', help: 'Correct the payload; the same one is refused again.' },
  '3015': { means: 'this type of message is not supported', help: 'Check that the account may send it.' },
  '4100': { means: 'delivered to the handset', help: '' },
  '4430': { means: 'refused as spam', help: 'Look at the text, and at what the recipient has blocked.' },
  '5000': { means: 'delivered', help: '' },
  '5002': TOO_MANY,
  '5003': { means: 'a passing failure of the infrastructure', help: AGAIN },
  '5004': { means: 'the service has too many connections', help: AGAIN },
  '5005': { means: 'the service did not answer in time', help: AGAIN },
  '6600': { means: 'delivered', help: '' },
  '7000': { means: 'delivered', help: '' },
  '7305': {
    means: 'not certain whether it was delivered',
    help: 'The final result may take up to 30 days; look at the phone first.',
  },
  '7314': {
    means: 'the body is longer than the limit',
    help: 'Shorten the text or the values: 1,300 characters, 1,000 to be safe.',
  },
  '7322': { means: 'brand messages are not delivered at this hour', help: 'Send between 08:00 and 20:50 Korean time.' },
  '8000': { means: 'delivered', help: '' },
  '8970': { means: 'the agency key or the brand key is wrong', help: 'Correct the key.' },
  '9000': { means: 'an error inside the service', help: AGAIN },
  '9023': {
    means: 'no result came within three days',
    help: 'Look for the message key at the send inquiry of the service.',
  },
  '9034': { means: 'it waited longer than it may before it was sent', help: 'Send it again.' },
  '9037': {
    means: 'the queue client gave up waiting',
    help: 'Look for the message key at the send inquiry of the service.',
  },
};

/** Results of messages that the documents do not list (assumptions 21 and 107). */
const ASSUMED: Readonly<Record<string, ResultCode>> = {
  '7103': {
    means: 'the sender profile is not valid',
    help: 'Check its key in the environment. A marketing message also requires the permission of the profile, and a number for opting out.',
  },
  '7204': {
    means: 'the text differs from the approved template',
    help: 'Find the difference with `notiform send --dry-run`.',
  },
  '7308': { means: 'the recipient has no messenger under this number', help: 'Check the recipient.' },
  '7315': { means: 'there is no such template', help: 'Check its code and its sender profile.' },
  '7318': { means: 'the template may not be sent in its state', help: 'Run `notiform status`.' },
  '7319': {
    means: 'an image or a video was not uploaded for its place in the message',
    help: 'Upload it for this place: apply the template that has it.',
  },
  '7320': { means: 'there is no such group tag', help: 'Apply its manifest, or correct its key in the send.' },
};

const SHADOW: ResultCode = {
  means: 'the handset could not be reached',
  help: 'It was off or without coverage: try again later.',
};

/** Explains a code of the message API. Returns undefined for an unknown code. "4400 and above" is 4400 to 4499 (assumption 70). */
export function explainResult(code: string): ResultCode | undefined {
  return own(CODES, code) ?? own(ASSUMED, code) ?? (/^44\d\d$/u.test(code) ? SHADOW : undefined);
}

/** The codes of the resource API that its documents list (resource API 2.1). */
const RESOURCE_CODES: Readonly<Record<string, ResultCode>> = { '200': { means: 'done', help: '' }, '429': TOO_MANY };

/** The other codes of the resource API (assumption 12). */
const ASSUMED_RESOURCE: Readonly<Record<string, string>> = {
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

const ASSUMED_HELP =
  'The documents do not list the codes of the resource API, so this meaning is an assumption. Read the service’s own message beside the code.';

/** Explains a code of the resource API. Returns undefined for an unknown code. */
export function explainResourceResult(code: string): ResultCode | undefined {
  const means = own(ASSUMED_RESOURCE, code);
  return own(RESOURCE_CODES, code) ?? (means === undefined ? undefined : { means, help: ASSUMED_HELP });
}
