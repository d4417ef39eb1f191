/** Returns the words of a Markdown text on one line, without its marks; its formulas stay, each within dollar signs, for `FormulaText` to draw. */
export const markdownExcerpt = (text: string): string =>
  text
    .replaceAll(/^(?:```.*|~~~.*|[-*_]{3,})$/gm, ' ')
    .replaceAll(/^[ \t]*(?:>[ \t]?|#{1,6}[ \t]+|[-*+][ \t]+)+/gm, '')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/(\*{1,3}|_{2,3}|~~|`+)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\$ ?([^$]+?) ?\$\$/g, '$$$1$$')
    // one that the end of the preview cuts off
    .replace(/\$(?=\S)[^$]*\\[^$]*$/, '…')
    .trim();
