/**
 * Shortens a text to at most `most` characters, including an ellipsis. It cuts at the end of a word, or within a word that takes more than
 * half of the space.
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most - 1);
  const end = /\s/.test(text[most - 1]!) ? head.length : head.search(/\s\S*$/);
  const cut = end > most / 2 ? head.slice(0, end) : head.replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/[\s,;:–-]+$/, '')}…`;
}
