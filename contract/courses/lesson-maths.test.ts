import { describe, expect, it } from 'vitest';
import { formulasIn, inPlainWords, markMaths } from './lesson-maths.ts';

describe('the maths of a lesson', () => {
  it.each([
    ['It costs $5 and $10.'],
    ['From $5-$10 a jar, US$ 3 a lid.'],
    ['Run `echo $HOME and $PATH` now.'],
    ['```sh\necho $A$B\n```'],
    ['No sign at all.'],
    ['A [link\\] and \\(brackets\\).'],
  ])('is not found in %j', (markdown) => {
    expect(markMaths(markdown)).toEqual({ markdown, hasMaths: false });
  });

  it.each([
    ['The area is $\\pi r^2$.', 'The area is $\\pi r^2$.'],
    ['It costs $5, and $x$ is free.', 'It costs \\$5, and $x$ is free.'],
    ['$$\nE = mc^2\n$$', '$$\nE = mc^2\n$$'],
    ['So \\(x^2 + 1\\) it is.', 'So $x^2 + 1$ it is.'],
    ['So\n\\[\nx = 1\n\\]\nit is.', 'So\n\n$$\nx = 1\n$$\n\nit is.'],
    ['`$a$` is code, $a$ is not.', '`$a$` is code, $a$ is not.'],
    // more signs let it have an escaped one
    ['So $x = \\$5$ each, or $6.', 'So $$x = \\$5$$ each, or \\$6.'],
  ])('of %j is %j', (markdown, marked) => {
    expect(markMaths(markdown)).toEqual({ markdown: marked, hasMaths: true });
  });
});

describe('a plain text', () => {
  it.each([
    ['Is $x^2$ odd?', ['x^2'], 'Is x^2 odd?'],
    ['So $x = \\$5$ each, or $6.', ['x = \\$5'], 'So x = \\$5 each, or $6.'],
    ['It costs $1,000/month; cap=2000$.', [], 'It costs $1,000/month; cap=2000$.'],
    ['From 5$/kg and 10$/kg, or $7 and $8.', [], 'From 5$/kg and 10$/kg, or $7 and $8.'],
    ['A \\$ sign.', [], 'A $ sign.'],
  ])('of %j has the formulas %j, and in words is %j', (text, formulas, words) => {
    expect(
      formulasIn(text)
        .filter(({ isFormula }) => isFormula)
        .map((piece) => piece.text),
    ).toEqual(formulas);
    expect(inPlainWords(text)).toBe(words);
  });
});
