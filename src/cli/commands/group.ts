import { groupEndpoints } from '../../kinds/sender-profile/endpoints.ts';
import { type Account, ensure, lookUp, withAccount } from '../account.ts';
import { requireYes } from '../confirm.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { said } from './profile.ts';

/** Membership of a profile in a group (resource API 4.4), where no manifest manages it. */

/** `group add PROFILE GROUP` */
export function add(invocation: Invocation, [alias = '', group = '']: string[]): Promise<Outcome> {
  return membership(invocation, alias, group, true, async ({ service }, fields) => {
    await service.call(groupEndpoints.add, fields, invocation.signal);
  });
}

/** `group remove PROFILE GROUP`; in a protected environment the user must type its name. */
export function remove(
  invocation: Invocation,
  [alias = '', group = '']: string[],
  { yes }: { yes?: boolean },
): Promise<Outcome> {
  return membership(invocation, alias, group, false, async (account, fields) => {
    if (yes !== true) await confirmed(invocation, account, alias, group);
    await account.service.call(groupEndpoints.remove, fields, invocation.signal);
  });
}

/** Makes a profile a member of a group, or ends its membership. */
function membership(
  invocation: Invocation,
  alias: string,
  group: string,
  isWanted: boolean,
  write: (account: Account, fields: { senderKey: string; groupKey: string }) => Promise<void>,
): Promise<Outcome> {
  const named = [
    { alias, type: 'S' as const },
    { alias: group, type: 'G' as const },
  ];
  return withAccount(invocation, named, async (account) => {
    const [profile, { key: groupKey }] = [account.profile(alias), account.profile(group)];
    const isSo = async (): Promise<boolean> => {
      const { groups } = await lookUp(account, profile, invocation.signal);
      return (groups ?? []).some((one) => one.groupKey === groupKey) === isWanted;
    };
    const outcome = await ensure(isSo, () => write(account, { senderKey: profile.key, groupKey }));
    const words: [done: string, alreadySo: string] = isWanted
      ? [`it is in ${group} now`, `it is in ${group}`]
      : [`it is no longer in ${group}`, `it is not in ${group}`];
    const { text, json } = said(alias, outcome, ...words);
    return { text, json: { ...json, group } };
  });
}

/** Only members of a group can send its templates, so a protected environment asks first. */
async function confirmed(
  invocation: Invocation,
  { environment }: Account,
  alias: string,
  group: string,
): Promise<void> {
  if (!environment.protected) return;
  const question = `Remove ${alias} from ${group} in ${environment.name}`;
  await requireYes(invocation, question, environment, { message: 'Not confirmed. Nothing was done' });
}
