import { takesText } from './dom.ts';

export interface Commands {
  area(place: number): void;
  move(by: number): void;
  approve(): void;
  reject(): void;
  search(): void;
  leave(): void;
  help(): void;
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

/** Runs the command of a key that is not typed into a field. */
export function bindKeys(commands: Commands): void {
  document.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('dialog') !== null) return;
    if (event.key === 'Escape') {
      if (takesText(event.target)) event.target.blur();
      return commands.leave();
    }
    if (takesText(event.target) || !singleKeys.isOn) return;
    const command = commandOf(event, commands);
    if (command === undefined) return;
    event.preventDefault();
    command();
  });
}

function commandOf(event: KeyboardEvent, commands: Commands): (() => void) | undefined {
  switch (letterOf(event)) {
    case 'j':
      return () => commands.move(1);
    case 'k':
      return () => commands.move(-1);
    case 'a':
      return commands.approve;
    case 'r':
      return commands.reject;
    case '/':
      return commands.search;
    case '?':
      return commands.help;
    case '1':
    case '2':
    case '3':
    case '4':
      return () => commands.area(Number(event.key) - 1);
    default:
      return undefined;
  }
}

/** The letter of a key. If the keyboard writes Korean, the Latin letter of that key. */
function letterOf({ key, code }: KeyboardEvent): string {
  const isLatin = /^[\u0020-\u007e]$/.test(key);
  return isLatin || !/^Key[A-Z]$/.test(code) ? key : code.slice(3).toLowerCase();
}
