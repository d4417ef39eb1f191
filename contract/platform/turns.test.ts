import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ENDPOINTS } from '#contract/endpoints.ts';

interface Shape {
  readonly type?: string;
  readonly enum?: unknown;
  readonly format?: unknown;
  readonly pattern?: unknown;
  readonly anyOf?: readonly Shape[];
}

/** Query texts that name a single thing, or a position in a list: they are looked up, not searched for. */
const NAMES = [
  'after before cursor skip key token tz time_zone from to',
  'live keep unsaved language kind work step_error purpose',
  'user1_id user2_id person course_id class_id lesson_id room_id group_id forum_id batch_id creator creator_course_id course deck action error_code until since',
].flatMap((names) => names.split(' '));

/**
 * Public endpoints without turns, by the reason: what they do takes a stranger's share of the event loop (`withinShare`), and little else.
 * An endpoint that draws, converts or encodes, or whose statement reads or locks what many have written, needs turns.
 */
const WITHOUT_TURNS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'passwords are hashed in a bounded line of their own (`password.ts`)': 'login register resetPassword',
    'few rows by the hash of a secret, within a low limit': [
      'logout refresh verifyEmail readReset answerParentalRequest correctBirthYear readParentalRequest forgotPassword finishSignIn',
      'readMailChoice saveMailChoice unsubscribeAtOnce',
    ].join(' '),
    'a token of a provider is checked by keys that are kept, within a low limit':
      'finishProvider socialLogin signInWithPasskey startPasskeySignIn startProvider listProviders',
    'what is not signed ends before any connection, and documents are kept (`kept-readings.ts`); within a low limit': [
      'enterByOrganisation findOrganisationSignIn finishOrganisationSignIn startOrganisationSignIn organisationMetadata',
      'openLtiLaunch registerLtiPlatform startLtiLogin',
    ].join(' '),
    'one row is written, within a low limit': 'registerClient sendSalesMessage',
    'a stored file is found by its key and streamed': 'marketCover audioFeedFile linkedVideo interfaceTextsFile',
    'one course, certificate or key by its id or signed address; texts are made in the event loop': [
      'getMarketCourse getPreviewLesson readSharedCourse audioFeed getCertificate getCredential badgeRevocations badgeKey badgeKeys',
      'ltiConfiguration ltiKeys',
    ].join(' '),
    'from memory, or few rows that are the same for everybody': 'interfaceTexts translateLanguages about investorContact health live ready',
  }).flatMap(([why, names]) => names.split(' ').map((name) => [name, why])),
);

const isFree = ({ type, enum: options, format, pattern, anyOf = [] }: Shape): boolean =>
  anyOf.some(isFree) || (type === 'string' && !options && !format && !pattern);

const searching = ENDPOINTS.flatMap((endpoint) => {
  const { properties = {} } = endpoint.query ? z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' }) : {};
  const texts = Object.entries(properties).filter(([name, shape]) => isFree(shape as Shape) && !NAMES.includes(name));
  return texts.map(([text]) => [endpoint.name, text, endpoint] as const);
});

describe('turns', () => {
  it.each(searching)('%s takes a turn when it searches for `%s`', (_, text, { turns = [] }) => {
    expect(turns === 'always' || turns.includes(text)).toBe(true);
  });

  it('are taken by every public endpoint, except those that are listed with the reason', () => {
    const without = ENDPOINTS.filter(({ auth, turns, constant }) => auth === 'public' && !turns && !constant).map(({ name }) => name);
    const says = 'a stranger costs it next to nothing (add it to WITHOUT_TURNS), or it declares `turns`';
    expect(without.toSorted(), says).toEqual(Object.keys(WITHOUT_TURNS).toSorted());
  });

  it('are declared for fields that the query has', () => {
    for (const { name, query, turns } of ENDPOINTS) {
      const fields = query ? Object.keys((z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object) : [];
      if (turns && turns !== 'always') expect([name, fields]).toEqual([name, expect.arrayContaining([...turns])]);
    }
  });
});
