import type { Verdict } from './api.ts';
import { el } from './dom.ts';
import { kept } from './kept.ts';
import { t, translated } from './language.ts';

export interface Subject {
  key: string;
  name: string;
  /** True if a rejection needs a comment; false if verdicts have no comment. */
  hasComment: boolean;
  /** Gives the verdict. Returns a message if the emulator refuses. */
  give(verdict: Verdict, comment: string): Promise<string | undefined>;
}

interface Announcer {
  decided(words: string): void;
  refused(words: string): void;
}

/**
 * For this time after the form moved or changed, it accepts no verdict: the click may be meant for the previous
 * content.
 */
const REST_MS = 500;

const CHANGED = 'The form has just changed. Check it, then press again.';

/** The form for a verdict. Each subject keeps its draft. Its buttons never move. */
export class VerdictBox {
  readonly #announcer: Announcer;
  readonly #comment = el('textarea', { id: uniqueId(), rows: '3', maxlength: '2000' });
  readonly #problem = el('p', { class: 'problem', role: 'alert', id: uniqueId() });
  readonly #approve = el('button', { type: 'button', class: 'approve' }, `${t('Approve')} `, hint('a'));
  readonly #reject = el('button', { type: 'button', class: 'reject' }, `${t('Reject')} `, hint('r'));
  readonly #element: HTMLElement;
  readonly #choices = el('div', { class: 'choices' }, this.#approve, this.#reject);
  readonly #label: HTMLElement;
  #subject: Subject | undefined;
  #isAsking = false;
  /** True after an incomplete rejection: an approval must then be repeated. */
  #wasRejecting = false;
  /** Counts the calls of `rest`: only the newest ends the rest. */
  #rests = 0;

  constructor(announcer: Announcer) {
    this.#announcer = announcer;
    const hint = el('span', { class: 'quiet' }, t('(required to reject)'));
    this.#label = el('label', { for: this.#comment.id }, `${t('Comment')} `, hint);
    const attributes = { class: 'verdict', role: 'group', 'aria-label': t('Verdict') };
    this.#element = el('div', attributes, this.#label, this.#comment, this.#choices, this.#problem);
    this.#comment.setAttribute('aria-describedby', this.#problem.id);
    this.#comment.addEventListener('input', () => {
      if (this.#subject !== undefined) kept.set(draftOf(this.#subject), this.#comment.value);
      this.#complain('');
    });
    this.#comment.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.give('reject');
    });
    this.#approve.addEventListener('click', () => this.give('approve'));
    this.#reject.addEventListener('click', () => this.give('reject', { preventScroll: true }));
  }

  open(subject: Subject): HTMLElement {
    const { key, hasComment } = subject;
    if (this.#subject?.key !== key) {
      this.#comment.value = kept.get(draftOf(subject));
      this.#complain('');
      this.#wasRejecting = false;
    }
    for (const part of [this.#label, this.#comment]) part.hidden = !hasComment;
    this.#subject = subject;
    void this.rest();
    return this.#element;
  }

  /**
   * Accepts no verdict until shortly after the form was drawn. `moved` resolves when nothing moves the form any more.
   */
  async rest(moved: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.#rests += 1;
    const own = this.#rests;
    this.#setResting(true);
    await moved;
    // An empty animation is the page's only timer.
    await this.#choices.animate(null, REST_MS).finished;
    if (this.#rests === own) this.#setResting(false);
  }

  close(): null {
    this.#subject = undefined;
    return null;
  }

  /** Gives the verdict. A rejection without a comment asks for one; an approval after that must be repeated. */
  give(verdict: Verdict, focus: FocusOptions = {}): void {
    const comment = this.#comment.value.trim();
    if (this.#subject === undefined || this.#isAsking) return;
    if (verdict === 'reject' && this.#subject.hasComment && (comment === '' || this.#isResting)) {
      // The next letters belong to the comment, also during the rest: outside the field they would be shortcuts.
      this.#wasRejecting = true;
      this.#complain(t(comment === '' ? 'Enter a comment to reject.' : CHANGED));
      this.#comment.focus(focus);
    } else if (this.#isResting) {
      this.#announcer.refused(t(CHANGED));
    } else if (verdict === 'approve' && this.#wasRejecting) {
      this.#wasRejecting = false;
      this.#complain(t('You were about to reject. Press Approve again to approve.'));
      void this.rest();
    } else {
      void this.#ask(this.#subject, verdict, comment);
    }
  }

  get #isResting(): boolean {
    return this.#approve.getAttribute('aria-disabled') === 'true';
  }

  /** Not `disabled`: the button would lose the focus. */
  #setResting(isResting: boolean): void {
    for (const button of [this.#approve, this.#reject]) button.setAttribute('aria-disabled', String(isResting));
  }

  async #ask(subject: Subject, verdict: Verdict, comment: string): Promise<void> {
    const { name, give } = subject;
    this.#isAsking = true;
    this.#wasRejecting = false;
    this.#element.setAttribute('aria-busy', 'true');
    try {
      const refused = await give(verdict, comment);
      if (refused !== undefined) return this.#refuse(refused);
      kept.set(draftOf(subject), '');
      this.#comment.value = '';
      this.#announcer.decided(`${t(verdict === 'approve' ? 'Approved' : 'Rejected')}: ${name}`);
    } catch {
      this.#refuse('the emulator does not answer');
    } finally {
      this.#isAsking = false;
      this.#element.removeAttribute('aria-busy');
    }
  }

  /** Shown in both places, because this box closes if another page gives the verdict. */
  #refuse(why: string): void {
    const words = `${t('No decision')}: ${translated(why)}`;
    this.#complain(words);
    this.#announcer.refused(words);
  }

  #complain(words: string): void {
    // A new text node each time, so that a repeated message is announced again.
    this.#problem.replaceChildren(words);
    if (words === '') this.#comment.removeAttribute('aria-invalid');
    else this.#comment.setAttribute('aria-invalid', 'true');
  }
}

function draftOf({ key }: Subject): string {
  return `comment ${key}`;
}

function hint(key: string): HTMLElement {
  return el('kbd', { 'aria-hidden': 'true' }, key);
}

let made = 0;

/** Both the waiting area and the templates area have a box. */
function uniqueId(): string {
  made += 1;
  return `verdict-${made}`;
}
