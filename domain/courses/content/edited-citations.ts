import { citedSentences } from '#contract/courses/citation-markers.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';

/** Updates the citations of an edited lesson: those that now follow another sentence become unchecked. */
export function editedCitations(before: { content: string; citations?: Citation[] | undefined }, content: string): Citation[] | undefined {
  if (!before.citations) return undefined;
  const [then, now] = [citedSentences(before.content), citedSentences(content)];
  return before.citations
    .filter(({ marker }) => now.has(marker))
    .map((citation) =>
      citation.state !== 'not_found' && then.get(citation.marker) !== now.get(citation.marker)
        ? { ...citation, state: 'unchecked' }
        : citation,
    );
}
