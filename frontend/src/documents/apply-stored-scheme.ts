/** Applies the scheme chosen in the app (theme/scheme-choice.ts); without a choice the document is light (SET-04). */
export function applyStoredScheme(): void {
  try {
    const mode = localStorage.getItem('mui-mode');
    const light = localStorage.getItem('mui-color-scheme-light') === 'contrast' ? 'contrast' : 'light';
    if (mode === 'light') document.documentElement.dataset.scheme = light;
    if (mode === 'dark' || mode === 'system') document.documentElement.dataset.scheme = mode;
  } catch {
    // without storage there is no stored choice
  }
}
