/** Puts the appearance on that was chosen in the app (theme/scheme-choice.ts); without a choice the machine decides, by the styles. */
export function applyStoredScheme(): void {
  try {
    const mode = localStorage.getItem('mui-mode');
    const light = localStorage.getItem('mui-color-scheme-light') === 'contrast' ? 'contrast' : 'light';
    if (mode === 'light' || mode === 'dark') document.documentElement.dataset.scheme = mode === 'light' ? light : 'dark';
  } catch {
    // a browser that refuses storage has kept no choice
  }
}
