import { it } from 'vitest';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { expectNothingLost } from './outage.factory.ts';
import { usePipeline } from './pipeline.factory.ts';

// `recovery.test.ts` has one service down, and one run for each age and failure; this file has nine concurrent runs, with more services
// down
const pipeline = usePipeline();
const STEPS = [5, 60, 600].flatMap((age) => (['nothing', '500', 'unusable'] as const).map((earlier) => ({ age, earlier })));

it.each([{ services: ['claude'] }, { services: ['claude', 'gemini'] }, { services: SERVICES }] as const)(
  'an outage of $services that is shorter than the patience ends no run and loses no lesson',
  ({ services }) => expectNothingLost(pipeline, services, STEPS),
  120_000,
);
