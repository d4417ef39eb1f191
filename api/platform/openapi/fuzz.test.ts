import { it } from 'vitest';
import { patience } from '#ops/testing/slowness.ts';
import { useFuzz } from './fuzz.factory.ts';

const { expectNoErrors } = useFuzz();

it(
  'a request of each operation that its schemas accept, and one that differs in one place, find no server error',
  { tags: 'slow', timeout: patience(240_000) },
  () => expectNoErrors(() => 1),
);
