import { describe, expect, it } from 'vitest';
import arabic from '#frontend/lib/texts/legal/ar.json';
import spanish from '#frontend/lib/texts/legal/es.json';
import { LEGAL_PAGES } from './legal-pages.ts';
import { translatorFor } from './legal-words.ts';
import { termsPage } from './terms.ts';
import { pageIn } from './translated-page.ts';

/** The texts of the frame around a page. */
const AROUND = [
  'Back to Home',
  'Contents',
  'Last updated {date}',
  'Read the English text',
  'This is a translation to read by. The English text is what counts.',
];
const sources = new Set(AROUND);
for (const page of [...Object.values(LEGAL_PAGES), termsPage('/plans')])
  pageIn(page, (english) => {
    sources.add(english);
    return english;
  });

/** Parts that must be equal in every language: figures, placeholders and link targets. */
const lasting = (text: string): string[] => (text.match(/\{\w+\}|\]\([^()\s]*\)|\d[\d.,]*\d|\d/g) ?? []).toSorted();

describe.each([
  ['es', spanish],
  ['ar', arabic],
])('the legal pages in %s', (_, words: Readonly<Record<string, string>>) => {
  it('have every text of the English ones as it is now, with its figures and links, and no other', () => {
    expect(Object.keys(words).toSorted()).toEqual([...sources].toSorted());
    for (const [english, text] of Object.entries(words)) expect(lasting(text), english).toEqual(lasting(english));
  });
});

it('a text without a translation stays English', () => {
  const { title, sections } = pageIn(LEGAL_PAGES.terms, translatorFor({ 'Terms and Conditions': 'Bedingungen' }));
  expect([title, sections[0]!.title]).toEqual(['Bedingungen', 'The service']);
});
