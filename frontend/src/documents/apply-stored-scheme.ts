/** Applies the scheme chosen in the app (theme/scheme-choice.ts); without a choice the style sheet follows the system. */
export function applyStoredScheme(): void {
  try {
    const mode = localStorage.getItem('mui-mode');
    const light = localStorage.getItem('mui-color-scheme-light') === 'contrast' ? 'contrast' : 'light';
    if (mode === 'light' || mode === 'dark') document.documentElement.dataset.scheme = mode === 'light' ? light : 'dark';
  } catch {
    // without storage there is no stored choice
  }
}
