import type { Change, Piece, Target, TemplateView } from '../views.ts';
import { api } from './api.ts';
import type { Detail } from './area.ts';
import { BubblePlace } from './bubble.ts';
import { el, langOf } from './dom.ts';
import { t } from './language.ts';
import { badge, factList, fileList, manifestLine, meaning, part, time } from './parts.ts';
import { queryOf, templateKey } from './template-key.ts';
import { type Subject, type Told, VerdictBox } from './verdict-box.ts';
import { remarkWord, stateWord } from './words.ts';

const NOT_HERE = 'This template is not in this emulator. Check the address, or search for the template.';
/** The page cannot know which: a new code, a deletion and a restart look the same from here. */
const GONE = 'This template is no longer here: it was deleted, it has a new code, or the emulator was restarted.';

/** One template: its bubble, what the request says, what was said before, and the verdict. */
export class TemplateDetail implements Detail {
  readonly element = el('article', { class: 'detail-pane', 'aria-live': 'off' });
  readonly #verdict: VerdictBox;
  readonly #back: HTMLElement;
  readonly #idle: HTMLElement;
  /** The key of what is drawn. */
  #key: string | undefined;
  /** Counts the calls of `show`: an answer that comes late does not replace a newer one. */
  #turn = 0;
  #shown = '';
  /** True if this page has shown the template before. */
  #wasShown = false;
  #bubble: BubblePlace | undefined;

  constructor(options: Told & { back(): void; idle: string }) {
    this.#verdict = new VerdictBox(options);
    this.#back = el('button', { type: 'button', class: 'back plain' }, t('← Back'));
    this.#back.addEventListener('click', options.back);
    this.#idle = el('p', { class: 'idle' }, t(options.idle));
    this.element.append(this.#idle);
  }

  async show(key: string | undefined): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    if (key === undefined) return this.#clear();
    const query = queryOf(key);
    const view = await api.template(query);
    if (this.#turn !== turn) return;
    const isOther = key !== this.#key;
    this.#key = key;
    if (isOther) this.#wasShown = false;
    if (view === undefined) return this.#gone();
    this.#wasShown = true;
    if (isOther || this.#bubble === undefined) this.#bubble = new BubblePlace('template', query);
    const text = JSON.stringify(view);
    if (!isOther && text === this.#shown) return;
    this.#shown = text;
    const drawn = this.#bubble.draw();
    this.#draw(view, this.#bubble.element, isOther);
    void this.#verdict.rest(drawn); // on a narrow screen the bubble moves the form when it arrives
  }

  approve(): void {
    this.#verdict.give('approve');
  }

  reject(): void {
    this.#verdict.give('reject');
  }

  #clear(): void {
    this.#key = undefined;
    this.#shown = '';
    this.#verdict.close();
    this.element.replaceChildren(this.#idle);
  }

  #gone(): void {
    const words = this.#wasShown ? GONE : NOT_HERE;
    this.#shown = '';
    this.#verdict.close();
    this.element.replaceChildren(this.#back, el('p', { class: 'idle' }, t(words)));
  }

  #draw(view: TemplateView, bubble: HTMLElement, isOther: boolean): void {
    const { product, state, name, code, address, profile, form, requestedAt } = view;
    const title = el('h2', { tabindex: '-1', lang: langOf(name) }, name);
    const head = el(
      'header',
      { class: 'detail-head' },
      this.#back,
      el('div', { class: 'titles' }, title, badge(stateWord(product, state), state)),
      el('p', { class: 'under' }, el('code', {}, code), ` · ${profile} · ${meaning(form)}`),
      manifestLine(address),
    );
    const phone = el('div', { class: 'phone' }, bubble);
    const verdict = requestedAt === null ? this.#verdict.close() : this.#verdict.open(subjectOf(view));
    const words = el(
      'div',
      { class: 'words' },
      requestPart(view),
      changesPart(view),
      verdict,
      part('Comments', remarkList(view)),
      part('Links', targetList(view.targets)),
      part('Details', factList(view.facts)),
    );
    this.element.replaceChildren(head, phone, words);
    if (isOther) this.element.scrollTop = 0;
  }
}

function subjectOf(view: TemplateView): Subject {
  const { senderKey: profile, code: templateCode, name } = view;
  return {
    key: templateKey(view),
    name,
    hasComment: true,
    give: (verdict, comment) => api.verdict({ profile, templateCode, verdict, ...(comment !== '' && { comment }) }),
  };
}

function requestPart({ requestedAt, comment, remarks }: TemplateView): HTMLElement | null {
  if (requestedAt === null) return null;
  const [latest] = remarks;
  const files = latest?.status === 'REQ' && latest.text === comment ? latest.attachments : [];
  return part(
    'Inspection request',
    el('p', { class: 'under' }, `${t('Requested')} `, time(requestedAt)),
    comment === null ? el('p', { class: 'quiet' }, t('No comment')) : el('p', { class: 'said' }, comment),
    fileList(files),
  );
}

/** Names that the emulator itself gives. */
const OWN_AUTHORS = new Set(['inspector', 'emulator']);

/** All but the request that is under way, which stands above. */
function remarkList({ requestedAt, comment, remarks }: TemplateView): HTMLElement | null {
  const [latest] = remarks;
  const isUnderWay = requestedAt !== null && latest?.status === 'REQ' && latest.text === comment;
  const earlier = isUnderWay ? remarks.slice(1) : remarks;
  if (earlier.length === 0) return null;
  const rows = earlier.map(({ status, author, at, text, attachments }) =>
    el(
      'li',
      {},
      el(
        'p',
        { class: 'under' },
        badge(remarkWord(status), status),
        ` ${OWN_AUTHORS.has(author) ? t(author) : author} · `,
        time(at),
      ),
      el('p', { class: 'said' }, text),
      fileList(attachments),
    ),
  );
  return el('ol', { class: 'remarks' }, ...rows);
}

function changesPart({ since }: TemplateView): HTMLElement | null {
  if (since === null) return null;
  const { title } = since;
  if (since.changes.length === 0) return part(title, el('p', { class: 'quiet' }, t('No changes')));
  return part(title, el('dl', { class: 'changes' }, ...since.changes.map(changeRow)));
}

function changeRow({ name, pieces }: Change): HTMLElement {
  return el('div', {}, el('dt', {}, name.split(' · ').map(t).join(' · ')), el('dd', {}, ...pieces.map(pieceOf)));
}

function pieceOf({ side, text }: Piece): HTMLElement | string {
  if (side === 'both') return text;
  return el(side === 'after' ? 'ins' : 'del', {}, text);
}

function targetList(targets: readonly Target[]): HTMLElement | null {
  if (targets.length === 0) return null;
  const rows = targets.map(({ part: name, type, links }) =>
    el('li', {}, el('p', {}, type === '' ? t(name) : name, ' ', el('code', {}, meaning(type))), factList(links)),
  );
  return el('ul', { class: 'targets' }, ...rows);
}
