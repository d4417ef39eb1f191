import { expect, it } from 'vitest';
import { judgeText, textsIn } from './text-rules.mjs';

it.each([
  'It could not be saved.',
  'That could not be done.',
  'This could not be opened',
  'They could not be loaded.',
  'It couldn’t be sent. Please try again.',
])('a failure names its thing, not as in “%s”', (text) =>
  expect(judgeText(text)).toEqual([expect.stringContaining('name what could not be done')]),
);

it.each([
  'The reply could not be saved.',
  'This passkey could not be added. Please try again.',
  'We could not start writing this lesson.',
  'The course is saved. It could not be published.',
])('a failure that names its thing is allowed: “%s”', (text) => expect(judgeText(text)).toEqual([]));

it.each(['End this key?', 'This API key has ended.'])('an API key is revoked or expires, not as in “%s”', (text) =>
  expect(judgeText(text)).toEqual([expect.stringContaining('an API key is revoked')]),
);

it.each(['Revoke this key?', 'The stored key ends in {hint}.', 'End the class'])('the words of keys are allowed: “%s”', (text) =>
  expect(judgeText(text)).toEqual([]),
);

it('reads the ids of a catalogue, also over several lines, without its header', () => {
  const catalogue =
    'msgid ""\nmsgstr ""\n"Language: es\\n"\n\nmsgid "Saved."\nmsgstr "Guardado."\n\nmsgid ""\n"One "\n"text"\nmsgstr "Un texto"\n';
  expect(textsIn(catalogue)).toEqual(['Saved.', 'One text']);
});
