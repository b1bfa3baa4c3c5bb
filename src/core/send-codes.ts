/** The problems of test sends: a part of `codes`, by the same rules. */
export const sendCodes = {
  'send-button-value': {
    what: 'A test send gives a value to a button that does not exist or does not take it, or leaves out one that it needs',
    help: 'Compare `buttons` of the test send with the buttons of the template.',
  },
  'send-differs': {
    what: 'A text of the message is not what the approved template says',
    help: 'Apply the manifest and have it approved, or put the text back as it was approved. Every character counts, a line break too.',
  },
  'send-empty-value': {
    what: 'A variable would be filled with nothing',
    help: 'Declare a value for it. The service accepts an empty value and then sends a text that differs.',
  },
  'send-expectation': {
    what: 'What a test send expects was not understood',
    help: 'Write `delivered`, or `failed:` with a result code, as `failed:7322`.',
  },
  'send-leftover': {
    what: 'A variable still stands in the message in place of its value',
    help: 'Give the variable a value; a value may hold no variable itself.',
  },
  'send-limit': {
    what: 'A part of the message is longer than the message API takes',
    help: 'Shorten the value, or the template.',
  },
  'send-listener': {
    what: 'The results could not be listened for',
    help: 'Choose another port with `--listen`, or leave it out: results are asked for then.',
  },
  'send-locks-text': {
    what: 'This would be the first send of the template, and its text could never be edited again',
    help: 'Confirm the prompt, pass `--allow locks-text`, or write `allow: [locks-text]` in the test send.',
  },
  'send-long-body': {
    what: 'The body is longer than the service recommends',
    help: 'Shorten it to 1000 characters; the limit is 1300.',
  },
  'send-missing-value': {
    what: 'A variable of the template has no value',
    help: 'Give it one with `--var NAME=VALUE`, in `variables`, or in a sample of the template.',
  },
  'send-no-recipient': {
    what: 'A test send names nobody to send to',
    help: 'Name recipients of the environment in `to`, or with `--to`.',
  },
  'send-no-result': {
    what: 'The message was accepted and no result of its delivery came in time',
    help: 'Most come within a minute. After five minutes, look for its message key at the send inquiry of the service.',
  },
  'send-no-sender': {
    what: 'A test send names no sender, and there is no default',
    help: 'Name a sender of the environment in `from`, with `--from`, or in `defaults.sender`.',
  },
  'send-number': {
    what: 'A number stands where the name of a sender or recipient belongs',
    help: 'Put the number into the environment under a name, and use the name: numbers do not belong into manifests.',
  },
  'send-parts': {
    what: 'The message lacks a part of the approved template, has one too many, or has them in another order',
    help: 'Apply the manifest and have it approved, or put the part back as it was approved.',
  },
  'send-profile': {
    what: 'The sender profile of a test send cannot send this template',
    help: 'Name a profile of type S in `profile`; one of the group where the template belongs to a group.',
  },
  'send-sample': {
    what: 'The template has no sample of this name',
    help: 'Correct the name, or add the sample to the template.',
  },
  'send-state': {
    what: 'The template is in a state that cannot be sent',
    help: 'See `notiform status` for what it waits for.',
  },
  'send-stopped': {
    what: 'A message was not sent, since one before it could not be sent or has an unknown fate',
    help: 'See to the one before it, then send to the others by name.',
  },
  'send-template': {
    what: 'The template of a test send is not declared, not there, or of a kind that cannot be test-sent',
    help: 'Correct the address, or `notiform apply` the template first.',
  },
  'send-time': {
    what: 'The time of a send is not one, is past, or is more than 30 days ahead',
    help: 'Write a time of the next 30 days, as `2026-12-01T09:00+09:00`.',
  },
  'send-too-many': {
    what: 'A test send has more recipients than it may have',
    help: 'Send to fewer, or raise `--max-recipients`.',
  },
  'send-uncertain': {
    what: 'It could not be learned whether the message was sent',
    help: 'Look at the phone or at the send inquiry of the service first: sending again may send it twice.',
  },
  'send-unconfirmed': {
    what: 'A message was not confirmed, and so not sent',
    help: 'Confirm the prompt, or pass `--yes`.',
  },
  'send-unsupported': {
    what: 'A test send asks for something that notiform does not send',
    help: 'Leave it out: notification templates are sent, on their own.',
  },
  'send-unused-value': {
    what: 'A value was given for a variable that the template does not have',
    help: 'Correct the name, or remove the value.',
  },
  'send-value': {
    what: 'A member of the message has a form that the message API does not take',
    help: 'Correct it as the message says.',
  },
  'send-version': {
    what: 'No approved version of a template says what its manifest says, and the newest approved one was taken',
    help: 'Apply the manifest, and send when its version is approved; or go back to the text that is.',
  },
} as const satisfies Record<string, { what: string; help: string }>;
