import { it } from 'vitest';
import { patience } from '#ops/testing/slowness.ts';
import { useFuzz } from './fuzz.factory.ts';

// `fuzz.test.ts` has one request of each kind; these are more
const { expectNoErrors } = useFuzz();

it('requests made from the OpenAPI document find no server error', { timeout: patience(240_000) }, () =>
  // more for operations that filter and sort, whose parameters can combine with different columns
  expectNoErrors(({ parameters }) => 4 + parameters.filter((one) => one.in === 'query').length),
);
