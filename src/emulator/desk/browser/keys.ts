/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

const STORED = 'notiform-desk-single-keys';

/** True if single letters are shortcuts. People who use speech input may want to turn them off. */
export const singleKeys = {
  get isOn(): boolean {
    return localStorage.getItem(STORED) !== 'off';
  },
  set isOn(isOn: boolean) {
    localStorage.setItem(STORED, isOn ? 'on' : 'off');
  },
};

/** True if the element takes typed text. */
export function takesText(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select');
}

/** Runs the command of a key that is not typed into a field. */
export function bindKeys(commands: Readonly<Record<string, () => void>>): void {
  document.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('dialog') !== null) return;
    const isTyped = takesText(event.target);
    if (event.key === 'Escape' && isTyped) event.target.blur();
    const isInList = event.target instanceof Element && event.target.closest('.rows') !== null;
    const isAllowed = event.key.length > 1 ? event.key === 'Escape' || isInList : !isTyped && singleKeys.isOn;
    const command = isAllowed ? commands[letterOf(event)] : undefined;
    if (command === undefined) return;
    event.preventDefault();
    command();
  });
}

/** The letter of a key. If the keyboard writes Korean, the Latin letter of that key. */
function letterOf({ key, code }: KeyboardEvent): string {
  const isLatin = /^[\u0020-\u007e]$/.test(key) || !/^Key[A-Z]$/.test(code);
  return isLatin ? key : code.slice(3).toLowerCase();
}
