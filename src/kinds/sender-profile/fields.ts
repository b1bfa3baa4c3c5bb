import { group, local, text } from '../field-types.ts';

/** Fields of a sender profile (resource API 2.3, 4.3, 4.4), in the order in which people read them. */
export const profileFields = {
  groups: local('groupKey'),
  unsubscribe: group({ phone: text('unsubscribePhoneNumber'), auth: text('unsubscribeAuthNumber') }),
  brandMessage: local(),
};
