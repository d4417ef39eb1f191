import { it } from 'vitest';
import { patience } from '#ops/testing/slowness.ts';
import { useFuzz } from './fuzz.factory.ts';

// `fuzz.test.ts` has one request of each; these are more
const { expectNoErrors } = useFuzz();

it('requests made from the OpenAPI document find no error of ours', { timeout: patience(240_000) }, () =>
  // more for those that narrow and sort: each parameter may meet another column
  expectNoErrors(({ parameters }) => 4 + parameters.filter((one) => one.in === 'query').length),
);
