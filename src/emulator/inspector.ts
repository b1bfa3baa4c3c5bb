import { length } from '../core/variables.ts';
import { type Refused, refuse, result } from './answers.ts';
import { forbids } from './guards/states.ts';
import type { Machine } from './machine.ts';
import type { Attachment, Template } from './store.ts';
import { touch } from './templates.ts';

/** Longest comment of a request, in code points (resource API 4.1). */
export const COMMENT_MAX = 500;

const INSPECTOR = 'inspector';

export interface Verdict {
  verdict: 'approve' | 'reject';
  comment?: string;
}

/** The desk where inspections are requested and decided. */
export class Inspector {
  readonly #machine: () => Machine;

  constructor(machine: () => Machine) {
    this.#machine = machine;
  }

  /** `template/request`: REG becomes REQ (resource API 3; assumption 4). */
  request(template: Template, comment: string | null, attachment: Attachment[]): Refused | undefined {
    const machine = this.#machine();
    const forbidden = forbids('request', template);
    if (forbidden) return forbidden;
    if (comment !== null && length(comment) > COMMENT_MAX) {
      return refuse(result.parameters, `comment may have ${COMMENT_MAX} characters`);
    }
    const now = machine.clock.now();
    template.inspectionStatus = 'REQ';
    template.requestedAt = now;
    if (comment !== null) {
      template.comments.push({
        content: comment,
        at: now,
        status: 'REQ',
        userName: machine.credentials.bizId,
        attachment,
      });
    }
    touch(machine, template);
    this.expect(template);
    return undefined;
  }

  /** A person's word on a requested template. Approved is APR with status R (assumption 8). */
  decide(template: Template, { verdict, comment }: Verdict): void {
    const machine = this.#machine();
    const status = verdict === 'approve' ? 'APR' : 'REJ';
    template.inspectionStatus = status;
    template.requestedAt = null;
    if (comment !== undefined && comment !== '') {
      template.comments.push({
        content: comment,
        at: machine.clock.now(),
        status,
        userName: INSPECTOR,
        attachment: [],
      });
    }
    touch(machine, template);
  }

  /** Where verdicts come by themselves: approves this request in its time, if it still stands then. */
  expect(template: Template): void {
    const { settings, clock, store } = this.#machine();
    const { requestedAt } = template;
    if (settings.inspect !== 'auto' || requestedAt === null) return;
    clock.at(requestedAt + settings.inspectMs, () => {
      const stands = store.template(template.senderKey, template.templateCode) === template;
      if (stands && template.requestedAt === requestedAt) this.decide(template, { verdict: 'approve' });
    });
  }

  /** All that awaits a verdict, the oldest first. */
  requests(): Template[] {
    return [...this.#machine().store.allTemplates()]
      .filter((template) => template.inspectionStatus === 'REQ')
      .sort((a, b) => (a.requestedAt ?? 0) - (b.requestedAt ?? 0) || a.serial - b.serial);
  }
}
