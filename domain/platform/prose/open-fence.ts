const FENCE = /^[ \t>]*(`{3,}|~{3,})(.*)$/;

/** Returns the code fence left open at the end of a Markdown text, or null. */
export function openFence(markdown: string): string | null {
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const [, mark, rest = ''] = FENCE.exec(line) ?? [];
    if (!mark || (mark.startsWith('`') && rest.includes('`'))) continue;
    if (fence === null) fence = mark;
    else if (mark.startsWith(fence) && rest.trim() === '') fence = null;
  }
  return fence;
}
