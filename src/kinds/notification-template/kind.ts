import type { Kind, Verdict } from '../../core/kind.ts';
import type { Resource, Standing } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { shownIn } from '../fields.ts';
import { keepCode } from './declaration.ts';
import { templateDiscovery } from './discovery.ts';
import { templateFields, templateOf } from './fields.ts';
import { hasAttachments, lacksComment } from './inputs.ts';
import { templateOperations } from './operations.ts';
import { checkCodes } from './preflight.ts';
import { refusesTell } from './requirements.ts';
import { factsOf, keepsCode, same, sameText, type Template } from './standing.ts';
import { isCodeTooLong, isNameTooLong, templateVersions, VERSIONED_CODE_MAX, VERSIONED_NAME_MAX } from './versions.ts';

/** Notification templates (resource API 2.2, 3, 4.1). Their name is the code, and the binding is `{code}`. */
export const notificationTemplate: Kind<Client> = {
  name: 'NotificationTemplate',
  discovery: templateDiscovery,
  operations: templateOperations,
  nameOf: ({ code }) => (typeof code === 'string' ? code : undefined),
  bindingOf: ({ name }) => ({ code: name }),
  keepName: keepCode,
  versions: templateVersions,
  meets,
  blockedBy,
  preflight: checkCodes,
  images: (content) => shownIn(templateFields, content),
  refersTo: { kind: 'PluginCallback', names: pluginsOf },
  retired: (at) => at !== undefined && factsOf(at).status === 'S',
};

const YES: Verdict = { meets: 'yes' };
const NO: Verdict = { meets: 'no' };

/** The first column of DESIGN's table: which standings are what a goal wants. */
function meets(at: Standing, want: Resource): Verdict {
  if (!at) return want.goal === 'removed' ? YES : NO;
  switch (want.goal) {
    case 'removed':
      return factsOf(at).status === 'S' ? YES : NO;
    case 'stopped':
      return isStopped(at, want) || isDraft(at, want) ? YES : NO;
    case 'draft':
      return isDraft(at, want) ? YES : NO;
    default:
      return meetsApproved(at, want);
  }
}

function meetsApproved(at: Template, want: Resource): Verdict {
  if (!same(at, want)) return NO;
  if (['RDY', 'ACT'].includes(at.status.state)) return YES;
  return at.status.state === 'REQ' ? { meets: 'waiting', waitsFor: 'verdict' } : NO;
}

function isDraft(at: Template, want: Resource): boolean {
  return ['REG', 'REJ'].includes(at.status.state) && same(at, want);
}

/** Stopped is stopped whatever the text says: a stopped text cannot be edited, and nobody receives it (assumption 58). */
function isStopped(at: Template, want: Resource): boolean {
  const { status, block } = factsOf(at);
  return status === 'S' && !block && keepsCode(at, want);
}

/** Whose requirement explains best why no route leads from here. */
function blockedBy(at: Standing, want: Resource): { operation: string; opens?: string } {
  if (!at) return { operation: refusesTell(at, want) ? 'template.add' : requestOf(want) };
  const approved = factsOf(at).inspectionStatus === 'APR';
  if (want.goal === 'removed') return { operation: approved ? 'template.stop' : 'template.delete' };
  if (refusesTell(at, want) || !keepsCode(at, want)) return { operation: 'template.update' };
  if (want.goal === 'stopped') return { operation: approved ? 'template.stop' : 'template.update' };
  if (want.goal === 'draft') return { operation: approved ? 'template.cancel_approval' : 'template.update' };
  if (!approved || lacksComment(want) || sameText(at, want)) return { operation: requestOf(want) };
  return at.status.state === 'RDY'
    ? { ...versionWall(want), operation: 'template.cancel_approval' }
    : versionWall(want);
}

function requestOf(want: Resource): string {
  return hasAttachments(want) ? 'template.request_with_file' : 'template.request';
}

/** Where `versions` are asked for already, saying so again opens nothing; where they have no room, it is an error. */
function versionWall(want: Resource): { operation: string; opens?: string } {
  const operation = 'template.update';
  if (want.options['versions']) return { operation };
  if (isCodeTooLong(want)) return { operation, opens: ANOTHER_CODE };
  return { operation, opens: isNameTooLong(want) ? ANOTHER_NAME : 'versions' };
}

/** A code cannot be changed any more, and a name goes with the text of a version. */
const ANOTHER_CODE = `the new text in a manifest of its own, with another \`id\`, another \`name\` and a \`code\` of at most ${VERSIONED_CODE_MAX} characters`;
const ANOTHER_NAME = `\`versions: true\`, with a \`name\` of at most ${VERSIONED_NAME_MAX} characters`;

/** The plugins that its buttons name; one that is stopped keeps none of them (assumption 119). */
function pluginsOf(at: Template): string[] {
  if (factsOf(at).status === 'S') return [];
  return (templateOf(at.content).buttons ?? []).flatMap(({ plugin }) => plugin ?? []);
}
