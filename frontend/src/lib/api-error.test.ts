import { afterEach, describe, expect, it } from 'vitest';
import { failureText, isNotFound, problemError } from '#frontend/lib/api-error.ts';
import { speak } from '#frontend/lib/text.ts';

const RESPONSE = new Response(null, { status: 409 });
const refused = (problem: object) => problemError(RESPONSE, { code: 'test', ...problem }, 'Failed');

afterEach(() => speak('en', 'ltr', {}));

it('missing things and uncallable addresses are one kind of error; failed fetches are another', () => {
  const withStatus = (status: number) => problemError(new Response(null, { status }), {}, 'Failed');
  expect([404, 400, 403, 500, 503].map(withStatus).map(isNotFound)).toEqual([true, true, false, false, false]);
  expect(isNotFound(new Error('Failed'))).toBe(false);
});

it('a failure is the act that failed, then the reason if one is known', () => {
  const said = problemError(RESPONSE, { detail: 'The group is full.' }, 'Failed');
  const words = [said, problemError(RESPONSE, {}, 'Failed'), new Error(''), 'nothing'].map((error) => failureText(error, 'Failed'));
  expect(words).toEqual(['Failed. The group is full.', 'Failed', 'Failed', 'Failed']);
  expect(failureText(said, 'Failed. Please try again.')).toBe('Failed. Please try again. The group is full.');
});

describe('a refusal', () => {
  it('GEN-11 is shown with the server’s text, in English', () => {
    const words = { key: 'The plan of {name} has ended.', values: { name: 'Bees Ltd' } };
    expect(refused({ detail: 'The plan of Bees Ltd has ended.', detail_words: words }).message).toBe('The plan of Bees Ltd has ended.');
    const errors = [{ path: 'name', message: 'Must not be empty.' }];
    expect(refused({ detail: 'Name: must not be empty.', errors }).message).toBe('Name: must not be empty.');
  });

  it('is translated by its pattern and values in another language', () => {
    speak('es', 'ltr', { 'The plan of {name} has ended.': 'El plan de {name} ha terminado.', 'Not enough tokens': 'No hay tokens' });
    const words = { key: 'The plan of {name} has ended.', values: { name: 'Bees Ltd' } };
    expect(refused({ detail: 'The plan of Bees Ltd has ended.', detail_words: words })).toMatchObject({
      message: 'El plan de Bees Ltd ha terminado.',
      detail: 'The plan of Bees Ltd has ended.',
    });
    expect(refused({ detail: 'Not enough tokens' }).message).toBe('No hay tokens');
  });

  it('of several fields is the first field’s own sentence there, because the summary is English', () => {
    speak('es', 'ltr', { 'Must have at most {n, plural, one {# character} other {# characters}}.': 'Como máximo {n} caracteres.' });
    const words = { key: 'Must have at most {n, plural, one {# character} other {# characters}}.', values: { n: 300 } };
    const { message, errors } = refused({
      detail: 'Topic: must have at most 300 characters. There is 1 more problem.',
      errors: [
        { path: 'topic', message: 'Must have at most 300 characters.', words },
        { path: 'age', message: 'Must be given.' },
      ],
    });
    expect([message, errors]).toEqual([
      'Como máximo 300 caracteres.',
      [
        { path: 'topic', message: 'Como máximo 300 caracteres.' },
        { path: 'age', message: 'Must be given.' },
      ],
    ]);
  });
});
