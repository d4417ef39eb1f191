import { localeOf } from '#frontend/lib/preferences/locale.ts';
import { preferredLanguage } from '#frontend/lib/preferences/preferred-language.ts';
import { daysOf } from '#frontend/lib/served-dates.ts';
import { applyAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { applyStoredScheme } from '#frontend/documents/apply-stored-scheme.ts';

/** Interactions that start the app. */
const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const;
/** After this time the app replaces the page even while it is loading data, in ms. */
const PATIENCE_MS = 10_000;

/** Whether a session may exist: signed-in users get a different page. */
function hasSession(): boolean {
  try {
    return localStorage.getItem('access_token') !== null;
  } catch {
    return false;
  }
}

/** The URL with the values of the search form. */
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
/** The lesson whose preview was requested before the app was ready. */
let pressed: string | null = null;
/** Whether the visitor has changed the search form: the app then continues with its values. */
let isChanged = false;
/** Whether the list of a filter is open: the page is not replaced until a value is chosen or the list is closed. */
let isChoosing = false;
let replaceServed: () => void = () => undefined;

/** Continues in the app with what the visitor clicked or typed before. */
function goOn(root: HTMLElement, field: HTMLInputElement | null): void {
  if (pressed !== null) root.querySelector<HTMLElement>(`[data-press="${CSS.escape(pressed)}"]`)?.click();
  if (!field) return;
  const own = root.querySelector<HTMLInputElement>('input[type=search]');
  own?.focus({ preventScroll: true });
  own?.setSelectionRange(field.selectionStart, field.selectionEnd);
}

/** Replaces the server-rendered page with the app once its content has loaded, but not while the visitor uses the form. */
function takePlace(served: HTMLElement, root: HTMLElement): void {
  const form = served.querySelector('form');
  const since = performance.now();
  const title = served.querySelector('h1')?.textContent;
  const isComplete = () => {
    const heading = root.querySelector('h1')?.textContent;
    if (heading === undefined) return false;
    if (performance.now() - since > PATIENCE_MS) return true;
    // comparing headings works only in English; it shows whether the app has the same page
    if (heading !== title && document.documentElement.lang === 'en') return false;
    return root.querySelector('main [data-loading]') === null;
  };
  let isReplaced = false;
  replaceServed = () => {
    const focused = document.activeElement;
    if (isReplaced || isChoosing || !isComplete()) return;
    if (form?.contains(focused) && !isChanged) return;
    // set before the removal, which blurs the form and thus fires a change event
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

/** Loads the app while the server-rendered page stays usable: its links and its form work without it. */
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

/** Rewrites the dates, which are served in US format, in the visitor's English locale. */
function writeDates(served: HTMLElement): void {
  const day = daysOf(localeOf('en'));
  for (const time of served.querySelectorAll('time')) time.textContent = day(time.dateTime);
}

function wire(): void {
  const served = document.getElementById('served');
  if (!served) return;
  writeDates(served);
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
  // `toggle` events do not bubble
  served.addEventListener(
    'toggle',
    (event) => {
      isChoosing = 'newState' in event && event.newState === 'open';
      if (!isChoosing) replaceServed();
    },
    { capture: true },
  );
  served.addEventListener('input', onEntered);
  served.addEventListener('change', onEntered);
  for (const sign of SIGNS) addEventListener(sign, onSign, { capture: true, passive: true });
  // signed-in users and readers of other languages get their own page at once, also when they become so in another tab
  const startOwn = () => {
    if (hasSession() || preferredLanguage() !== 'en') start(served);
  };
  addEventListener('storage', startOwn);
  startOwn();
}

applyStoredScheme();
applyAccessibilityPreferences();
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', wire);
else wire();
