/**
 * The assistant is text until somebody turns to it: its code is asked for when the pointer or the focus reaches its tab, and takes the
 * tab's place, open, when the tab is pressed.
 */
export function startAssistant(page: ParentNode): void {
  const place = page.querySelector<HTMLElement>('[data-assistant]');
  const tab = place?.querySelector('button');
  if (!place || !tab) return;
  const load = () => import('#frontend/documents/assistant-island.tsx');
  const prepare = () => void load().catch(() => undefined);
  for (const kind of ['pointerenter', 'touchstart', 'focus']) tab.addEventListener(kind, prepare, { once: true, passive: true });
  const open = () => {
    tab.setAttribute('aria-busy', 'true');
    load().then(
      ({ showAssistant }) => showAssistant(place),
      // pressed again, it is asked for again
      () => tab.removeAttribute('aria-busy'),
    );
  };
  tab.addEventListener('click', open);
}
