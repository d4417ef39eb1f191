import { expect, it } from 'vitest';
import { SCREENS } from '#contract/screens.ts';
import { router } from '#frontend/app/router.tsx';

it('ROOT-10 G43 screens have addresses, also those that the specification switches by state; the server knows every address the router has, and no other', () => {
  expect(Object.keys(router.routesByPath).toSorted()).toEqual(SCREENS.toSorted());
});
