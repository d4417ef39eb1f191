/** The event with which buttons open the search, in addition to its keyboard shortcut. */
const OPEN_SEARCH = 'open-search';

export const openSearch = (): void => void window.dispatchEvent(new Event(OPEN_SEARCH));

const isKeys = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k' && !event.isComposing;

/** Calls back when the search is opened, by Ctrl K, ⌘ K or a button. @returns the unsubscribe function */
export function onOpenSearch(open: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!isKeys(event) || event.defaultPrevented) return;
    event.preventDefault();
    open();
  };
  window.addEventListener('keydown', onKey);
  window.addEventListener(OPEN_SEARCH, open);
  return () => {
    window.removeEventListener('keydown', onKey);
    window.removeEventListener(OPEN_SEARCH, open);
  };
}
