/**
 * Loads the assistant on demand: its code is preloaded when the pointer or focus reaches its tab; a click on the tab replaces it by the open
 * assistant.
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
      // after a failure the next click retries
      () => tab.removeAttribute('aria-busy'),
    );
  };
  tab.addEventListener('click', open);
}
