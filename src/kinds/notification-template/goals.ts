import type { GoalCheck } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Wording } from '../../core/sentence.ts';
import type { Present } from '../operations.ts';
import { hasAttachments, lacksComment } from './operations.ts';
import { refusesTell } from './requirements.ts';
import { say } from './sentences.ts';
import { factsOf, keepsCode, same, sameText } from './states.ts';
import { isCodeTooLong, isNameTooLong, VERSIONED_CODE_MAX, VERSIONED_NAME_MAX } from './versions.ts';

const YES: GoalCheck = { meets: 'yes' };
const NO: GoalCheck = { meets: 'no' };

/** Decides whether a state is the goal of the manifest (docs/lifecycle.md). */
export function meets(at: ResourceState, want: Resource): GoalCheck {
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

function meetsApproved(at: Present, want: Resource): GoalCheck {
  if (!same(at, want)) return NO;
  if (['RDY', 'ACT'].includes(at.status.state)) return YES;
  return at.status.state === 'REQ' ? { meets: 'waiting', waitsFor: 'verdict' } : NO;
}

function isDraft(at: Present, want: Resource): boolean {
  return ['REG', 'REJ'].includes(at.status.state) && same(at, want);
}

/** The text does not matter: a stopped text cannot be edited, and no recipient gets it (assumption 58). */
function isStopped(at: Present, want: Resource): boolean {
  const { status, block } = factsOf(at);
  return status === 'S' && !block && keepsCode(at, want);
}

/** Names the operation whose requirement explains best why no route leads from here. */
export function blockedBy(at: ResourceState, want: Resource): { operation: string; opens?: Wording } {
  if (!at) return { operation: refusesTell(at, want) ? 'template.add' : requestOf(want) };
  const approved = factsOf(at).inspectionStatus === 'APR';
  if (want.goal === 'removed') return { operation: approved ? 'template.stop' : 'template.delete' };
  if (refusesTell(at, want) || !keepsCode(at, want)) return { operation: 'template.update' };
  if (want.goal === 'stopped') return { operation: approved ? 'template.stop' : 'template.update' };
  if (want.goal === 'draft') return { operation: approved ? 'template.cancel_approval' : 'template.update' };
  if (!approved || lacksComment(want) || sameText(at, want)) return { operation: requestOf(want) };
  const operation = at.status.state === 'RDY' ? 'template.cancel_approval' : 'template.update';
  return { operation, ...opening(want) };
}

function requestOf(want: Resource): string {
  return hasAttachments(want) ? 'template.request_with_file' : 'template.request';
}

/** Suggests `versions`, unless the manifest has it already. A name without room for a version comes first. */
function opening(want: Resource): { opens?: Wording } {
  if (want.options['versions']) return {};
  if (isCodeTooLong(want)) return { opens: ANOTHER_CODE };
  return { opens: isNameTooLong(want) ? ANOTHER_NAME : 'versions' };
}

/** An approved template cannot change its code, and its name changes with the text of a version. */
const ANOTHER_CODE = say('template-another-code', { max: VERSIONED_CODE_MAX });
const ANOTHER_NAME = say('template-another-name', { max: VERSIONED_NAME_MAX });
