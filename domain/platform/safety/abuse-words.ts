import { ARABIC } from './words-arabic.ts';
import { ENGLISH } from './words-english.ts';
import { SPANISH } from './words-spanish.ts';
import type { Words } from './words.model.ts';

/** Abuse in any context; letters may be repeated, and vowels starred. */
const SLURS = [
  'motherfucker', 'motherfuckers', 'asshole', 'assholes', 'arsehole', 'bitch', 'bitches', 'cunt', 'cunts', 'whore', 'whores', 'slut', 'sluts',
  'faggot', 'faggots', 'fags', 'nigger', 'niggers', 'nigga', 'niggas', 'niggah', 'nigguh', 'nicca', 'niccas', 'nig', 'nigs', 'kikes', 'beaner', 'beaners', 'towelhead', 'towelheads', 'gooks', 'wogs', 'spics', 'raghead', 'ragheads', 'wetback', 'wetbacks', 'dickhead', 'wanker', 'twat', 'scumbag', 'tranny', 'kys', 'stfu', 'gtfo',
  'puta', 'putas', 'hijueputa', 'hijoputa', 'gilipollas', 'cabron', 'cabrona', 'cabrones', 'pendejo', 'pendeja', 'pendejos', 'maricon',
  'maricones', 'malparido', 'malparida', 'retrasado mental', 'comemierda', 'lameculos', 'soplapollas', 'mamaguevo',
  'culero', 'pinche idiota',
]; // oxfmt-ignore

/** Builds a pattern for a word with repeated letters or starred vowels: `b*tch`, `puuuta`. */
const drawnOut = (word: string): string =>
  [...word].map((letter) => (letter === ' ' ? ' ' : `${/[aeiou]/.test(letter) ? `[${letter}*]` : letter}+`)).join('');

const whole = (sources: readonly string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}'])(?:${sources.join('|')})(?![\\p{L}\\p{N}])`, 'u');

export const HARD = whole([...SLURS.map(drawnOut), ...ENGLISH.hard, ...SPANISH.hard, ...ARABIC.hard]);
const found = (kind: keyof Words): RegExp => whole([ENGLISH, SPANISH, ARABIC].flatMap((words) => words[kind]));
export const ROUGH = found('rough');
export const CONTACT = found('contact');
export const OFFERS = found('offers');
