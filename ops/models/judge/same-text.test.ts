import { expect, it } from 'vitest';
import { difference, differenceFromAll } from './same-text.ts';

const TEXT = 'A colony swarms when it has no room left. You see it by the cells of new queens, which hang at the edge of a comb.';

it('spaces, headings and punctuation make no difference', () => {
  expect(difference(`## ${TEXT.replaceAll('. ', '.\n\n')}`, TEXT)).toBeNull();
  expect(difference(`${TEXT.slice(0, -1)}!`, TEXT)).toBeNull();
});

it.each([
  ['a mark of a template', `${TEXT}<|im_end|>\n<|im_start|>user`],
  ['one mark at the end of a text of any length', `${TEXT}<|reserved_special_token_247|>`],
  ['what was never meant', `${TEXT} Let me know if you would like more.`],
  ['a loop', `${TEXT} ${'It is so. '.repeat(9)}`],
  ['an end that is missing', TEXT.slice(0, 60)],
  ['a command of a formula that lost its first sign', `${TEXT} $\frac{a}{b}$`],
  ['another text', "I'm sorry, but I can't help with that."],
])('%s makes one', (_, stored) => {
  expect(difference(stored, TEXT)).not.toBeNull();
});

it('of a short text every word counts, and of Chinese every character', () => {
  expect(difference('抱歉，我无法协助完成这个请求。', 'worker')).not.toBeNull();
  expect(difference('worker<|eot_id|>', 'worker')).not.toBeNull();
  expect(differenceFromAll('worker', ['queen', 'Worker.'])).toBeNull();
});
