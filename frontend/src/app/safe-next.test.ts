import { describe, expect, it } from 'vitest';
import { safeNext } from '#frontend/app/safe-next.ts';

describe('the address to go to after sign-in', () => {
  it('is an address of this product', () => {
    expect(safeNext('/courses?filter=saved')).toEqual({ next: '/courses?filter=saved' });
  });

  it.each(['https://example.com', '//example.com', '/\\example.com', 'javascript:alert(1)', '', undefined, 5])('is never %s', (next) => {
    expect(safeNext(next)).toStrictEqual({ next: undefined });
  });
});
