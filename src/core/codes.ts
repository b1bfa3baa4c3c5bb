import { sendCodes } from './send-codes.ts';

/**
 * Every problem that notiform can report, by its code. The code is the anchor of its section in docs/errors.md, which
 * a test holds against this table. `what` says what is wrong in general, `mend` how to put it right.
 * Kept sorted inside each group; a code is never renamed once it has landed.
 */
export const codes = {
  // the program itself
  bug: {
    what: 'notiform failed in a way that it should not',
    mend: 'Report it with the text shown; nothing of yours caused it.',
  },
  interrupted: {
    what: 'The run was stopped by a signal',
    mend: 'Run the same command again: it goes on where it stood.',
  },
  usage: { what: 'The command line was not understood', mend: 'See `notiform COMMAND --help`.' },

  // the emulator on this machine
  'emulator-refused': { what: 'The emulator did not do what it was asked', mend: 'Its message says why.' },
  'emulator-running': {
    what: 'The emulator of this project is running already',
    mend: 'Use it: every command joins it. Or stop it where it was started.',
  },
  'no-such-request': {
    what: 'No template that waits for a verdict has this address or code',
    mend: 'See what waits with `notiform emulator requests`.',
  },
  'not-an-emulator': {
    what: 'Verdicts can be given in an environment with `emulator: true` alone',
    mend: 'Choose such an environment with `--environment`.',
  },

  'receipt-unwritten': {
    what: 'The file of `--receipt` could not be written',
    mend: 'Name a file in a folder that may be written.',
  },
  'token-missing': {
    what: 'A sender profile is registered with a token that the admin of its channel was sent, and none was given',
    mend: 'Give it on stdin, or type it where you are asked. `notiform profile token` has one sent.',
  },
  unconfirmed: {
    what: 'Something was not confirmed, and so not done',
    mend: 'Say yes to it, or say `--yes`.',
  },

  // manifests
  attachment: {
    what: 'An attachment of an inspection is of a type that the service does not take',
    mend: 'Attach png, jpg, jpeg, gif, pdf, hwp, doc or docx.',
  },
  'channel-button': {
    what: 'The channel-add button is missing, stands in a wrong place, or stands twice',
    mend: 'Give AD and MI templates one AC button, as the first. In a brand template it is the first of a TEXT or IMAGE, the last of another bubble.',
  },
  'channel-notice': {
    what: 'A body ends in the notice that the service adds to channel-add templates',
    mend: 'Remove the notice: the service writes it, and a manifest never holds it.',
  },
  'control-character': {
    what: 'A file holds a control character that YAML does not allow',
    mend: 'Remove the character, or write it as an escape in a double-quoted text.',
  },
  'cut-on-phone': {
    what: 'A text is longer than a phone shows',
    mend: 'Shorten it, and say the rest in the body.',
  },
  'dangling-reference': {
    what: 'A manifest refers to another one that is not there',
    mend: 'Correct the id, or declare what it refers to.',
  },
  'decomposed-text': {
    what: 'A text holds decomposed Hangul (NFD), as a Mac pastes it',
    mend: 'Type the text anew or convert it to NFC: it looks the same and is another text for the service.',
  },
  'duplicate-address': {
    what: 'Two manifests declare the same resource',
    mend: 'Give one of them another id or profile.',
  },
  'duplicate-code': {
    what: 'Two templates of one profile have the same code',
    mend: 'Give one of them another `code`.',
  },
  'duplicate-image': {
    what: 'Two Image or Video manifests of one profile have the same bytes and use',
    mend: 'Remove one of them, and refer to the other.',
  },
  'duplicate-name': {
    what: 'Two templates of one profile have the same name',
    mend: 'Give one of them another `name`.',
  },
  'duplicate-sample': { what: 'Two samples of a template have the same name', mend: 'Rename or remove one of them.' },
  'empty-field': { what: 'A field is written and has nothing in it', mend: 'Write a value, or remove the field.' },
  'file-large': {
    what: 'A file has more bytes than the lower of two limits that the documents name',
    mend: 'Make it smaller: the service may refuse it.',
  },
  'file-missing': {
    what: 'A file that a manifest names is not there',
    mend: 'Correct the path: it is relative to the manifest.',
  },
  'file-outside': {
    what: 'A path leads out of the project',
    mend: 'Copy the file into the project and name it by a relative path.',
  },
  'file-too-large': { what: 'A file has more bytes than the service takes', mend: 'Make it smaller.' },
  'file-type': {
    what: 'A file is not of a type that is taken here, whatever its name says',
    mend: 'Convert it, or name it by what it is.',
  },
  'file-unreadable': {
    what: 'A file is there and cannot be read',
    mend: 'Check that it is a file and that you may read it.',
  },
  'group-video': {
    what: 'A template of a group shows a video, and groups have none',
    mend: 'Declare it for a sender profile, or choose another bubble.',
  },
  'image-damaged': { what: 'An image cannot be understood', mend: 'Export it anew.' },
  'image-pixels': {
    what: 'An image has more pixels than any phone shows',
    mend: 'Export it smaller.',
  },
  'image-shape': {
    what: 'An image has not the ratio that the service wants for this use',
    mend: 'Crop it to the ratio named.',
  },
  'image-shared': {
    what: 'Two templates refer to one Image of brand messages',
    mend: 'Give each an Image of its own, or write the path of the file: the service may delete an image that one of them replaces.',
  },
  'image-width': {
    what: 'An image is narrower than the service wants for this use',
    mend: 'Export it with more pixels.',
  },
  'likely-rejected': {
    what: 'Inspectors are known to reject such a template',
    mend: 'See the rule in docs/lint.md. Change the text, or silence the rule with the reason, as `lint: {AT19: 사내 교육 안내}`.',
  },
  'line-breaks': {
    what: 'A file has CR LF line breaks',
    mend: 'Save it with LF. notiform sends LF in any case.',
  },
  'link-form': {
    what: 'A link does not begin as one of its kind does',
    mend: 'Write the whole address, as `https://shop.example.com/orders`, and for an app `shop://orders`.',
  },
  'lint-rule': { what: 'A rule is silenced that does not exist', mend: 'Correct its name.' },
  'lint-silenced': {
    what: 'A rule is silenced that the service itself holds to',
    mend: 'Remove it from `lint`, and put right what it finds.',
  },
  'missing-field': { what: 'A field that is required is not there', mend: 'Add it.' },
  'missing-kind': { what: 'A document does not say what it declares', mend: 'Begin it with `kind:`.' },
  'missing-profile': {
    what: 'A manifest names no profile and there is no default',
    mend: 'Write `profile:`, or set `defaults.profile` in notiform.yaml.',
  },
  'no-manifests': {
    what: 'There are no manifests where they were looked for',
    mend: 'Correct the path, or `manifests` in notiform.yaml.',
  },
  'not-sendable': {
    what: 'The resource API takes a part of the template that the message API could not carry',
    mend: 'Shorten or change that part, or the template can be approved and never sent.',
  },
  'not-together': { what: 'Two fields stand together that exclude each other', mend: 'Remove one of them.' },
  'not-utf8': { what: 'A file is not UTF-8', mend: 'Save it as UTF-8 without a byte-order mark.' },
  'placeholder-form': {
    what: 'A `${…}` in a manifest is not understood',
    mend: 'Write `${var:NAME}`, or `$${` for the two characters themselves.',
  },
  'placeholder-place': {
    what: 'A `${…}` stands where none may stand',
    mend: 'Write the value out: addresses are the same in every environment.',
  },
  'placeholder-unset': {
    what: 'A `${var:NAME}` names a variable that the environment does not have',
    mend: 'Add it to `variables` of the environment, or correct the name.',
  },
  'profile-type': {
    what: 'A resource belongs to a profile of a type that has none of its kind, or a profile of another type is meant',
    mend: 'Name a sender profile (type S), or a group (type G), as the message says.',
  },
  'repeated-entry': { what: 'A list holds the same entry twice', mend: 'Remove one of the two.' },
  'sample-values': {
    what: 'A sample and the message variables of the texts do not fit together',
    mend: 'Give every sample a value for each variable, under its name.',
  },
  'source-too-large': { what: 'A YAML file is larger than 1 MiB', mend: 'Split it into several files.' },
  'too-few': { what: 'A list has fewer entries than it needs', mend: 'Add some.' },
  'too-long': {
    what: 'A text is longer than the service takes',
    mend: 'Shorten it. Lengths are counted in characters, with `${var:…}` filled in.',
  },
  'too-many': { what: 'A list has more entries than the service takes', mend: 'Remove some.' },
  'too-many-lines': {
    what: 'A text has more line breaks than the service takes',
    mend: 'Take some away.',
  },
  'too-many-variables': {
    what: 'The buttons of a brand template have more than 20 different variables together',
    mend: 'Take some away. One variable may stand in many places.',
  },
  'unknown-field': { what: 'A field is not known here', mend: 'Correct its name, or remove it.' },
  'unknown-kind': { what: 'A kind is not known', mend: 'Correct it.' },
  'unknown-value': {
    what: 'A field has a value that is none of those it can have',
    mend: 'Choose one of those named.',
  },
  'unseen-character': {
    what: 'A text holds a character that nobody sees: a control character, a space without width, a mark of direction',
    mend: 'Remove it, or type the text anew.',
  },
  'unused-member': {
    what: 'A member has no effect with this message type or emphasis',
    mend: 'Remove it, or change the type.',
  },
  'variable-in-comment': {
    what: 'A message variable follows a space outside quotes, so that YAML reads it as a comment',
    mend: 'Put the whole value in double quotes, or write it as a block (`|`).',
  },
  'variable-name': {
    what: 'A message variable of a brand template has a name that the service does not take',
    mend: 'Give it 1 to 20 characters of Korean, letters, digits, `-` and `_`.',
  },
  'variable-place': {
    what: 'A message variable stands where the service fills none in',
    mend: 'Write the value itself.',
  },
  'variable-syntax': {
    what: 'Something looks like a message variable and is not one',
    mend: 'Write `#{name}`: one pair of braces, a name in it, no spaces.',
  },
  'wrong-form': { what: 'A value has not the form that it must have', mend: 'Correct it as the message says.' },
  'wrong-type': {
    what: 'A value is of another type than it must be',
    mend: 'Texts that look like numbers want quotes: `"001001"`.',
  },
  'yaml-anchor': {
    what: 'A YAML anchor or alias',
    mend: 'Write the value out where it is used, or take it from the environment with `${var:NAME}`.',
  },
  'yaml-depth': { what: 'A document is nested too deeply', mend: 'No manifest needs more than a few levels.' },
  'yaml-duplicate-key': { what: 'A key is written twice in one mapping', mend: 'Keep one of the two.' },
  'yaml-syntax': { what: 'The text is not YAML', mend: 'Mend it where the mark points, or on the line above.' },
  'yaml-tag': { what: 'An unknown YAML tag', mend: 'Leave it out; a text that begins with `!` wants quotes.' },

  // configuration
  'config-invalid': {
    what: 'A setting of notiform.yaml has a value that it cannot have',
    mend: 'See docs/configuration.md for the values of each setting.',
  },
  'config-literal-secret': {
    what: 'A credential is written into notiform.yaml, and so into git',
    mend: 'Write `"${env:NAME}"` in its place and set NAME where notiform runs.',
  },
  'config-missing': { what: 'A setting that notiform.yaml needs is not there', mend: 'Add it.' },
  'config-no-environment': {
    what: 'The environment that was asked for does not exist, or none was named where there are several',
    mend: 'Name one with `--environment`, or set `defaults.environment`.',
  },
  'config-not-found': {
    what: 'There is no notiform.yaml in this folder or one above',
    mend: 'Go to the project, or name the file with `--config`.',
  },
  'config-unknown-key': {
    what: 'notiform.yaml has a setting that does not exist',
    mend: 'Correct the name, or remove it.',
  },
  'config-unknown-name': {
    what: 'A profile, sender or recipient is named that the environment does not have',
    mend: 'Declare it in the environment, or correct the name.',
  },
  'config-unresolved': {
    what: 'A setting that this command needs is missing, or its `${env:NAME}` is not set',
    mend: 'Set the environment variable that is named.',
  },

  // service
  'emulator-data': {
    what: 'The data file of the emulator cannot be read',
    mend: 'Remove the file to begin with an empty emulator, or name another one with `--data`.',
  },
  'emulator-port': {
    what: 'The emulator cannot listen on the port',
    mend: 'Stop what listens there, or choose another port with `--port`.',
  },
  'service-address': {
    what: 'An address of the service cannot be used',
    mend: 'Write `https://host`; plain `http:` is for this machine alone.',
  },
  'service-credentials': {
    what: 'The service does not accept who asks: account, key, password or IP address',
    mend: 'Check the credentials of the environment, and that the IP address is registered for the account.',
  },
  'service-refused': {
    what: 'The service refused a request',
    mend: 'The words shown are its own. Look at the resource with `notiform status`.',
  },
  'service-throttled': {
    what: 'The service takes no more calls for now, and nothing was done',
    mend: 'Wait, or lower `limits.perSecond` of the environment.',
  },
  'service-tls': {
    what: 'The encrypted connection could not be trusted or made',
    mend: 'Check the address; trust a company authority by NODE_EXTRA_CA_CERTS.',
  },
  'service-unclear': {
    what: 'A request was sent and no clear answer came',
    mend: 'Run the same command again: it looks at what was done before it goes on.',
  },
  'service-unfit': {
    what: 'An answer does not have the documented shape',
    mend: 'Check the address: a proxy or another server may stand there.',
  },
  'service-unreachable': {
    what: 'The service could not be reached, and nothing was sent',
    mend: 'Check the address and the network.',
  },

  // planning and applying
  'account-changed': {
    what: 'The state belongs to another account than the one that was asked',
    mend: 'Check the credentials of the environment; if the account did change, say `--accept-account`.',
  },
  'code-refused': {
    what: 'The service does not take the code of a template that would be made',
    mend: "Choose another `code`; the service's own words are in the message.",
  },
  'deletes-over-limit': {
    what: 'More would be deleted than the limit allows',
    mend: 'If that is meant, raise `--max-deletes`, or `guard.deletes` of the environment.',
  },
  'dependency-cycle': {
    what: 'Resources wait for each other in a circle',
    mend: 'Take one of the references out, or change one of two swapped codes in a step of its own.',
  },
  'dependency-failed': {
    what: 'A change was left out because one that it needs was not done',
    mend: 'See what became of that one, then run the command again.',
  },
  'difference-not-planned': {
    what: 'The live text differs from the manifest, and the wanted state does not ask for it to change',
    mend: 'Put the manifest right, or ask for another `lifecycle`.',
  },
  'empty-input': {
    what: 'There are no manifests, and everything that is ours would be removed',
    mend: 'Check the folder; if that is meant, say `--allow-empty`.',
  },
  'file-changed': {
    what: 'A file is not the one that was planned with',
    mend: 'Plan again.',
  },
  'image-assumed': {
    what: 'A live image could not be proved to be the file of the manifest, and is taken for it',
    mend: 'Look at the template; `--reupload GLOB` uploads the file.',
  },
  'image-not-uploaded': {
    what: 'A template shows an image that has no URL at the service yet',
    mend: 'Apply the image first; a plan without `--target` does.',
  },
  'list-unsettled': {
    what: 'A list kept changing while it was read',
    mend: 'Run the command again when nobody is at work in the console.',
  },
  'listed-without-detail': {
    what: 'The service lists a resource and refuses its detail',
    mend: 'Run the command again; if it stays so, ask the service.',
  },
  'name-ambiguous': {
    what: 'Several live resources bear the name of one that the state does not know',
    mend: 'Rename one of them in the console, or bind the one that is meant with `state bind`.',
  },
  'name-taken': {
    what: 'A name that a manifest declares is held by another resource',
    mend: 'Choose another code, or change the other one first.',
  },
  'name-twice': {
    what: 'Two manifests declare one name in a profile',
    mend: 'Give one of them another code.',
  },
  'outcome-unknown': {
    what: 'A call was made and what became of it could not be learned',
    mend: 'Run the command again: it looks at the live resource first.',
  },
  'profile-unknown': {
    what: 'The service does not know a sender profile or group of the environment',
    mend: 'Check its `key` and `type` in notiform.yaml, and the account.',
  },
  'renamed-from-declared': {
    what: '`renamedFrom` names a resource that is declared too',
    mend: 'Remove `renamedFrom`, or the other manifest.',
  },
  'run-stale': {
    what: 'A live resource left the path that was planned for it',
    mend: 'Somebody changed it in the meantime: plan again and look at the new plan.',
  },
  'selection-empty': {
    what: 'A pattern of `--target` or `--exclude` meets no address',
    mend: 'Correct it; addresses are `Kind/profile/id`, and `*` stands for any part.',
  },
  'step-failed': {
    what: 'A step could not be carried out',
    mend: 'Do what the message says, then run the command again.',
  },
  'video-not-uploaded': {
    what: 'A template shows a video that has no id at the service yet',
    mend: 'Apply the video first; a plan without `--target` does.',
  },
  'updates-over-limit': {
    what: 'More would be changed than the limit allows',
    mend: 'If that is meant, raise `--max-updates`, or `guard.updates` of the environment.',
  },
  'upload-too-slow': {
    what: 'A video did not arrive within the five minutes that the service gives for it',
    mend: 'Use a faster line, or make the file smaller.',
  },

  // state
  'lock-held': {
    what: 'Another run holds the lock of the state',
    mend: 'Wait for it to end. If it died on another machine, remove the lock file that is named.',
  },
  'lock-lost': {
    what: 'The lock of the state was taken away while it was held',
    mend: 'Find out who removed it, then run the command again.',
  },
  'lock-taken-over': {
    what: 'A lock was left behind by a run that died, and was taken over',
    mend: 'Nothing: the run goes on where the dead one stood.',
  },
  'state-binding-twice': {
    what: 'Two addresses of the state are bound to one live resource',
    mend: 'Remove one of the two manifests, or correct the state.',
  },
  'state-corrupt': {
    what: 'A state file cannot be read',
    mend: 'Put it back from a copy, or move it away: what exists is found again by its name.',
  },
  'state-foreign': {
    what: 'A state file belongs to another environment or profile',
    mend: 'Put it back where it belongs.',
  },
  'state-moved': {
    what: 'The state was written by another run since the plan was made',
    mend: 'Plan again.',
  },
  'state-newer': { what: 'A state file was written by a newer notiform', mend: 'Use the newer notiform.' },
  'state-unreadable': {
    what: 'The file system refused to read a state file',
    mend: 'Give the user the right to read it; then run the command again.',
  },
  'state-unwritable': {
    what: 'A state file could not be written',
    mend: 'Make room on the disk, or give the user the right to write there; then run the command again.',
  },

  ...sendCodes,
} as const satisfies Record<string, { what: string; mend: string }>;

export type ProblemCode = keyof typeof codes;
