import { describe, expect, it } from 'vitest';
import { messages as arabic } from '#frontend/lib/texts/legal/ar.po';
import { messages as spanish } from '#frontend/lib/texts/legal/es.po';
import { LEGAL_PAGES } from './legal-pages.ts';
import { translatorFor } from './legal-words.ts';
import { pageIn } from './translated-page.ts';

/** Parts that must be equal in every language: figures, placeholders and link targets. */
const lasting = (text: string): string[] => (text.match(/\{\w+\}|\]\([^()\s]*\)|\d[\d.,]*\d|\d/g) ?? []).toSorted();

describe.each([
  ['es', spanish],
  ['ar', arabic],
])('the legal pages in %s', (language, words) => {
  it('have the figures and links of the English ones', () => {
    const say = translatorFor(language, words);
    for (const english of Object.keys(words)) expect(lasting(say(english, { date: '{date}' })), english).toEqual(lasting(english));
  });
});

it('a text without a translation stays English', () => {
  const { title, sections } = pageIn(LEGAL_PAGES.terms, translatorFor('de', { 'Terms and Conditions': 'Bedingungen' }));
  expect([title, sections[0]!.title]).toEqual(['Bedingungen', 'The service']);
});
