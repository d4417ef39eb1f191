import type { BodyOf } from '#contract/platform/endpoint.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { createCreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { POINTS } from '#contract/dashboard/points.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { sql, rowsOf } from '#domain/platform/sql.ts';
import { withEngine } from '../scripts/with-engine.ts';
import { seedPublishedCourses } from './published-courses.ts';
import { seedSampleCommunity } from './sample-community.ts';
import { seedSampleLearner } from './sample-learner.ts';
import { accountIds, ILSE, NOOR, studentAddress } from './sample-people.ts';
import { seedSampleRuns } from './sample-runs.ts';
import { areSamplesRemoved, removeSamples } from './remove-samples.ts';
import { seedSampleSales } from './sample-sales.ts';
import { seedSamplePlaces } from './sample-places.ts';
import { ScriptError } from '../scripts/run-script.ts';

const CREATOR = 'creator@example.com';
/** Audit entry of the given drafts: one that its owner deletes is not given again. */
const GIVEN_COURSES = { actor: 'script:seed', action: 'studio.sample_courses' } as const;

const DRAFTS: readonly BodyOf<typeof createCreatorCourse>[] = [
  {
    title: 'Bread at home: four loaves in four weekends',
    description: `Flour, water, salt and time: a course for people whose first loaf came out flat.

Each weekend you bake one bread and learn the one thing it teaches best: how dough feels when it has been kneaded enough, what a slow rise does for taste, how to shape a loaf that keeps its height, and how to run an oven that was not made for bread. At the end you have four breads you can repeat, and you can tell what went wrong by looking at the crumb.`,
    category: 'personal',
    price: 8,
    difficulty: 'beginner',
    duration: 6,
    objectives: `Judge by touch whether a dough has been kneaded and has risen enough
Bake a tin loaf, a flatbread, a rye bread and a sourdough from the same few ingredients
Read a crumb and name what to change next time`,
    tags: ['baking', 'bread', 'sourdough'],
    prerequisites: 'An oven, a kitchen scale and one free morning a week. No baking experience.',
  },
  {
    title: 'Bookkeeping for a business of one',
    description: `You are good at what you sell and put off the paperwork. This course sets up books that take an hour a week and answer three questions at any time: what came in, what has to be paid, and what is really yours.

It works with a spreadsheet and one business account. It does not replace a tax adviser; it makes sure you hand over papers that a tax adviser can work with.`,
    category: 'business',
    price: 10,
    difficulty: 'beginner',
    duration: 4.5,
    objectives: `Record income and expenses so that every entry leads back to a receipt
Tell profit from the money in the account
Write invoices that get paid, and follow up the ones that do not
Put money aside for tax before it is due`,
    tags: ['bookkeeping', 'freelancing', 'invoices'],
    prerequisites: 'You sell something, or are about to. You can add up a column in a spreadsheet.',
  },
];

const GIVEN = { actor: 'script:seed', action: 'members.samples', subject: 'installation' } as const;

/** People on the leaderboard, with the points of the lessons they have read. */
const LISTED = ['Amira', 'Dalia', 'Enzo', 'Farah', 'Ilya', 'Jun', 'Linh', 'Osman'];

/** People with a public profile, and its text. */
const PROFILES: readonly (readonly [email: string, bio: string])[] = [
  [NOOR, 'I write about the sea and the sky, and answer questions in the forums most evenings.'],
  [ILSE, 'Baker for eleven years. My starter is older than my oven.'],
  [studentAddress('Amira'), 'Reading the night sky from a balcony, between two street lamps.'],
  [studentAddress('Enzo'), 'I sell ceramics on Saturdays and want prices that pay for the clay.'],
  [studentAddress('Farah'), 'Nurse. Statistics, so that I can judge a study myself.'],
  [studentAddress('Jun'), 'First program at 52: it renames my photos.'],
];

const PASSWORD = 'coursewright-demo';

/** Enough tokens to try everything. Granted once. */
const GIFT = { tokens: 100_000, occasion: 'sample-account', cause: toSentence('Sample account'), actor: 'script:seed' } as const;

const SAMPLE_ACCOUNTS = [
  { email: 'learner@example.com', firstName: 'Lena', lastName: 'Learner', roles: ['learner'] },
  { email: 'creator@example.com', firstName: 'Carlos', lastName: 'Creator', roles: ['creator'] },
  { email: 'operator@example.com', firstName: 'Olu', lastName: 'Operator', roles: ['operator', 'admin'] },
] as const;
type SampleRole = (typeof SAMPLE_ACCOUNTS)[number]['roles'][number];

/** A named set of rows. `seed` is idempotent and returns a line for each action. */
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

/** Runs each part once, in this order, because each uses the previous one. */
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

/** Returns the scenario with that name. @throws ScriptError listing all of them if there is none */
export function scenarioOf(name: string | undefined): Scenario {
  const scenario = name === undefined || !Object.hasOwn(SCENARIOS, name) ? undefined : SCENARIOS[name];
  if (scenario) return scenario;
  const known = Object.entries(SCENARIOS).map(([key, { about }]) => `${key} (${about})`);
  const problem = name ? `There is no scenario '${name}'` : 'Name a scenario: npm run seed -- <scenario>';
  throw new ScriptError(`${problem}. Scenarios: ${known.join(', ')}.`);
}

/** Creates the missing sample accounts. @returns a line for each changed one */
export async function seedSampleAccounts(): Promise<string[]> {
  const emails = SAMPLE_ACCOUNTS.map((account) => account.email);
  // nobody reads their mail, and without a verified address only the password could be tried
  await database()('account').whereIn('email', emails).whereNull('email_verified_at').update({ email_verified_at: database().fn.now() });
  const { rows } = await database().raw(
    `select email, roles, exists (select from token_lot where owner_kind = 'user' and owner_id = account.id::text
                                     and source = 'admin' and period_key = ?) as has_gift
       from account where email = any(?)`,
    [GIFT.occasion, emails],
  );
  const found = new Map((rows as { email: string; roles: string[]; has_gift: boolean }[]).map((row) => [row.email, row]));
  const rolesLeft = (email: string, roles: readonly SampleRole[]) => roles.filter((role) => !found.get(email)?.roles.includes(role));
  const missing = SAMPLE_ACCOUNTS.filter(({ email, roles }) => !found.get(email)?.has_gift || rolesLeft(email, roles).length > 0);
  if (missing.length === 0) return [];

  // loaded only when needed: password hashing is native code, and every start checks whether something is missing
  const { registerAccount } = await withEngine(import('#domain/identity/accounts/account.commands.ts'));
  const { logOut } = await withEngine(import('#domain/identity/sessions/session.commands.ts'));
  const { grantByHand } = await withEngine(import('#domain/billing/ledger/grant.commands.ts'));
  const { grantRole } = await withEngine(import('#domain/identity/accounts/account.commands.ts'));
  for (const { roles, ...person } of missing) {
    if (!found.has(person.email)) {
      const { refreshToken } = await registerAccount({ ...person, password: PASSWORD, marketingConsent: false, userAgent: 'seed' });
      await database()('account').where({ email: person.email }).update({ email_verified_at: database().fn.now() });
      await logOut({ accessToken: null, refreshToken, cookie: null }); // registering signs in, and no one uses this session
    }
    for (const role of rolesLeft(person.email, roles)) await grantRole({ email: person.email, role, actor: 'script:seed' });
    await grantByHand({ email: person.email, ...GIFT });
  }
  return missing.map((account) => `${account.email} (${account.roles[0]}), password ${PASSWORD}`);
}

/** Adds some sample people to the leaderboard and the list of people. Runs once. @returns a line for each action */
async function seedSampleMembers(): Promise<string[]> {
  if (await database()('audit_entry').where(GIVEN).first('id')) return [];
  const ids = await accountIds([...PROFILES.map(([email]) => email), ...LISTED.map(studentAddress)]);
  const { saveSettings } = await withEngine(import('#domain/settings/save-settings.command.ts'));
  const profiles = PROFILES.flatMap(([email, bio]) => (ids.has(email) ? [{ id: ids.get(email)!, bio }] : []));
  for (const { id } of profiles) await saveSettings({ accountId: id, changes: { privacy: { data_sharing: true } } });
  return transact(async (trx) => {
    for (const { id, bio } of profiles) await trx('account').where({ id }).update({ bio });
    const listed = LISTED.flatMap((name) => {
      const id = ids.get(studentAddress(name));
      return id === undefined ? [] : [{ account_id: id, display_name: name }];
    });
    await trx('leaderboard_entry').insert(listed).onConflict('account_id').ignore();
    await rowsOf(
      trx,
      sql`insert into point_entry (account_id, cause, points, created_at)
          select account_id, 'lesson:' || course_id || ':' || lesson_id, ${POINTS.lesson_completed}::int, completed_at
            from lesson_completion where account_id = any(${listed.map(({ account_id: id }) => id)}::uuid[])
              on conflict do nothing`,
    );
    await recordAudit(GIVEN, trx);
    return [`${listed.length} sample people on the leaderboard, ${profiles.length} with a profile`];
  });
}

/** Gives the sample creator two drafts, so that a new installation's studio is not empty. They were never sold. */
async function seedSampleCourses(): Promise<string[]> {
  const { rows } = await database().raw(
    `select id from account where email = ? and not exists (select from audit_entry where subject = 'account:' || account.id and action = ?)`,
    [CREATOR, GIVEN_COURSES.action],
  );
  if (rows.length === 0) return [];

  // loaded only when needed, like the accounts: every start checks
  const { createCreatorCourse } = await withEngine(import('#domain/studio/creator-course.commands.ts'));
  for (const [index, fields] of DRAFTS.entries())
    await createCreatorCourse({ accountId: rows[0].id, fields, idempotencyKey: `sample-course-${index + 1}` });
  await recordAudit({ ...GIVEN_COURSES, subject: `account:${rows[0].id}` });
  return [`${CREATOR}: ${DRAFTS.length} drafts in the Creator Studio`];
}
