import { Exit } from '../core/exit.ts';
import { NotiformError, type Problem } from '../core/problem.ts';
import { type Invocation, repeated } from './invocation.ts';

interface Question {
  /** Ends without a question mark: `Apply these 3 changes`. */
  question: string;
  environment: string;
  /** The user must type the environment's name to confirm. */
  typed?: boolean;
  /** The flags that confirm it; `--yes` if left out. */
  flags?: readonly string[];
  /** The sentence to report if the question is interrupted: `Nothing was applied`. */
  nothing?: string;
}

export type Answer = 'yes' | 'no' | 'cannot-ask';

/**
 * Asks for confirmation if stdin and stderr are terminals and this is not CI. Otherwise prints the question and the command that
 * confirms it (docs/cli.md).
 */
export async function confirm(
  invocation: Invocation,
  { question, environment, typed = false, flags = ['--yes'], nothing = 'Nothing was done' }: Question,
): Promise<Answer> {
  const { terminal, signal } = invocation;
  if (!terminal.canAsk) {
    const confirming = repeated(invocation, environment, flags);
    terminal.say(`${question}? This is not a terminal, so notiform cannot ask.\nTo confirm, run: ${confirming}`);
    return 'cannot-ask';
  }
  const how = typed ? `Type ${environment} to continue:` : '[y/N]';
  const answer = await terminal.ask(`${question}? ${how} `, signal).catch((error: unknown) => {
    const isStop = signal.aborted || (error instanceof NotiformError && error.exit === Exit.interrupted);
    throw isStop ? interruptedAt(nothing) : error;
  });
  const word = answer?.trim() ?? '';
  if (typed) return word === environment ? 'yes' : 'no';
  return YES.test(word.normalize()) ? 'yes' : 'no';
}

/** Yes in both languages. The key y of a Korean keyboard is ㅛ. */
const YES = /^(?:y|yes|ㅛ|네|예|응)$/i;

/** The question was interrupted, and nothing had begun: exit 130. */
function interruptedAt(nothing: string): NotiformError {
  const message = `Interrupted at the question. ${nothing}`;
  return new NotiformError({ code: 'unconfirmed', severity: 'error', message }, Exit.interrupted);
}

/**
 * Asks, and throws a NotiformError (`unconfirmed`, exit 7) unless the answer is yes.
 * @param place the environment; if it is `protected`, its name must be typed
 * @param refused the problem to report then
 */
export async function requireYes(
  invocation: Invocation,
  question: string,
  { name, protected: typed = false }: { name: string; protected?: boolean },
  refused: Pick<Problem, 'message' | 'address' | 'hint'>,
): Promise<void> {
  if ((await confirm(invocation, { question, environment: name, typed })) === 'yes') return;
  throw new NotiformError({ code: 'unconfirmed', severity: 'error', hint: 'Pass `--yes`', ...refused }, Exit.refused);
}
