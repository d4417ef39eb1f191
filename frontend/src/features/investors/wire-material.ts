import { t } from '#frontend/lib/text.ts';

interface MaterialPart {
  /** @returns the message for the user, or null */
  actOnMaterial(what: string): Promise<string | null>;
}

/**
 * Wires the buttons that open or save investor material: `[data-material]` names the material, and a `[data-material-note]` beside it shows a
 * failure (G12). Their code loads on the first click.
 * @returns the function that removes the listeners
 */
export function wireMaterial(page: HTMLElement, load: () => Promise<MaterialPart>): () => void {
  const press = async (button: HTMLElement) => {
    const note = button.parentElement?.querySelector('[data-material-note]');
    if (note) note.textContent = '';
    const isSaved = button.dataset['material'] === 'white-paper';
    const problem = await load().then(
      (part) => part.actOnMaterial(button.dataset['material'] ?? ''),
      () => (isSaved ? t('Download failed. Please try again.') : t('The document could not be opened. Please try again.')),
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
