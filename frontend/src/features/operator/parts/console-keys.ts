import { useEffect, type RefObject } from 'react';
import { lookup } from '#contract/platform/lookup.ts';
import { getAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { t } from '#frontend/lib/text.ts';
import { OPERATOR_PLACES, type OperatorPlace } from './console-places.ts';

/** The console's keys in the order of their list. */
export const CONSOLE_KEYS = [
  { key: 'j', words: () => t('Next row') },
  { key: 'k', words: () => t('Previous row') },
  { key: 'enter', words: () => t('Open the row') },
  { key: 'x', words: () => t('Select the row') },
  { key: 'a', words: () => t('First action in the row') },
  { key: 'r', words: () => t('Retry') },
  { key: '/', words: () => t('Go to the filter') },
  { key: 'f', words: () => t('Add a filter') },
  { key: '?', words: () => t('Show these keys') },
] as const;

export type ConsoleKey = (typeof CONSOLE_KEYS)[number]['key'];

const TYPED_IN =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';
/** Keyboards for other scripts have the letters in the same place. */
const PLACES: Readonly<Record<string, ConsoleKey>> = lookup({ KeyJ: 'j', KeyK: 'k', KeyX: 'x', KeyA: 'a', KeyF: 'f', KeyR: 'r' });

const isTyping = ({ target }: Event): boolean => target instanceof Element && target.closest(TYPED_IN) !== null;

/** Whether a key press is meant for the console. */
const isCommand = (event: KeyboardEvent): boolean =>
  !isTyping(event) &&
  !event.defaultPrevented &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  getAccessibilityPreferences().keyboard_navigation;

/** G was pressed, so the next letter names a section, whatever else it does. */
let isGoing = false;
const GO_MS = 2_000;

/** Handles G followed by the letter of a section, which opens it. */
export function useGoKeys(go: (place: OperatorPlace) => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      isGoing = false;
      clearTimeout(timer);
    };
    const press = (event: KeyboardEvent) => {
      if (!isCommand(event) || event.key === 'Shift') return;
      const letter = event.code.startsWith('Key') ? event.code.slice(3).toLowerCase() : event.key.toLowerCase();
      if (!isGoing) {
        if (letter !== 'g') return;
        isGoing = true;
        timer = setTimeout(end, GO_MS);
      } else {
        // other handlers get the letter first, and see that it is not theirs
        end();
        const place = OPERATOR_PLACES.find(({ key }) => key === letter);
        if (place) go(place);
      }
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => {
      end();
      window.removeEventListener('keydown', press);
    };
  });
}

/**
 * Handles the console's keys while the component is mounted, except while the user types or has turned shortcuts off. A handler returns
 * whether it acted.
 * @param isFirst whether these are a screen's own handlers, which take precedence over shared ones
 */
export function useConsoleKeys(handlers: Partial<Record<ConsoleKey, () => boolean>>, isFirst = false): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isGoing || !isCommand(event)) return;
      const typed = event.key.toLowerCase();
      const key = typed in handlers ? (typed as ConsoleKey) : /^[a-z]+$/.test(typed) ? undefined : PLACES[event.code];
      if (key === undefined || handlers[key]?.() !== true) return;
      event.preventDefault();
      // otherwise the grid returns the focus to the cell where the letter was typed
      event.stopPropagation();
    };
    window.addEventListener('keydown', press, isFirst);
    return () => window.removeEventListener('keydown', press, isFirst);
  });
}

const ROWS = 'tbody tr, [role="rowgroup"] > [role="row"][data-id], li[data-entry]';
/** The elements that a key presses in a row; the first one that exists. */
const OPENED = ['a[href]'];
const TICKED = ['input[type="checkbox"]'];
const ACTED = ['button:not(:disabled)', 'a[href]'];
/** A grid opens its rows itself. */
const GRID_ROW = '[data-id]';

const rowsIn = (main: HTMLElement | null): readonly HTMLElement[] => [...(main?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
const searchIn = (main: HTMLElement | null) => main?.querySelector<HTMLElement>('[role="search"] input') ?? null;

/** The button of a screen that declares a key as its shortcut. */
const shortcutIn = (main: HTMLElement | null, key: ConsoleKey) => main?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`) ?? null;

/** The keys that currently do something on the screen in `main`. */
export function keysOf(main: HTMLElement | null): readonly ConsoleKey[] {
  const rows = rowsIn(main);
  const hasAny = (...selectors: readonly string[]) => rows.some((row) => row.querySelector(selectors.join()) !== null);
  const isGrid = rows.some((row) => row.matches(GRID_ROW));
  const does: Readonly<Record<ConsoleKey, boolean>> = {
    j: rows.length > 0,
    k: rows.length > 0,
    enter: isGrid || hasAny(...OPENED),
    x: hasAny(...TICKED),
    a: isGrid || hasAny(...ACTED),
    '/': searchIn(main) !== null,
    f: shortcutIn(main, 'f') !== null,
    r: shortcutIn(main, 'r') !== null,
    '?': true,
  };
  return CONSOLE_KEYS.flatMap(({ key }) => (does[key] ? [key] : []));
}

/** Moves between and acts on the rows of the screen in `main`. The current row is the one with the focus. */
export function useRowKeys(main: RefObject<HTMLElement | null>, showKeys: () => void): void {
  const current = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(ROWS) ?? null;
  const walk = (step: 1 | -1) => () => {
    const all = rowsIn(main.current);
    const at = current();
    const next = all[at === null ? 0 : all.indexOf(at) + step];
    if (next === undefined) return false;
    if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
    next.focus();
    return true;
  };
  const press = (selectors: readonly string[]) => () => {
    const row = current();
    const pressed = selectors.map((selector) => row?.querySelector<HTMLElement>(selector)).find((found) => found != null);
    pressed?.click();
    return pressed !== undefined;
  };
  const open = press(OPENED);
  useConsoleKeys({
    j: walk(1),
    k: walk(-1),
    x: press(TICKED),
    a: press(ACTED),
    // a focused link or button inside a row handles Enter itself
    enter: () => document.activeElement === current() && open(),
    '/': () => {
      const field = searchIn(main.current);
      field?.focus();
      return field !== null;
    },
    r: () => {
      const button = shortcutIn(main.current, 'r');
      button?.click();
      return button !== null;
    },
    '?': () => {
      showKeys();
      return true;
    },
  });
}
