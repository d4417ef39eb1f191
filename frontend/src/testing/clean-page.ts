import { cleanup } from '@testing-library/react';
import { onlineManager } from '@tanstack/react-query';
import { afterAll, vi } from 'vitest';

/**
 * Gives each test file a page and product as they are at first, because files share a process (vitest.config.ts): the product's modules are
 * loaded anew, libraries stay loaded, and after the file everything it may have left on the page is taken away.
 */
vi.resetModules();

/** What tests add to because jsdom does not implement it. */
const EXTENDED = [URL, Element.prototype, HTMLDialogElement.prototype, Range.prototype];
const asItWas = EXTENDED.map((owner) => [owner, Object.getOwnPropertyDescriptors(owner)] as const);

/** What this file has started and its end takes back: a timer or listener of the product would answer the next file's events. */
const undo: (() => void)[] = [];
function noteTimers(): void {
  const start = globalThis.setTimeout;
  // not intervals: jsdom has one of its own for all frames
  const noting = (handler: () => void, ms?: number, ...args: []) => {
    const timer = start(handler, ms, ...args);
    undo.push(() => clearTimeout(timer));
    return timer;
  };
  Object.assign(globalThis, { setTimeout: noting });
  undo.push(() => Object.assign(globalThis, { setTimeout: start }));
}
function noteListeners(target: Window | Document): void {
  const listen = target.addEventListener;
  target.addEventListener = (...[type, listener, options]: Parameters<typeof listen>) => {
    listen.call(target, type, listener, options);
    // React listens to this one once for all its roots
    if (type !== 'selectionchange') undo.push(() => target.removeEventListener(type, listener, options));
  };
  undo.push(() => (target.addEventListener = listen));
}
/** jsdom drives the frames of all files by one interval, which stays dead when a file starts it under faked timers. */
function drawFramesByTimers(): void {
  Object.assign(globalThis, {
    requestAnimationFrame: (draw: FrameRequestCallback) => setTimeout(() => draw(performance.now()), 1000 / 60),
    cancelAnimationFrame: (frame: number) => clearTimeout(frame),
  });
}
noteTimers();
drawFramesByTimers();
for (const target of [window, document]) noteListeners(target);

afterAll(() => {
  // first what watches the timers: it would put faked ones back
  vi.restoreAllMocks();
  vi.useRealTimers();
  if ('clock' in setTimeout) throw new Error('The timers of the next test file would stand still.');
  cleanup();
  vi.unstubAllGlobals();
  for (const step of undo.toReversed()) step();
  onlineManager.setOnline(true);
  localStorage.clear();
  sessionStorage.clear();
  for (const [owner, properties] of asItWas) {
    for (const key of Reflect.ownKeys(owner)) if (!(key in properties)) Reflect.deleteProperty(owner, key);
    Object.defineProperties(owner, properties);
  }
  const { head, body, documentElement: root } = document;
  // styles stay: the library that wrote them does not write them again
  for (const element of head.querySelectorAll(':not(style)')) element.remove();
  body.replaceChildren();
  for (const element of [root, body]) for (const name of element.getAttributeNames()) element.removeAttribute(name);
  window.history.replaceState(null, '', '/');
});
