import type { JsonObject } from '../../core/json.ts';
import { trimEndOf } from '../../core/trim.ts';
import { templateEndpoints } from './endpoints.ts';
import { templateOf } from './fields.ts';
import {
  codeStays,
  convertible,
  dormant,
  inspectionIs,
  needs,
  notBlocked,
  onlyWhile,
  statusIs,
  undeletable,
  wantedFor,
} from './requirements.ts';
import { after, callAbout, codeAt, type TemplateOperation } from './row.ts';
import { factsOf, moved } from './standing.ts';
import { CHANNEL_BUTTON_NAME } from './words.ts';

export const stop: TemplateOperation = {
  name: 'template.stop',
  title: 'stop',
  cites: '3, 4.1 /stop, assumptions 6, 50, 56',
  idempotence: 'observable',
  requires: needs(
    wantedFor('it is stopped only where it is wanted stopped or removed', 'stopped', 'removed'),
    (template, want) => (want.goal === 'removed' ? undeletable(template, want) : notBlocked(template, want)),
    codeStays,
    inspectionIs('APR'),
    statusIs('R', 'A'),
  ),
  risk: () => 'interrupts-sending',
  note: (_, want) => (want.goal === 'removed' ? 'a template that was approved cannot be deleted' : undefined),
  predicts: after((template) =>
    (factsOf(template).dormant ? [false, true] : [false]).map((still) =>
      moved(template, { status: 'S', dormant: still }),
    ),
  ),
  run: callAbout(templateEndpoints.stop),
};

export const reuse: TemplateOperation = {
  name: 'template.reuse',
  title: 'release the stop',
  cites: '3, 4.1 /reuse, assumptions 2, 50',
  idempotence: 'observable',
  requires: needs(notBlocked, inspectionIs('APR'), statusIs('S')),
  predicts: after((template) => ['R', 'A'].map((status) => moved(template, { status }))),
  run: callAbout(templateEndpoints.reuse),
};

export const release: TemplateOperation = {
  name: 'template.release',
  title: 'release the dormancy',
  cites: '3, 4.1 /release, assumptions 7, 50, 53',
  idempotence: 'observable',
  requires: needs(notBlocked, dormant),
  predicts: after((template) => {
    const { status } = factsOf(template);
    return (status === 'S' ? ['S'] : ['R', 'A']).map((next) => moved(template, { dormant: false, status: next }));
  }),
  run: callAbout(templateEndpoints.release),
};

export const convertAddCh: TemplateOperation = {
  name: 'template.convertAddCh',
  title: 'convert to channel add',
  cites: '3, 4.1 /convertAddCh, assumptions 10, 50, 51, 59',
  idempotence: 'observable',
  requires: needs(notBlocked, onlyWhile('ACT', 'a template can be converted'), ...convertible),
  predicts: after((template) => [moved(template, {}, withChannel(template.content))]),
  // The only call without a senderKeyType.
  run: async (context) => {
    const fields = { senderKey: context.profile.key, templateCode: codeAt(context) };
    await context.service.call(templateEndpoints.convertAddCh, fields, context.signal);
    return undefined;
  },
};

/**
 * What `convertAddCh` makes of a content (assumption 10); the notice never stands in manifest form, and line breaks at the
 * body's end are told as the notice's from then on (assumption 59).
 */
function withChannel(content: JsonObject): JsonObject {
  const { messageType, buttons = [], content: body } = templateOf(content);
  return {
    ...content,
    content: trimEndOf(body, '\n'),
    messageType: messageType === 'BA' ? 'AD' : 'MI',
    buttons: [{ type: 'AC', name: CHANNEL_BUTTON_NAME }, ...buttons],
  };
}
