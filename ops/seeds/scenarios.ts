import { config } from '#domain/platform/config.ts';
import { seedSampleAccounts } from './sample-accounts.ts';
import { seedPublishedCourses } from './published-courses.ts';
import { seedSampleCommunity } from './sample-community.ts';
import { seedSampleCourses } from './sample-courses.ts';
import { seedSampleLearner } from './sample-learner.ts';
import { seedSampleMembers } from './sample-members.ts';
import { seedSampleRuns } from './sample-runs.ts';
import { areSamplesRemoved, removeSamples } from './remove-samples.ts';
import { seedSampleSales } from './sample-sales.ts';
import { seedSamplePlaces } from './sample-places.ts';
import { ScriptError } from '../scripts/run-script.ts';

/** A named set of rows. `seed` is idempotent and returns a line for each thing it did. */
interface Scenario {
  readonly about: string;
  seed(): Promise<string[]>;
}

/** Restricts seeds to development on loopback, because they contain known passwords. @throws ScriptError anywhere else */
function inDevelopment(seed: () => Promise<string[]>): () => Promise<string[]> {
  return async () => {
    if (config().production) {
      throw new ScriptError(
        'Seeds are for development on this machine: NODE_ENV must not be production and PUBLIC_ORIGIN must be loopback.',
      );
    }
    return seed();
  };
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'sample-accounts': {
    about: 'a learner, a creator and an operator to sign in as, and samples to look at',
    seed: inDevelopment(async () => [...(await seedSampleAccounts()), ...((await areSamplesRemoved()) ? [] : await seedSamples())]),
  },
  'remove-samples': { about: 'removes the samples and keeps the accounts', seed: inDevelopment(removeSamples) },
};

/** Each part once; in this order, because each uses the one before. */
const seedSamples = async (): Promise<string[]> => [
  ...(await seedSampleCourses()),
  ...(await seedPublishedCourses()),
  ...(await seedSampleSales()),
  ...(await seedSampleLearner()),
  ...(await seedSampleMembers()),
  ...(await seedSamplePlaces()),
  ...(await seedSampleCommunity()),
  ...(await seedSampleRuns()),
];

/** The scenario of that name. @throws ScriptError listing all of them when there is none */
export function scenarioOf(name: string | undefined): Scenario {
  const scenario = name === undefined || !Object.hasOwn(SCENARIOS, name) ? undefined : SCENARIOS[name];
  if (scenario) return scenario;
  const known = Object.entries(SCENARIOS).map(([key, { about }]) => `${key} (${about})`);
  const problem = name ? `There is no scenario '${name}'` : 'Name a scenario: npm run seed -- <scenario>';
  throw new ScriptError(`${problem}. Scenarios: ${known.join(', ')}.`);
}
