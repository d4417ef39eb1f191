import { describe, expect, it } from 'vitest';
import { markMaths } from './lesson-maths.ts';

describe('the maths of a lesson', () => {
  it.each([
    ['It costs $5 and $10.'],
    ['From $5-$10 a jar, US$ 3 a lid.'],
    ['Run `echo $HOME and $PATH` now.'],
    ['```sh\necho $A$B\n```'],
    ['No sign at all.'],
    ['A [link\\] and \\(brackets\\).'],
  ])('is not seen in %j', (markdown) => {
    expect(markMaths(markdown)).toEqual({ markdown, hasMaths: false });
  });

  it.each([
    ['The area is $\\pi r^2$.', 'The area is $\\pi r^2$.'],
    ['It costs $5, and $x$ is free.', 'It costs \\$5, and $x$ is free.'],
    ['$$\nE = mc^2\n$$', '$$\nE = mc^2\n$$'],
    ['So \\(x^2 + 1\\) it is.', 'So $x^2 + 1$ it is.'],
    ['So\n\\[\nx = 1\n\\]\nit is.', 'So\n\n$$\nx = 1\n$$\n\nit is.'],
    ['`$a$` is code, $a$ is not.', '`$a$` is code, $a$ is not.'],
  ])('of %j is %j', (markdown, marked) => {
    expect(markMaths(markdown)).toEqual({ markdown: marked, hasMaths: true });
  });
});
