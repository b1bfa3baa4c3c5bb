import type { TemplateView } from '../views.ts';
import { api } from './api.ts';
import { el, setText } from './dom.ts';
import { templateKey } from './template-key.ts';

type Verdict = 'approve' | 'reject';

/** Who hears what came of a verdict, in words. */
export interface Told {
  decided(words: string): void;
  refused(words: string): void;
}

/** Where the verdict is given. What was typed for a template stays with it while the reader looks at others. */
export class VerdictBox {
  readonly #told: Told;
  readonly #comment = el('textarea', { id: uniqueId(), rows: '3', maxlength: '2000' });
  readonly #problem = el('p', { class: 'problem', role: 'alert', id: uniqueId() });
  readonly #approve = el('button', { type: 'button', class: 'approve' }, 'Approve ', hint('a'));
  readonly #reject = el('button', { type: 'button', class: 'reject' }, 'Reject ', hint('r'));
  readonly #element: HTMLElement;
  readonly #drafts = new Map<string, string>();
  readonly #choices = el('div', { class: 'choices' }, this.#approve, this.#reject);
  #view: TemplateView | undefined;
  #isAsking = false;

  constructor(told: Told) {
    this.#told = told;
    const label = el('label', { for: this.#comment.id }, 'Comment ');
    label.append(el('span', { class: 'quiet' }, '(required to reject)'));
    const attributes = { class: 'verdict', role: 'group', 'aria-label': 'Verdict' };
    this.#element = el('div', attributes, label, this.#comment, this.#problem, this.#choices);
    this.#comment.setAttribute('aria-describedby', this.#problem.id);
    this.#comment.addEventListener('input', () => this.#complain(''));
    this.#comment.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.give('reject');
    });
    this.#approve.addEventListener('click', () => this.give('approve'));
    this.#reject.addEventListener('click', () => this.give('reject'));
  }

  /** For this template, with what was typed for it before. */
  open(view: TemplateView): HTMLElement {
    const key = templateKey(view);
    if (this.#view === undefined || templateKey(this.#view) !== key) {
      this.#keepDraft();
      this.#comment.value = this.#drafts.get(key) ?? '';
      this.#complain('');
      this.#choices.replaceChildren(this.#approve, this.#reject);
    }
    this.#view = view;
    return this.#element;
  }

  close(): null {
    this.#keepDraft();
    this.#choices.replaceChildren(this.#approve, this.#reject);
    this.#view = undefined;
    return null;
  }

  /** Gives it; a rejection without a comment asks for one first. */
  give(verdict: Verdict): void {
    const comment = this.#comment.value.trim();
    if (this.#view === undefined || this.#isAsking) return;
    if (verdict === 'reject' && comment === '') {
      this.#complain('Enter a comment to reject.');
      // From the comment, the next Tab leads to what was asked for, and never to the opposite.
      this.#choices.replaceChildren(this.#reject, this.#approve);
      this.#comment.focus();
      return;
    }
    void this.#ask(this.#view, verdict, comment);
  }

  async #ask(view: TemplateView, verdict: Verdict, comment: string): Promise<void> {
    const { senderKey: profile, code: templateCode, name } = view;
    this.#isAsking = true;
    this.#element.setAttribute('aria-busy', 'true');
    try {
      const given = { profile, templateCode, verdict, ...(comment !== '' && { comment }) };
      const refused = await api.verdict(given);
      if (refused !== undefined) return this.#refuse(refused);
      this.#drafts.delete(templateKey(view));
      this.#comment.value = '';
      this.#told.decided(`${verdict === 'approve' ? 'Approved' : 'Rejected'}: ${name}`);
    } catch {
      this.#refuse('the emulator does not answer');
    } finally {
      this.#isAsking = false;
      this.#element.removeAttribute('aria-busy');
    }
  }

  /** Told twice: this box goes away where somebody else decided meanwhile. */
  #refuse(why: string): void {
    const words = `No decision: ${why}`;
    this.#complain(words);
    this.#told.refused(words);
  }

  #complain(words: string): void {
    setText(this.#problem, words);
    if (words === '') this.#comment.removeAttribute('aria-invalid');
    else this.#comment.setAttribute('aria-invalid', 'true');
  }

  #keepDraft(): void {
    if (this.#view === undefined) return;
    this.#drafts.set(templateKey(this.#view), this.#comment.value);
  }
}

function hint(key: string): HTMLElement {
  return el('kbd', { 'aria-hidden': 'true' }, key);
}

let made = 0;

/** Both the waiting and the templates area have a box. */
function uniqueId(): string {
  made += 1;
  return `verdict-${made}`;
}
