import type { MatcherFunction } from '@testing-library/react';

/** Matches a `MetaLine` by all its facts, each of which is an element: `screen.getByText(factsOf('8 lessons · 1 h'))`. */
export const factsOf =
  (words: string | RegExp): MatcherFunction =>
  (_, element) => {
    const said = element?.hasAttribute('data-facts') ? (element.textContent ?? '') : null;
    return said !== null && (typeof words === 'string' ? said === words : words.test(said));
  };
