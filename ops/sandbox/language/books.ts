import type { Language } from '../compose/brief.ts';
import { arabic } from './arabic/arabic.ts';
import type { Book } from './book.ts';
import { chinese } from './chinese/chinese.ts';
import { english } from './english/english.ts';
import { french } from './french/french.ts';
import { german } from './german/german.ts';
import { hindi } from './hindi/hindi.ts';
import { italian } from './italian/italian.ts';
import { japanese } from './japanese/japanese.ts';
import { korean } from './korean/korean.ts';
import { portuguese } from './portuguese/portuguese.ts';
import { russian } from './russian/russian.ts';
import { spanish } from './spanish/spanish.ts';

const BOOKS: Record<Language, Book> = { english, spanish, french, german, italian, portuguese, russian, chinese, japanese, korean, arabic, hindi };

/** The books of all languages. */
export const allBooks = (): readonly Book[] => Object.values(BOOKS);

export function bookOf(language: Language): Book {
  return BOOKS[language];
}
