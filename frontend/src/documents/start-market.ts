import { preferredLanguage } from '#frontend/lib/preferences/preferred-language.ts';
import { applyAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { applyStoredScheme } from '#frontend/documents/apply-stored-scheme.ts';

/** What starts the app. */
const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const;
/** After this long the app takes the page's place even if it is still loading data, ms. */
const PATIENCE_MS = 10_000;

/** Whether somebody may be signed in, for whom the page is another. */
function hasSession(): boolean {
  try {
    return localStorage.getItem('access_token') !== null;
  } catch {
    return false;
  }
}

/** The address with what the visitor has entered in the search form. */
function addressOf(form: HTMLFormElement | null): string {
  if (!form) return location.pathname + location.search;
  const entered = [...new FormData(form)].flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value.trim() : '';
    return text === '' || (name === 'sort' && text === 'popular') ? [] : [[name, text]];
  });
  const search = new URLSearchParams(entered).toString();
  return search === '' ? location.pathname : `${location.pathname}?${search}`;
}

let isStarted = false;
/** The lesson whose preview was asked for before the app could show it. */
let pressed: string | null = null;
/** Whether the visitor has changed the search form, which the app then shows with its results. */
let isChanged = false;
let replaceServed: () => void = () => undefined;

/** The app is on the screen: what was pressed or entered before goes on there. */
function goOn(root: HTMLElement, field: HTMLInputElement | null): void {
  if (pressed !== null) root.querySelector<HTMLElement>(`[data-press="${CSS.escape(pressed)}"]`)?.click();
  if (!field) return;
  const own = root.querySelector<HTMLInputElement>('input[type=search]');
  own?.focus({ preventScroll: true });
  own?.setSelectionRange(field.selectionStart, field.selectionEnd);
}

/** Puts the app in the place of the served page once its content is there; not under the fingers of who uses the form. */
function takePlace(served: HTMLElement, root: HTMLElement): void {
  const form = served.querySelector('form');
  const since = performance.now();
  const title = served.querySelector('h1')?.textContent;
  const isComplete = () => {
    const heading = root.querySelector('h1')?.textContent;
    if (heading === undefined) return false;
    if (performance.now() - since > PATIENCE_MS) return true;
    // in another language the heading cannot tell whether the app knows all of the page
    if (heading !== title && document.documentElement.lang === 'en') return false;
    return root.querySelector('main [role=status]:empty, main [role=status] > [aria-hidden]') === null;
  };
  let isReplaced = false;
  replaceServed = () => {
    const focused = document.activeElement;
    if (isReplaced || !isComplete()) return;
    if (form?.contains(focused) && !isChanged) return;
    // before the removal, which takes the focus from the form and so reports a change
    isReplaced = true;
    watch.disconnect();
    clearTimeout(timer);
    const { scrollX, scrollY } = window;
    const field = focused instanceof HTMLInputElement && form?.contains(focused) ? focused : null;
    const address = addressOf(form);
    document.querySelector('head > style')?.remove();
    served.replaceWith(root);
    scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
    if (isChanged) history.replaceState(history.state, '', address);
    goOn(root, field);
  };
  const watch = new MutationObserver(() => replaceServed());
  watch.observe(root, { childList: true, subtree: true });
  const timer = setTimeout(() => replaceServed(), PATIENCE_MS);
  form?.addEventListener('focusout', () => setTimeout(() => replaceServed()));
  replaceServed();
}

/** Loads the app beside the served page, which stays usable: its links and its form work without it. */
function start(served: HTMLElement): void {
  if (isStarted) return;
  isStarted = true;
  for (const sign of SIGNS) removeEventListener(sign, onSign, { capture: true });
  const { app = '', styles = '' } = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset ?? {};
  for (const href of styles.split(' ').filter(Boolean)) {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = href;
    document.head.append(sheet);
  }
  addEventListener('app', (event) => {
    if (event instanceof CustomEvent && event.detail instanceof HTMLElement) takePlace(served, event.detail);
  });
  import(/* @vite-ignore */ app).catch(() => (isStarted = false));
}

function onSign(): void {
  const served = document.getElementById('served');
  if (served) start(served);
}

function wire(): void {
  const served = document.getElementById('served');
  if (!served) return;
  served.addEventListener('click', ({ target }) => {
    const press = target instanceof Element ? target.closest<HTMLElement>('[data-press]') : null;
    if (!press) return;
    pressed = press.dataset.press ?? null;
    press.setAttribute('aria-busy', 'true');
    start(served);
  });
  const onEntered = () => {
    isChanged = true;
    start(served);
    replaceServed();
  };
  served.addEventListener('input', onEntered);
  served.addEventListener('change', onEntered);
  for (const sign of SIGNS) addEventListener(sign, onSign, { capture: true, passive: true });
  // who reads another language, or is signed in, gets their own page
  if (hasSession() || preferredLanguage() !== 'en') start(served);
}

applyStoredScheme();
applyAccessibilityPreferences();
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', wire);
else wire();
