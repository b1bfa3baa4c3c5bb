/** The problems of manifests and of the files that they name: a part of `codes`, by the same rules. */
export const manifestCodes = {
  attachment: {
    what: 'An attachment of an inspection is of a type that the service does not take',
    help: 'Attach png, jpg, jpeg, gif, pdf, hwp, doc or docx.',
  },
  'channel-button': {
    what: 'The channel-add button is missing, stands in a wrong place, or stands twice',
    help: 'Give AD and MI templates one AC button, as the first. In a brand template it is the first of a TEXT or IMAGE, the last of another bubble.',
  },
  'channel-notice': {
    what: 'A body ends in the notice that the service adds to channel-add templates',
    help: 'Remove the notice: the service writes it, and a manifest never holds it.',
  },
  'control-character': {
    what: 'A file holds a control character that YAML does not allow',
    help: 'Remove the character, or write it as an escape in a double-quoted text.',
  },
  'cut-on-phone': {
    what: 'A text is longer than a phone shows',
    help: 'Shorten it, and say the rest in the body.',
  },
  'dangling-reference': {
    what: 'A manifest refers to another one that is not there',
    help: 'Correct the id, or declare what it refers to.',
  },
  'decomposed-text': {
    what: 'A text holds decomposed Hangul (NFD), as a Mac pastes it',
    help: 'Type the text anew or convert it to NFC: it looks the same and is another text for the service.',
  },
  'duplicate-address': {
    what: 'Two manifests declare the same resource',
    help: 'Give one of them another id or profile.',
  },
  'duplicate-code': {
    what: 'Two templates of one profile have the same code',
    help: 'Give one of them another `code`.',
  },
  'duplicate-image': {
    what: 'Two Image or Video manifests of one profile have the same bytes and use',
    help: 'Remove one of them, and refer to the other.',
  },
  'duplicate-name': {
    what: 'Two templates of one profile have the same name',
    help: 'Give one of them another `name`.',
  },
  'duplicate-sample': { what: 'Two samples of a template have the same name', help: 'Rename or remove one of them.' },
  'empty-field': { what: 'A field is written and has nothing in it', help: 'Write a value, or remove the field.' },
  'file-large': {
    what: 'A file has more bytes than the lower of two limits that the documents name',
    help: 'Make it smaller: the service may refuse it.',
  },
  'file-missing': {
    what: 'A file that a manifest names is not there',
    help: 'Correct the path: it is relative to the manifest.',
  },
  'file-outside': {
    what: 'A path leads out of the project',
    help: 'Copy the file into the project and name it by a relative path.',
  },
  'file-too-large': { what: 'A file has more bytes than the service takes', help: 'Make it smaller.' },
  'file-type': {
    what: 'A file is not of a type that is taken here, whatever its name says',
    help: 'Convert it, or name it by what it is.',
  },
  'file-unreadable': {
    what: 'A file is there and cannot be read',
    help: 'Check that it is a file and that you may read it.',
  },
  'file-unwritten': {
    what: 'A file could not be written',
    help: 'Make room, or give this user the right to write there. The message names the file and what was written before it.',
  },
  'group-video': {
    what: 'A template of a group shows a video, and groups have none',
    help: 'Declare it for a sender profile, or choose another bubble.',
  },
  'image-damaged': { what: 'An image cannot be understood', help: 'Export it anew.' },
  'image-pixels': {
    what: 'An image has more pixels than any phone shows',
    help: 'Export it smaller.',
  },
  'image-shape': {
    what: 'An image has not the ratio that the service wants for this use',
    help: 'Crop it to the ratio named.',
  },
  'image-shared': {
    what: 'Two templates refer to one Image of brand messages',
    help: 'Give each an Image of its own, or write the path of the file: the service may delete an image that one of them replaces.',
  },
  'image-width': {
    what: 'An image is narrower than the service wants for this use',
    help: 'Export it with more pixels.',
  },
  'likely-rejected': {
    what: 'Inspectors are known to reject such a template',
    help: 'See the rule with `notiform explain RULE`. Change the text, or silence the rule with the reason, as `lint: {AT19: 사내 교육 안내}`.',
  },
  'line-breaks': {
    what: 'A file has CR LF or CR line breaks, or a text in quotes says CR LF',
    help: 'Save the file with LF, and write `\\n` for `\\r\\n` in quotes. notiform sends LF in any case.',
  },
  'link-form': {
    what: 'A link does not begin as one of its kind does',
    help: 'Write the whole address, as `https://shop.example.com/orders`, and for an app `shop://orders`.',
  },
  'lint-rule': { what: 'A rule is silenced that does not exist', help: 'Correct its name.' },
  'lint-silenced': {
    what: 'A rule is silenced that the service itself holds to',
    help: 'Remove it from `lint`, and put right what it finds.',
  },
  'missing-field': { what: 'A field that is required is not there', help: 'Add it.' },
  'missing-kind': { what: 'A document does not say what it declares', help: 'Begin it with `kind:`.' },
  'missing-profile': {
    what: 'A manifest names no profile and there is no default',
    help: 'Write `profile:`, or set `defaults.profile` in notiform.yaml.',
  },
  'more-problems': {
    what: 'A file has more problems than are shown',
    help: 'Mend those that are shown, then look again.',
  },
  'no-manifests': {
    what: 'There are no manifests where they were looked for',
    help: 'Correct the path, or `manifests` in notiform.yaml.',
  },
  'not-sendable': {
    what: 'The resource API takes a part of the template that the message API could not carry',
    help: 'Shorten or change that part, or the template can be approved and never sent.',
  },
  'not-together': { what: 'Two fields stand together that exclude each other', help: 'Remove one of them.' },
  'not-utf8': { what: 'A file is not UTF-8', help: 'Save it as UTF-8 without a byte-order mark.' },
  'placeholder-form': {
    what: 'A `${…}` in a manifest is not understood',
    help: 'Write `${var:NAME}`, or `$${` for the two characters themselves.',
  },
  'placeholder-place': {
    what: 'A `${…}` stands where none may stand',
    help: 'Write the value out: addresses are the same in every environment.',
  },
  'placeholder-unset': {
    what: 'A `${var:NAME}` names a variable that the environment does not have',
    help: 'Add it to `variables` of the environment, or correct the name.',
  },
  'plugin-type': {
    what: 'A button refers to a plugin of another type than it needs',
    help: 'P1 takes a PluginCallback of type SECURE_IMAGE, P2 one of type ONE_TIME_PROFILE, P3 either.',
  },
  'profile-type': {
    what: 'A resource belongs to a profile of a type that has none of its kind, or a profile of another type is meant',
    help: 'Name a sender profile (type S), or a group (type G), as the message says.',
  },
  'renamed-twice': {
    what: 'Two resources say that they were the same one',
    help: 'Only one keeps what the service has: remove `renamedFrom` from the other.',
  },
  'repeated-entry': { what: 'A list holds the same entry twice', help: 'Remove one of the two.' },
  'sample-values': {
    what: 'A sample and the message variables of the texts do not fit together',
    help: 'Give every sample a value for each variable, under its name.',
  },
  'source-too-large': { what: 'A YAML file is larger than is read', help: 'Split it into several files.' },
  'tell-link': {
    what: 'An app link begins with `tell://`, which the service no longer registers',
    help: 'Use a TN button for a call. A link that is live can stay as it is.',
  },
  'too-few': { what: 'A list has fewer entries than it needs', help: 'Add some.' },
  'too-long': {
    what: 'A text is longer than the service takes',
    help: 'Shorten it. Lengths are counted in characters, with `${var:…}` filled in.',
  },
  'too-many': { what: 'A list has more entries than the service takes', help: 'Remove some.' },
  'too-many-lines': {
    what: 'A text has more line breaks than the service takes',
    help: 'Take some away.',
  },
  'too-many-variables': {
    what: 'The buttons of a brand template have more than 20 different variables together',
    help: 'Take some away. One variable may stand in many places.',
  },
  'unknown-category': {
    what: 'The environment does not list the category of a template',
    help: 'Use a code of its list. If the list has changed since, `notiform plan --refresh full` reads it again.',
  },
  'unknown-field': { what: 'A field is not known here', help: 'Correct its name, or remove it.' },
  'unknown-kind': { what: 'A kind is not known', help: 'Correct it.' },
  'unknown-value': {
    what: 'A field has a value that is none of those it can have',
    help: 'Choose one of those named.',
  },
  'unseen-character': {
    what: 'A text holds a character that nobody sees: a control character, a space without width, a mark of direction',
    help: 'Remove it, or type the text anew.',
  },
  'unused-member': {
    what: 'A member has no effect with this message type or emphasis',
    help: 'Remove it, or change the type.',
  },
  'variable-in-comment': {
    what: 'A message variable follows a space outside quotes, so that YAML reads it as a comment',
    help: 'Put the whole value in double quotes, or write it as a block (`|`).',
  },
  'variable-name': {
    what: 'A message variable of a brand template has a name that the service does not take',
    help: 'Give it 1 to 20 characters of Korean, letters, digits, `-` and `_`.',
  },
  'variable-place': {
    what: 'A message variable stands where the service fills none in',
    help: 'Write the value itself.',
  },
  'variable-syntax': {
    what: 'Something looks like a message variable and is not one',
    help: 'Write `#{name}`: one pair of braces, a name in it, no spaces.',
  },
  'wrong-form': { what: 'A value has not the form that it must have', help: 'Correct it as the message says.' },
  'wrong-type': {
    what: 'A value is of another type than it must be',
    help: 'Texts that look like numbers want quotes: `"001001"`.',
  },
  'yaml-anchor': {
    what: 'A YAML anchor or alias',
    help: 'Write the value out where it is used, or take it from the environment with `${var:NAME}`.',
  },
  'yaml-depth': { what: 'A document is nested too deeply', help: 'No manifest needs more than a few levels.' },
  'yaml-duplicate-key': { what: 'A key is written twice in one mapping', help: 'Keep one of the two.' },
  'yaml-syntax': { what: 'The text is not YAML', help: 'Mend it where the mark points, or on the line above.' },
  'yaml-tag': { what: 'An unknown YAML tag', help: 'Leave it out; a text that begins with `!` wants quotes.' },
} as const satisfies Record<string, { what: string; help: string }>;
