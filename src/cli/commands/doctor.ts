import { type Check, resultsOf, skipped } from '../../account/check.ts';
import { Exit } from '../../core/exit.ts';
import type { Language } from '../../core/language.ts';
import { drawDoctor } from '../../report/doctor.ts';
import { explainResult } from '../../report/result-codes.ts';
import { problemIn } from '../../report/wording.ts';
import { CHECKS, type Examined } from '../doctor/checks.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';

/** `doctor`: checks everything that a command needs. Reads only, and never sends. A failed check does not end the others. */
export async function doctor(invocation: Invocation): Promise<Outcome> {
  const examined: Examined = { invocation };
  const checks: Check[] = [];
  for (const { id, needs = [], of, run } of CHECKS) {
    const kind = examined.opened && (examined.opened.environment.emulator ? 'emulator' : 'service');
    if (of && kind && of !== kind) continue;
    const failed = checks.filter(({ result }) => result === 'finding' || result === 'skipped');
    const missing = needs.find((need) => failed.some(({ name }) => name === need));
    const results = missing === undefined ? await resultsOf(() => run(examined)) : [skipped(`needs ${missing}`)];
    checks.push(...results.map((result) => ({ name: id, ...result })));
  }
  const style = invocation.terminal.style('stdout');
  const explained = (language: Language) =>
    invocation.redaction.within(checks.map((check) => explainedCheck(check, language)));
  const problems = checks.flatMap(({ problem }) => problem ?? []);
  return {
    exit: checks.some(({ result }) => result === 'finding') ? Exit.failed : Exit.done,
    text: drawDoctor(explained(style.language ?? 'en'), examined.opened?.environment.name, style),
    json: { checks: explained('en') },
    problems,
    shown: problems,
  };
}

/** A finding in a language, with the meaning of the service's own code. */
function explainedCheck(check: Check, language: Language): Check {
  if (!check.problem) return check;
  const { code, service, message: says, hint: fix } = problemIn(language, check.problem);
  const known = code === 'service-credentials' ? explainResult(service?.code ?? '', language) : undefined;
  const means = known && { means: `The service says: ${known.means}`, fix: known.help };
  return { ...check, says, ...(fix === undefined ? {} : { fix }), ...means };
}
