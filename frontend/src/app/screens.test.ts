import { expect, it } from 'vitest';
import { SCREENS } from '#contract/screens.ts';
import { router } from '#frontend/app/router.tsx';

it('ROOT-10 G43 screens have addresses, including those that the specification switches by state; the server knows exactly the router’s addresses', () => {
  expect(Object.keys(router.routesByPath).toSorted()).toEqual(SCREENS.toSorted());
});
