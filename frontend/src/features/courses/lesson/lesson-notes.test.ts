import { afterEach, expect, it } from 'vitest';
import { speak } from '#frontend/lib/text.ts';
import { noteText } from './lesson-notes.tsx';

afterEach(() => speak('en', 'ltr', {}));

it('a lesson in another language than requested says so, and names the requested one as the reader does', () => {
  expect(noteText('language', 'spanish')).toBe('This lesson could not be written in Spanish.');
  speak('es', 'ltr', { 'This lesson could not be written in {language}.': 'No pudo escribirse en {language}.', Spanish: 'Español' });
  expect(noteText('language', 'spanish')).toBe('No pudo escribirse en Español.');
});

it('an omitted quiz explains why: no service could check it, or the checker disagreed', () => {
  expect(noteText('quiz_unchecked', 'english')).toBe('Its quiz was left out: no service could check it.');
  expect(noteText('quiz_dropped', 'english')).toBe('Its quiz was left out: the service that checked it disagreed with its answers.');
});
