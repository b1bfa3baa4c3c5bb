import { own } from '../core/json.ts';
import { RISK_WORDS } from '../engine/route/route.ts';
import { states } from '../kinds/registry.ts';
import type { Explanation } from './explanation.ts';
import { outstandingIn, waitsWord } from './view/words.ts';

/** What to do about a state that needs more than a look at `status`. */
const STATE_HELP: Readonly<Record<string, string>> = {
  REG: 'Run `notiform apply`: it requests the inspection',
  REQ: 'Wait for a verdict with `notiform wait`',
  A: 'A brand template needs no inspection: it can be sent with `notiform send`',
  S: 'Ask the service why it blocked the template',
  RDY: 'It can be sent. The first send makes its text final',
  ACT: 'It can be sent. To change its text, declare `versions: true` in its manifest',
  REJ: 'Read the comment in `notiform status`, correct the manifest, and run `notiform plan` and `notiform apply`. To request an inspection of the same text again, pass `--resubmit ADDRESS` to both',
  STP: 'Run `notiform plan`: it shows how the template can be used again',
  DMT: 'Run `notiform plan`: it shows how the template can be released',
  BLK: 'Ask the service why it blocked the template',
};

/** The inspection status of the service, and the lifecycle of a manifest, that stand for two states. */
const APPROVAL = 'approved. `status` shows RDY before the first send of the template, and ACT after it';

const IN_STATE = 'Run `notiform status` to see the resources in this state';
const ALLOWED = 'It is allowed by default. If `guard.allow` of notiform.yaml does not list it, allow';

function stateHelp(state: string): string {
  const decision = outstandingIn(state);
  const look = decision === undefined ? IN_STATE : `Wait for ${waitsWord(decision)} with \`notiform wait\``;
  return own(STATE_HELP, state) ?? look;
}

function riskHelp(risk: string): string {
  const form = `it for one resource with \`--allow ${risk}=ADDRESS\``;
  if (risk === 'resubmits') return 'Allow it with `--resubmit ADDRESS`';
  if (risk === 'queues-again' || risk === 'destroys') return `${ALLOWED} ${form}`;
  return `Allow ${form}, or in \`guard.allowFor\` of notiform.yaml`;
}

/** The states and risks that plans, `status` and sends print, each with its meaning and what to do. */
const WORDS: Readonly<Record<string, { what: string; help: string }>> = {
  ...Object.fromEntries(
    Object.entries(states).map(([state, { word }]) => [
      state,
      { what: `A state of a resource: ${word.en}`, help: stateHelp(state) },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(RISK_WORDS).map(([risk, words]) => [
      risk,
      { what: `A risk of a change: ${words.en}`, help: riskHelp(risk) },
    ]),
  ),
  ...Object.fromEntries(
    ['APR', 'approved'].map((word) => [word, { what: `The result of an inspection: ${APPROVAL}`, help: IN_STATE }]),
  ),
  'exit-codes': { what: 'How a command ended, as a number', help: 'See docs/cli.md#exit-codes' },
  'locks-text': {
    what: 'A risk of a test send: it is the first send of the template, and its text can never be edited again',
    help: 'Check the text, then pass `--allow locks-text` to `notiform send`',
  },
};

/** Every state and risk that commands print. */
export const printedWords: readonly string[] = Object.keys(WORDS);

/**
 * The page of a word that commands print. A word with which the Korean name of a state begins stands for that state: `반려`.
 * Undefined if no command prints the word.
 */
export function wordExplanation(given: string): Explanation | undefined {
  const code =
    printedWords.find((one) => one.toLowerCase() === given.toLowerCase()) ??
    Object.keys(states).find((one) => /[가-힣]/.test(given) && states[one]?.word.ko.startsWith(given));
  const known = own(WORDS, code ?? '');
  return code === undefined || known === undefined ? undefined : { code, parts: [known] };
}
