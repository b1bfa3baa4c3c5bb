import { groupEndpoints } from '../../kinds/sender-profile/endpoints.ts';
import { sentenceIn } from '../../report/problem-words.ts';
import { type Account, ensure, lookUp, withAccount } from '../account.ts';
import { requireYes } from '../confirm.ts';
import { type Invocation, languageOf } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { said } from './profile.ts';

/** Membership of a profile in a group (resource API 4.4), where no manifest manages it. */

/** `group add PROFILE GROUP` */
export function add(invocation: Invocation, [alias = '', group = '']: string[]): Promise<Outcome> {
  return membership(invocation, alias, group, async (account) => {
    const [profile, { key }] = [account.profile(alias), account.profile(group)];
    const outcome = await ensure(
      () => isMember(invocation, account, alias, group),
      () => account.service.call(groupEndpoints.add, { senderKey: profile.key, groupKey: key }, invocation.signal),
    );
    return said(invocation, alias, outcome, `it is in ${group} now`, `it is in ${group}`);
  });
}

/** `group remove PROFILE GROUP`; in a protected environment the user must type its name. */
export function remove(
  invocation: Invocation,
  [alias = '', group = '']: string[],
  { yes }: { yes?: boolean },
): Promise<Outcome> {
  return membership(invocation, alias, group, async (account) => {
    const [profile, { key }] = [account.profile(alias), account.profile(group)];
    const outcome = await ensure(
      () => isMember(invocation, account, alias, group).then((is) => !is),
      async () => {
        if (yes !== true) await confirmed(invocation, account, alias, group);
        const fields = { senderKey: profile.key, groupKey: key };
        await account.service.call(groupEndpoints.remove, fields, invocation.signal);
      },
    );
    return said(invocation, alias, outcome, `it is no longer in ${group}`, `it is not in ${group}`);
  });
}

async function membership(
  invocation: Invocation,
  alias: string,
  group: string,
  work: (account: Account) => Promise<{ text: string; json: Record<string, unknown> }>,
): Promise<Outcome> {
  const named = [
    { alias, type: 'S' as const },
    { alias: group, type: 'G' as const },
  ];
  return withAccount(invocation, named, async (account) => {
    const { text, json } = await work(account);
    return { text, json: { ...json, group } };
  });
}

async function isMember({ signal }: Invocation, account: Account, alias: string, group: string): Promise<boolean> {
  const { groups } = await lookUp(account, account.profile(alias), signal);
  return (groups ?? []).some(({ groupKey }) => groupKey === account.profile(group).key);
}

/** Only members of a group can send its templates, so a protected environment asks first. */
async function confirmed(
  invocation: Invocation,
  { environment }: Account,
  alias: string,
  group: string,
): Promise<void> {
  if (!environment.protected) return;
  const question = sentenceIn(languageOf(invocation), `Remove ${alias} from ${group} in ${environment.name}`);
  await requireYes(invocation, question, environment, { message: 'Not confirmed. Nothing was done' });
}
