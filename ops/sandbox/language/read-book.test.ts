import { expect, it } from 'vitest';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { bookOf } from './read-book.ts';

/** Returns paths of missing or empty texts in a book. */
function gaps(value: unknown, like: unknown, path: string): string[] {
  if (typeof value === 'string') return value.trim() === '' && !path.endsWith('.space') ? [path] : [];
  if (Array.isArray(value)) return value.length === 0 ? [path] : value.flatMap((entry, i) => gaps(entry, undefined, `${path}[${i}]`));
  if (typeof value !== 'object' || value === null) return value === undefined ? [path] : [];
  const expected = typeof like === 'object' && like !== null ? like : value;
  return Object.keys(expected).flatMap((key) =>
    gaps(value[key as keyof typeof value], expected[key as keyof typeof expected], `${path}.${key}`),
  );
}

/** Fields whose option values English uses unchanged, and word lists whose length may differ by language. */
const { terms: _terms, ...english } = bookOf('english');

it.each(FORM_OPTIONS.language_preference)('the file of %s has every text that the English one has', (language) => {
  expect(gaps(bookOf(language), { ...english, aspects: undefined }, language)).toEqual([]);
  for (const { id, facets } of bookOf(language).aspects) {
    for (const facet of facets) expect(facet.points, `${id}: ${facet.title}`).toHaveLength(3);
  }
});
