import type { Language } from '../compose/brief.ts';
import type { Book } from './book.ts';
import { english } from './english/english.ts';
import { french } from './french/french.ts';
import { spanish } from './spanish/spanish.ts';

const BOOKS: Record<Language, Book> = { english, spanish, french } as Record<Language, Book>;

/** The books of all languages. */
export const allBooks = (): readonly Book[] => Object.values(BOOKS);

export function bookOf(language: Language): Book {
  return BOOKS[language];
}
