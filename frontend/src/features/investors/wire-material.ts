import { t } from '#frontend/lib/text.ts';

interface MaterialPart {
  /** @returns what is to be told to who pressed, or null */
  actOnMaterial(what: string): Promise<string | null>;
}

/**
 * Makes the buttons work that open or save investor material: `[data-material]` says which, and a `[data-material-note]` beside it is
 * where a failure is told (G12). Their code is asked for at the first press.
 * @returns the way to stop
 */
export function wireMaterial(page: HTMLElement, load: () => Promise<MaterialPart>): () => void {
  const press = async (button: HTMLElement) => {
    const note = button.parentElement?.querySelector('[data-material-note]');
    if (note) note.textContent = '';
    const isSaved = button.dataset['material'] === 'white-paper';
    const problem = await load().then(
      (part) => part.actOnMaterial(button.dataset['material'] ?? ''),
      () => (isSaved ? t('Download failed. Please try again.') : t('This could not be opened. Please try again.')),
    );
    if (note && problem) note.textContent = problem;
  };
  const onClick = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLElement>('[data-material]');
    if (button) void press(button);
  };
  page.addEventListener('click', onClick);
  return () => page.removeEventListener('click', onClick);
}
