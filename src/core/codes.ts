import { importCodes } from './import-codes.ts';
import { manifestCodes } from './manifest-codes.ts';
import { sendCodes } from './send-codes.ts';
import { storeCodes } from './store-codes.ts';

/**
 * Every problem that notiform can report, by its code. The code is the anchor of its section in docs/errors.md, which
 * a test holds against this table. `what` says what is wrong in general, `help` how to put it right.
 * Kept sorted inside each group; a code is never renamed once it has landed.
 */
export const codes = {
  // the program itself
  bug: {
    what: 'notiform failed in a way that it should not',
    help: 'Report it with the text shown; nothing of yours caused it.',
  },
  'init-exists': {
    what: 'A file or link is where `init` would create a file or a folder',
    help: 'Move it away, or start in another folder. `init` overwrites nothing, and creates nothing where it cannot create all.',
  },
  'init-ignored': {
    what: 'git ignores files that `init` created, so a commit does not contain them',
    help: 'Add them with `git add --force`, or change the line of .gitignore that `git check-ignore -v PATH` shows.',
  },
  interrupted: {
    what: 'The run was stopped by a signal',
    help: 'Run the same command again: it goes on where it stood.',
  },
  usage: { what: 'The command line was not understood', help: 'See `notiform COMMAND --help`.' },

  // the emulator on this machine
  'emulator-refused': { what: 'The emulator did not do what it was asked', help: 'Its message says why.' },
  'emulator-running': {
    what: 'The emulator of this project is running already',
    help: 'Use it: every command joins it. Or stop it where it was started.',
  },
  'emulator-untrusted': {
    what: '`.notiform/emulator.json` was not written by an emulator of this user',
    help: 'Stop the emulator if it is yours, and remove the file. The next command starts one.',
  },
  'emulator-wire': {
    what: 'The emulator of this project was started for an environment with another `wire`',
    help: 'Stop it, so that it is started with this one, or give both environments the same `wire`.',
  },
  'no-such-request': {
    what: 'Nothing that waits for a verdict has this address or code',
    help: 'See what waits with `notiform emulator requests`.',
  },
  'not-an-emulator': {
    what: 'Verdicts can be given in an environment with `emulator: true` alone',
    help: 'Choose such an environment with `--environment`.',
  },

  'receipt-unwritten': {
    what: 'The file of `--receipt` could not be written',
    help: 'Name a file in a folder that may be written.',
  },
  'token-missing': {
    what: 'A sender profile is registered with a token that the admin of its channel was sent, and none was given, or a line too long for one',
    help: 'Give it on stdin, or type it where you are asked. `notiform profile token` has one sent.',
  },
  unconfirmed: {
    what: 'Something was not confirmed, and so not done',
    help: 'Confirm the prompt, or pass `--yes`.',
  },

  ...manifestCodes,

  ...importCodes,

  // configuration
  'config-invalid': {
    what: 'A setting of notiform.yaml has a value that it cannot have',
    help: 'The values of each setting are under "configuration" in the documentation.',
  },
  'config-literal-secret': {
    what: 'A credential is written into notiform.yaml, and so into git',
    help: 'Write `"${env:NAME}"` in its place and set NAME where notiform runs.',
  },
  'config-missing': { what: 'A setting that notiform.yaml needs is not there', help: 'Add it.' },
  'config-no-environment': {
    what: 'The environment that was asked for does not exist, or none was named where there are several',
    help: 'Name one with `--environment`, or set `defaults.environment`.',
  },
  'environment-unnamed': {
    what: 'In CI (`CI` is set) the command needs the name of an environment, an emulator too: a job that forgot it would work on the default environment and end green',
    help: 'Pass `-e NAME`, or set the environment variable `NOTIFORM_ENVIRONMENT`.',
  },
  'config-not-found': {
    what: 'There is no notiform.yaml in this folder or one above',
    help: 'Go to the project, or name the file with `--config`.',
  },
  'config-unknown-key': {
    what: 'notiform.yaml has a setting that does not exist',
    help: 'Correct the name, or remove it.',
  },
  'config-unknown-name': {
    what: 'A profile, sender or recipient is named that the environment does not have',
    help: 'Declare it in the environment, or correct the name.',
  },
  'config-unresolved': {
    what: 'A setting that this command needs is missing, or its `${env:NAME}` is not set',
    help: 'Set the environment variable that is named.',
  },

  // service
  'emulator-data': {
    what: 'The data file of the emulator cannot be read',
    help: 'Remove the file to begin with an empty emulator, or name another one with `--data`.',
  },
  'emulator-port': {
    what: 'The emulator cannot listen on the port',
    help: 'Stop what listens there, or choose another port with `--port`.',
  },
  'service-address': {
    what: 'An address of the service cannot be used',
    help: 'Write `https://host`; plain `http:` is for this machine alone.',
  },
  'service-credentials': {
    what: 'The service does not accept who asks: account, key, password or IP address',
    help: 'Check the credentials of the environment, and that the IP address is registered for the account.',
  },
  'service-refused': {
    what: 'The service refused a request',
    help: 'The words shown are its own. Look at the resource with `notiform status`.',
  },
  'service-throttled': {
    what: 'The service takes no more calls for now, and nothing was done',
    help: 'Wait, or lower `limits.perSecond` of the environment.',
  },
  'service-tls': {
    what: 'The encrypted connection could not be trusted or made',
    help: 'Check the address; trust a company authority by NODE_EXTRA_CA_CERTS.',
  },
  'service-unclear': {
    what: 'A request was sent and no clear answer came',
    help: 'Run the same command again: it looks at what was done before it goes on.',
  },
  'service-unfit': {
    what: 'An answer does not have the documented shape',
    help: 'Check the address: a proxy or another server may stand there.',
  },
  'service-unreachable': {
    what: 'The service could not be reached, and nothing was sent',
    help: 'Check the address and the network.',
  },

  // planning and applying
  'account-changed': {
    what: 'The state belongs to another account than the one that was asked',
    help: 'Check the credentials of the environment; if the account did change, say `--accept-account`.',
  },
  'blocked-since': {
    what: 'An approved change cannot be made any more: no allowed route leads to what it wants',
    help: 'See why in the message, plan again, and have the new plan approved.',
  },
  'code-appeared': {
    what: 'A template that would be made is there by now: somebody made it while the plan was made',
    help: 'Another run is at work on this profile. Let it end, and plan again.',
  },
  'code-refused': {
    what: 'The service does not take the code of a template that would be made',
    help: "Choose another `code`; the service's own words are in the message.",
  },
  'deletes-over-limit': {
    what: 'More would be deleted than the limit allows',
    help: 'If that is meant, raise `--max-deletes`, or `guard.deletes` of the environment.',
  },
  'dependency-cycle': {
    what: 'Resources wait for each other in a circle',
    help: 'Take one of the references out.',
  },
  'dependency-failed': {
    what: 'A change was left out because one that it needs was not done',
    help: 'See what became of that one, then run the command again.',
  },
  'difference-not-planned': {
    what: 'The live text differs from the manifest, and the wanted state does not ask for it to change',
    help: 'Put the manifest right, or ask for another `lifecycle`.',
  },
  'empty-input': {
    what: 'There are no manifests, and everything that is ours would be removed',
    help: 'Check the folder; if that is meant, say `--allow-empty`.',
  },
  'file-changed': {
    what: 'A file is not the one that was planned with',
    help: 'Plan again.',
  },
  'image-assumed': {
    what: 'A live image could not be proved to be the file of the manifest, and is taken for it',
    help: 'Look at the template; `--reupload GLOB` uploads the file.',
  },
  'image-not-uploaded': {
    what: 'A template shows an image that has no URL at the service yet',
    help: 'Apply the image first; a plan without `--target` does.',
  },
  'image-unfetched': {
    what: 'A live image could not be fetched from its address',
    help: 'Make the address reachable and run the command again; `--reupload GLOB` uploads the file.',
  },
  'list-unsettled': {
    what: 'A list kept changing while it was read',
    help: 'Run the command again when nobody is at work in the console.',
  },
  'listed-without-detail': {
    what: 'The service lists a resource and refuses its detail',
    help: 'Run the command again; if it stays so, ask the service.',
  },
  'name-ambiguous': {
    what: 'Several live resources bear the name of one that the state does not know',
    help: 'Rename one of them in the console, or bind the one that is meant with `state bind`.',
  },
  'name-taken': {
    what: 'A name that a manifest declares is held by another resource',
    help: 'Say `renamedFrom`, if it is the same one under another id; bind it with `state bind`, if the state lost it; else choose another code or name.',
  },
  'name-twice': {
    what: 'Two manifests declare one name in a profile',
    help: 'Give one of them another code or name.',
  },
  'names-exchanged': {
    what: "Resources take each other's names, and none of them can have an interim name",
    help: 'Apply with a third name for one of them, then with the one that is meant. Group tags and brand templates exchange names in one apply.',
  },
  'need-unapproved': {
    what: 'An approved change needs one that the plan file does not hold',
    help: 'Plan again, and have the new plan approved.',
  },
  'not-approved': {
    what: 'What the manifests ask for now is not what the plan file approves, or the file was edited',
    help: 'Apply from the commit that was planned, or plan again and have the new plan approved.',
  },
  'no-room-for-version': {
    what: 'The service has no room for the code or the name of another version',
    help: 'Declare the new text under another `id`, with a shorter `code` and `name`.',
  },
  'outcome-unknown': {
    what: 'A call was made and what became of it could not be learned',
    help: 'Run the command again: it looks at the live resource first.',
  },
  'plan-account': {
    what: 'A plan file was made for another account than the one of the credentials',
    help: 'Check the credentials of the environment, or plan again with them.',
  },
  'plan-damaged': {
    what: 'A plan file is no plan, or only the begin of one',
    help: 'Write it anew with `notiform plan --out FILE`, and hand it on as it is.',
  },
  'plan-edited': {
    what: 'A plan file is not as it was written: its parts, or its digest, do not fit together',
    help: 'Plan again. What is to be done is said in the manifests, never in the plan.',
  },
  'plan-environment': {
    what: 'A plan file was made for another environment',
    help: 'Name that one with `--environment`, or plan for this one.',
  },
  'plan-format': {
    what: 'A plan file has a format that this notiform does not know',
    help: 'Use the version of notiform that wrote it, or plan again with this one.',
  },
  'plan-missing': {
    what: 'A plan file is not there, or cannot be read',
    help: 'Check its path and its rights (it is written for its owner alone).',
  },
  'plan-old': {
    what: 'A plan file is older than `--max-age` allows',
    help: 'Plan again, and have the new plan approved.',
  },
  'plan-profile': {
    what: 'A plan file was made for another sender key or group key of a profile than the environment has',
    help: 'Check `profiles` of the environment, or plan again with the keys that it has now.',
  },
  'plan-secret': {
    what: 'A plan holds a secret of the environment, such as its API key: it is not written to a file, and shown with `****`',
    help: 'Take it out of the manifest that is named, or change the secret, if it is an ordinary word.',
  },
  'plan-unwritten': {
    what: 'The file of `--out` could not be written',
    help: 'Name a file in a folder that may be written.',
  },
  'profile-changed': {
    what: 'The state belongs to another sender key or group key than the alias of the profile stands for',
    help: 'Check `profiles` of the environment; if the key did change, say `--accept-account`.',
  },
  'profile-unknown': {
    what: 'The service does not know a sender profile or group of the environment',
    help: 'Check its `key` and `type` in notiform.yaml, and the account.',
  },
  'rename-unsaid': {
    what: 'A resource is made under a name that another one, whose manifest is gone, gives up in the same plan',
    help: 'If it is the same one under another id, say `renamedFrom` in its manifest: what was made and approved stays.',
  },
  'renamed-from-declared': {
    what: '`renamedFrom` names a resource that is declared too',
    help: 'Remove `renamedFrom`, or the other manifest.',
  },
  'run-stale': {
    what: 'A live resource left the path that was planned for it',
    help: 'Somebody changed it in the meantime: plan again and look at the new plan.',
  },
  'selection-empty': {
    what: 'A pattern, an address or a name of the command line meets nothing',
    help: 'Correct it; addresses are `Kind/profile/id`, and `*` stands for any part.',
  },
  'step-failed': {
    what: 'A step could not be carried out',
    help: 'Do what the message says, then run the command again.',
  },
  'version-older': {
    what: 'A manifest says what an older version says, which is approved still: its code is the current one again',
    help: 'Nothing has to be done at the service. If the newer text is meant, put it back into the manifest.',
  },
  'video-not-uploaded': {
    what: 'A template shows a video that has no id at the service yet',
    help: 'Apply the video first; a plan without `--target` does.',
  },
  'updates-over-limit': {
    what: 'More would be changed than the limit allows',
    help: 'If that is meant, raise `--max-updates`, or `guard.updates` of the environment.',
  },
  'upload-too-slow': {
    what: 'A video did not arrive within the five minutes that the service gives for it',
    help: 'Use a faster line, or make the file smaller.',
  },

  // state
  'bind-missing': {
    what: 'A live resource that `state bind` names is not there',
    help: 'See what is live with `notiform status`; correct the code or key.',
  },
  'bind-taken': {
    what: 'A live resource that `state bind` names belongs to another address',
    help: 'Move the other one with `notiform state move`, or forget it first.',
  },
  'bind-unlike': {
    what: 'A live resource that `state bind` names is of another sort than the manifest declares, and cannot become it',
    help: 'Bind another one, or change the manifest to what is live.',
  },
  'lock-held': {
    what: 'Another run holds the lock of the state',
    help: 'Wait for it to end. If it cannot be running any more, break its lock with `notiform state unlock`.',
  },
  'lock-left': {
    what: 'The lock of the state could not be given back when the run was over',
    help: 'Where the next run finds it, break it with `notiform state unlock`: nothing is lost.',
  },
  'lock-lost': {
    what: 'The lock of the state was taken away while it was held',
    help: 'Find out who broke it, then run the command again.',
  },
  'lock-taken-over': {
    what: 'A lock was left behind by a run that died, and was taken over',
    help: 'Nothing: the run goes on where the dead one stood.',
  },
  'state-binding-twice': {
    what: 'Two addresses of the state are bound to one live resource',
    help: 'Remove one of the two manifests, or correct the state.',
  },
  'state-corrupt': {
    what: 'A state file cannot be read',
    help: 'Put it back from a copy, or move it away: what exists is found again by its name.',
  },
  'state-foreign': {
    what: 'A state file belongs to another environment or profile',
    help: 'Put it back where it belongs.',
  },
  'state-missing': {
    what: 'An apply in CI keeps its state in files, and there are none: what the runs before it remembered is not here',
    help: 'Bring the folder of the state back before the apply, or keep the state in a store that all runs share; for the first apply of all say `--new-state`.',
  },
  'state-moved': {
    what: 'The state was written by another run since the plan was made',
    help: 'Plan again.',
  },
  'state-protected': {
    what: 'A resource that is protected was to be forgotten',
    help: 'If that is meant, say `--unprotect ADDRESS`.',
  },
  'state-newer': { what: 'A state file was written by a newer notiform', help: 'Use the newer notiform.' },
  'state-unreadable': {
    what: 'The file system refused to read a state file',
    help: 'Give the user the right to read it; then run the command again.',
  },
  'state-unwritable': {
    what: 'A state file could not be written',
    help: 'Make room on the disk, or give the user the right to write there; then run the command again.',
  },

  ...storeCodes,

  ...sendCodes,
} as const satisfies Record<string, { what: string; help: string }>;

export type ProblemCode = keyof typeof codes;
