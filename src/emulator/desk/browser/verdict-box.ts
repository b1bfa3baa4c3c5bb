import type { Verdict } from './api.ts';
import { el, setText } from './dom.ts';
import { t } from './language.ts';

/** What is decided about. */
export interface Subject {
  key: string;
  name: string;
  /** True if a rejection needs a comment; false if a verdict has none. */
  hasComment: boolean;
  /** Gives the verdict. Returns a sentence if the emulator refused it. */
  give(verdict: Verdict, comment: string): Promise<string | undefined>;
}

/** Who hears what came of a verdict, in words. */
export interface Told {
  decided(words: string): void;
  refused(words: string): void;
}

/** Where the verdict is given. What was typed for a subject stays with it while the reader looks at others. */
export class VerdictBox {
  readonly #told: Told;
  readonly #comment = el('textarea', { id: uniqueId(), rows: '3', maxlength: '2000' });
  readonly #problem = el('p', { class: 'problem', role: 'alert', id: uniqueId() });
  readonly #approve = el('button', { type: 'button', class: 'approve' }, `${t('Approve')} `, hint('a'));
  readonly #reject = el('button', { type: 'button', class: 'reject' }, `${t('Reject')} `, hint('r'));
  readonly #element: HTMLElement;
  readonly #drafts = new Map<string, string>();
  readonly #choices = el('div', { class: 'choices' }, this.#approve, this.#reject);
  readonly #label: HTMLElement;
  #subject: Subject | undefined;
  #isAsking = false;

  constructor(told: Told) {
    this.#told = told;
    const hint = el('span', { class: 'quiet' }, t('(required to reject)'));
    this.#label = el('label', { for: this.#comment.id }, `${t('Comment')} `, hint);
    const attributes = { class: 'verdict', role: 'group', 'aria-label': t('Verdict') };
    this.#element = el('div', attributes, this.#label, this.#comment, this.#problem, this.#choices);
    this.#comment.setAttribute('aria-describedby', this.#problem.id);
    this.#comment.addEventListener('input', () => this.#complain(''));
    this.#comment.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.give('reject');
    });
    this.#approve.addEventListener('click', () => this.give('approve'));
    this.#reject.addEventListener('click', () => this.give('reject'));
  }

  /** For this subject, with what was typed for it before. */
  open(subject: Subject): HTMLElement {
    const { key, hasComment } = subject;
    if (this.#subject?.key !== key) {
      this.#keepDraft();
      this.#comment.value = this.#drafts.get(key) ?? '';
      this.#complain('');
      this.#choices.replaceChildren(this.#approve, this.#reject);
    }
    for (const part of [this.#label, this.#comment]) part.hidden = !hasComment;
    this.#subject = subject;
    return this.#element;
  }

  close(): null {
    this.#keepDraft();
    this.#choices.replaceChildren(this.#approve, this.#reject);
    this.#subject = undefined;
    return null;
  }

  /** Gives it; a rejection without a comment asks for one first. */
  give(verdict: Verdict): void {
    const comment = this.#comment.value.trim();
    if (this.#subject === undefined || this.#isAsking) return;
    if (verdict === 'reject' && this.#subject.hasComment && comment === '') {
      this.#complain(t('Enter a comment to reject.'));
      // From the comment, the next Tab leads to what was asked for, and never to the opposite.
      this.#choices.replaceChildren(this.#reject, this.#approve);
      this.#comment.focus();
      return;
    }
    void this.#ask(this.#subject, verdict, comment);
  }

  async #ask({ key, name, give }: Subject, verdict: Verdict, comment: string): Promise<void> {
    this.#isAsking = true;
    this.#element.setAttribute('aria-busy', 'true');
    try {
      const refused = await give(verdict, comment);
      if (refused !== undefined) return this.#refuse(refused);
      this.#drafts.delete(key);
      this.#comment.value = '';
      this.#told.decided(`${t(verdict === 'approve' ? 'Approved' : 'Rejected')}: ${name}`);
    } catch {
      this.#refuse(t('the emulator does not answer'));
    } finally {
      this.#isAsking = false;
      this.#element.removeAttribute('aria-busy');
    }
  }

  /** Told twice: this box goes away where somebody else decided meanwhile. */
  #refuse(why: string): void {
    const words = `${t('No decision')}: ${why}`;
    this.#complain(words);
    this.#told.refused(words);
  }

  #complain(words: string): void {
    setText(this.#problem, words);
    if (words === '') this.#comment.removeAttribute('aria-invalid');
    else this.#comment.setAttribute('aria-invalid', 'true');
  }

  #keepDraft(): void {
    if (this.#subject !== undefined) this.#drafts.set(this.#subject.key, this.#comment.value);
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
