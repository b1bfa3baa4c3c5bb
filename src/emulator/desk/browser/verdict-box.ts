import type { Verdict } from './api.ts';
import { el } from './dom.ts';
import { t, translated } from './language.ts';

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
interface Announcer {
  decided(words: string): void;
  refused(words: string): void;
}

/** After the form moved or changed, no verdict is accepted for this time: the click may belong to what was there before. */
const REST_MS = 500;

const CHANGED = 'The form has just changed. Check it, then press again.';

/** The form for a verdict. Keeps the draft of each subject. Its buttons never change places or height. */
export class VerdictBox {
  readonly #announcer: Announcer;
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
  /** True after a rejection was refused: an approval is then asked for twice. */
  #wasRejecting = false;
  /** Counts the rests: only the newest ends. */
  #rests = 0;

  constructor(announcer: Announcer) {
    this.#announcer = announcer;
    const hint = el('span', { class: 'quiet' }, t('(required to reject)'));
    this.#label = el('label', { for: this.#comment.id }, `${t('Comment')} `, hint);
    const attributes = { class: 'verdict', role: 'group', 'aria-label': t('Verdict') };
    this.#element = el('div', attributes, this.#label, this.#comment, this.#choices, this.#problem);
    this.#comment.setAttribute('aria-describedby', this.#problem.id);
    this.#comment.addEventListener('input', () => this.#complain(''));
    this.#comment.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.give('reject');
    });
    this.#approve.addEventListener('click', () => this.give('approve'));
    this.#reject.addEventListener('click', () => this.give('reject', { preventScroll: true }));
  }

  /** For this subject, with what was typed for it before. */
  open(subject: Subject): HTMLElement {
    const { key, hasComment } = subject;
    if (this.#subject?.key !== key) {
      this.#keepDraft();
      this.#comment.value = this.#drafts.get(key) ?? '';
      this.#complain('');
      this.#wasRejecting = false;
    }
    for (const part of [this.#label, this.#comment]) part.hidden = !hasComment;
    this.#subject = subject;
    void this.rest();
    return this.#element;
  }

  /** Accepts no verdict until a moment after the form was drawn. `moved` ends when nothing moves the form any more. */
  async rest(moved: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.#rests += 1;
    const own = this.#rests;
    this.#setResting(true);
    await moved;
    // An animation that shows nothing: the page's only clock.
    await this.#choices.animate(null, REST_MS).finished;
    if (this.#rests === own) this.#setResting(false);
  }

  close(): null {
    this.#keepDraft();
    this.#subject = undefined;
    return null;
  }

  /** Gives the verdict. A rejection without a comment asks for one; an approval after that has to be repeated. */
  give(verdict: Verdict, focus: FocusOptions = {}): void {
    const comment = this.#comment.value.trim();
    if (this.#subject === undefined || this.#isAsking) return;
    if (verdict === 'reject' && this.#subject.hasComment && (comment === '' || this.#isResting)) {
      // What is typed next is a comment, also while the form rests: outside the field its letters would be shortcuts.
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

  /** Not `disabled`: the button that has the focus would lose it. */
  #setResting(isResting: boolean): void {
    for (const button of [this.#approve, this.#reject]) button.setAttribute('aria-disabled', String(isResting));
  }

  async #ask({ key, name, give }: Subject, verdict: Verdict, comment: string): Promise<void> {
    this.#isAsking = true;
    this.#wasRejecting = false;
    this.#element.setAttribute('aria-busy', 'true');
    try {
      const refused = await give(verdict, comment);
      if (refused !== undefined) return this.#refuse(refused);
      this.#drafts.delete(key);
      this.#comment.value = '';
      this.#announcer.decided(`${t(verdict === 'approve' ? 'Approved' : 'Rejected')}: ${name}`);
    } catch {
      this.#refuse('the emulator does not answer');
    } finally {
      this.#isAsking = false;
      this.#element.removeAttribute('aria-busy');
    }
  }

  /** Shown in both places: this box goes away if the verdict was given elsewhere meanwhile. */
  #refuse(why: string): void {
    const words = `${t('No decision')}: ${translated(why)}`;
    this.#complain(words);
    this.#announcer.refused(words);
  }

  #complain(words: string): void {
    // A new text each time: a repeated complaint is announced again.
    this.#problem.replaceChildren(words);
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
