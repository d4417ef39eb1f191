import { describe, expect, it } from 'vitest';
import { isScreen } from '#contract/screens.ts';

describe('the addresses of screens', () => {
  it.each(['/', '/courses', '/courses/', '/Courses', '/courses/0194-ab', '/courses/c%201/learn/0/1', '/create/runs/1/lessons/2'])(
    'G43 %s is one',
    (path) => expect(isScreen(path)).toBe(true),
  );

  it.each(['/nowhere', '/courses/1/learn/0', '/courses//history', '/create/runs/1/lessons', '/coursesx', '/terms', '//'])(
    '%s is not one',
    (path) => expect(isScreen(path)).toBe(false),
  );
});
