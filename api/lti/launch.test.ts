import { generateKeyPair } from 'jose';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solving, type Solution } from '#contract/simulations/compile-scene.ts';
import type { Scene } from '#contract/simulations/scene.contract.ts';
import { FROM_OUR_PAGE, useTestApi } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { buildContent, buildLesson, givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { verifyLaunch } from '#domain/lti/launch-session.queries.ts';
import { readRosters } from '#domain/lti/read-rosters.command.ts';
import { graded } from '#domain/lti/score.commands.ts';
import { sendScores } from '#domain/lti/send-scores.command.ts';
import { sceneFor } from '#ops/sandbox/simulations/library.ts';
import { INSTRUCTOR, LTI, startLtiPlatform, type LtiPlatform } from '#ops/testing/lti-platform.ts';
import { givenSchool, type Deviation, type School } from './lti.factory.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/insert into \\?"lti_session/);

const api = useTestApi();
let school: School;
let other: School;
/** A platform that is not registered. */
let stranger: LtiPlatform;
let lesson: string;

beforeAll(async () => {
  school = await givenSchool(api, 'head@school.example');
  other = await givenSchool(api, 'head@other.example');
  stranger = await startLtiPlatform();
  lesson = await school.placed({ lesson_id: school.lessonIds[0]! });
});
afterAll(() => {
  for (const lms of [school.lms, other.lms, stranger]) lms.close();
});

const answerTo = (questionId: string, chosen: string) => ({
  answer_id: uuidv7(),
  lesson_id: school.lessonIds[0],
  question_id: questionId,
  chosen_ids: [chosen],
});
const makeDue = () =>
  api.database
    .knex('lti_score')
    .where({ state: 'waiting' })
    .update({ due_at: new Date(0), lease_until: null });

describe('a launch', () => {
  it('opens the lesson for the same new account of the organisation each time, whatever address the platform names', async () => {
    const first = await school.launch({ subject: 'ines', target: lesson, email: school.owner.email });
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({ opens: 'activity', language: 'en-US' });
    const again = await school.launch({ subject: 'ines', target: lesson });
    const accounts = await api.database
      .knex('lti_user')
      .join('account', 'account.id', 'account_id')
      .join('organisation_member', 'organisation_member.account_id', 'account.id')
      .where({ subject: 'ines' })
      .select('first_name', 'last_name', 'account.email', 'account.password_hash', 'role', 'organisation_id', 'account.id');
    expect(accounts).toMatchObject([
      { first_name: 'Ines', last_name: 'Ito', password_hash: null, role: 'member', organisation_id: school.organisationId },
    ]);
    expect(accounts[0].id).not.toBe(school.owner.userId);
    expect(accounts[0].email).toMatch(/@platform\.invalid$/);

    const activity = await school.inLaunch(again.json.token, 'GET', 'activity');
    expect(activity.json).toMatchObject({
      kind: 'lesson',
      is_graded: true,
      lessons: [{ lesson_id: school.lessonIds[0], completed: false }],
    });
    expect((await school.inLaunch(again.json.token, 'GET', `lessons/${school.lessonIds[0]}`)).json.lesson.title).toBe('The hive in spring');
    expect(school.lms.problems).toEqual([]);
  });

  it('has a token that opens its own lesson and nothing else, and no other token opens it', async () => {
    const { json } = await school.launch({ subject: 'bo', target: lesson });
    const elsewhere = [
      ['another lesson', await school.inLaunch(json.token, 'GET', `lessons/${school.lessonIds[1]}`), 404],
      ['a choice of contents', await school.inLaunch(json.token, 'GET', 'contents'), 404],
      ['a simulation', await school.inLaunch(json.token, 'GET', 'simulation'), 404],
      ['the account', await api.call('/api/auth/me', { bearer: json.token }), 401],
      ['no token', await api.call('/api/lti/activity', { cookie: school.owner.cookie, headers: FROM_OUR_PAGE }), 401],
      ['a session of the app', await school.inLaunch(school.owner.accessToken, 'GET', 'activity'), 401],
    ] as const;
    expect(elsewhere.map(([what, { status }]) => [what, status])).toEqual(elsewhere.map(([what, , status]) => [what, status]));
  });

  it('answers malformed requests like any endpoint', async () => {
    const { json } = await school.launch({ subject: 'bo', target: lesson });
    const opened = ENDPOINTS.filter(({ auth }) => auth === 'launch');
    expect(opened.length).toBeGreaterThan(5);
    for (const { method, path } of opened)
      for (const value of ['0', '..', "' or 1=1 -- 💥", '\u0000', 'null', '{"items":[{}],"tasks":[-1]}']) {
        const target = `${path.replace(':lesson_id', encodeURIComponent(value))}${method === 'GET' ? `?q=${encodeURIComponent(value)}` : ''}`;
        const answer = await api.call(target, { method, bearer: json.token, ...(method === 'POST' && { rawBody: value }) });
        expect([400, 404, ...(method === 'GET' ? [200] : [])], `${method} ${target}: ${answer.text}`).toContain(answer.status);
      }
  });

  it('gives a copy of the offered course that is not one of the market', async () => {
    await school.launch({ subject: 'dot', target: lesson });
    const { account_id } = (await api.database.knex('lti_user').where({ subject: 'dot' }).first('account_id'))!;
    expect(await api.database.knex('course').where({ account_id }).select('assigned_from', 'enrolled_from')).toEqual([
      { assigned_from: school.courseId, enrolled_from: null },
    ]);
  });

  it('ends with the membership: a removed member is not let in again', async () => {
    const { json } = await school.launch({ subject: 'cem', target: lesson });
    const { account_id } = (await api.database.knex('lti_user').where({ subject: 'cem' }).first('account_id'))!;
    const { id } = (await api.database.knex('organisation_person').where({ account_id }).first('id'))!;
    await school.asOwner('DELETE', `people/${id}`);
    expect((await school.inLaunch(json.token, 'GET', 'activity')).json.code).toBe('lti.session_ended');
    expect((await school.launch({ subject: 'cem', target: lesson })).json.code).toBe('lti.removed');
  });

  it('takes a seat, and is refused when none is left', async () => {
    await api.database.knex('organisation').where({ id: school.organisationId }).update({ seats: 1 });
    expect((await school.launch({ subject: 'late', target: lesson })).json.code).toBe('organisation.seats_full');
    await api.database.knex('organisation').where({ id: school.organisationId }).update({ seats: 50 });
    expect(await api.database.knex('lti_user').where({ subject: 'late' })).toEqual([]);
  });
});

describe('a launch is refused', () => {
  const without =
    (name: string): Deviation['claims'] =>
    (claims) =>
      Object.fromEntries(Object.entries(claims).filter(([one]) => one !== name));
  const FORGED: readonly (readonly [what: string, code: string, deviation: () => Deviation | Promise<Deviation>])[] = [
    ['for another tool', 'lti.audience', () => ({ claims: (as) => ({ ...as, aud: 'tool-2' }) })],
    ['for two tools without an authorised one', 'lti.audience', () => ({ claims: (as) => ({ ...as, aud: ['tool-1', 'tool-2'] }) })],
    ['with another authorised party', 'lti.audience', () => ({ claims: (as) => ({ ...as, azp: 'tool-2' }) })],
    ['without a signature', 'lti.signature', () => ({ sent: (body) => ({ ...body, id_token: unsigned(body['id_token']!) }) })],
    [
      'signed with a shared secret (HS256)',
      'lti.signature',
      () => ({ signing: { alg: 'HS256', key: new TextEncoder().encode('x'.repeat(32)) } }),
    ],
    [
      'signed by another key under a known name',
      'lti.signature',
      async () => ({ signing: { key: (await generateKeyPair('RS256')).privateKey } }),
    ],
    ['with an unknown key', 'lti.signature', () => ({ signing: { kid: 'unknown' } })],
    ['with a key that is not named', 'lti.signature', () => ({ signing: { kid: null } })],
    ['signed by another platform', 'lti.signature', () => ({ signedBy: stranger })],
    ['from another issuer', 'lti.issuer', () => ({ claims: (as) => ({ ...as, iss: stranger.origin }) })],
    ['that has expired', 'lti.expired', () => ({ claims: (as) => ({ ...as, exp: as.exp! - 900, iat: as.iat! - 900 }) })],
    ['that was signed an hour ago', 'lti.expired', () => ({ claims: (as) => ({ ...as, iat: as.iat! - 3_600 }) })],
    ['with the nonce of another launch', 'lti.nonce', () => ({ claims: (as) => ({ ...as, nonce: 'another' }) })],
    ['without a nonce', 'lti.message', () => ({ claims: without('nonce') })],
    ['of nobody', 'lti.message', () => ({ claims: without('sub') })],
    ['from another deployment', 'lti.deployment', () => ({ claims: (as) => ({ ...as, [`${LTI}deployment_id`]: 'deployment-2' }) })],
    ['of another type', 'lti.message', () => ({ claims: (as) => ({ ...as, [`${LTI}message_type`]: 'LtiSubmissionReviewRequest' }) })],
    ['of another version', 'lti.message', () => ({ claims: (as) => ({ ...as, [`${LTI}version`]: '1.1' }) })],
    ['with the state of another', 'lti.state', () => ({ sent: (body) => ({ ...body, state: 'x'.repeat(43) }) })],
    ['in another browser', 'lti.state', () => ({ sent: (body) => ({ ...body, browser: 'x'.repeat(43) }) })],
    [
      'for a target of another organisation',
      'lti.target',
      async () => {
        const target = await other.placed();
        return { claims: (as) => ({ ...as, [`${LTI}target_link_uri`]: target.replace(other.platformId, school.platformId) }) };
      },
    ],
    ['for an address elsewhere', 'lti.target', () => ({ claims: (as) => ({ ...as, [`${LTI}target_link_uri`]: 'https://evil.example/' }) })],
  ];

  const unsigned = (token: string): string => {
    const header = Buffer.from(JSON.stringify({ alg: 'none', kid: 'platform-key' })).toString('base64url');
    return `${header}.${token.split('.')[1]}.`;
  };

  it.each(FORGED)('%s: %s', async (_what, code, deviation) => {
    const answer = await school.launch({ subject: 'mallory', target: lesson }, await deviation());
    expect([answer.status, answer.json.code]).toEqual([403, code]);
    expect(await api.database.knex('lti_user').where({ subject: 'mallory' })).toEqual([]);
  });

  it('when it is sent again', async () => {
    let sent: Record<string, string> = {};
    await school.launch({ subject: 'ines', target: lesson }, { sent: (body) => (sent = body) });
    const replayed = await api.call('/api/lti/launches', { body: sent, headers: FROM_OUR_PAGE });
    expect([replayed.status, replayed.json.code]).toEqual([403, 'lti.state']);
    const anew = await school.launch({ subject: 'ines', target: lesson }, { sent: (body) => ({ ...body, id_token: sent['id_token']! }) });
    expect(anew.json.code).toBe('lti.nonce');
  });

  it('but not for good when the server fails temporarily: the same page retries', async () => {
    const failing = 'create function fail() returns trigger language plpgsql as $$ begin raise exception $a$no$a$; end $$';
    await api.database.knex.raw(`${failing}; create trigger fails before insert on lti_session execute function fail()`);
    let sent: Record<string, string> = {};
    expect((await school.launch({ subject: 'ines', target: lesson }, { sent: (body) => (sent = body) })).status).toBe(500);
    await api.database.knex.raw('drop trigger fails on lti_session; drop function fail()');
    const again = () => api.call('/api/lti/launches', { body: sent, headers: FROM_OUR_PAGE });
    expect((await again()).status).toBe(201);
    expect((await again()).json.code).toBe('lti.state');
  });

  it('while the platform is paused, and for an unknown one', async () => {
    await school.asOwner('PUT', `lms/${school.platformId}`, { name: 'Our Moodle', ...school.lms.registration, paused: true });
    const begin = (platform_id: string) =>
      api.call('/api/lti/logins', { body: { platform_id, iss: 'i', login_hint: 'h', target_link_uri: 't' }, headers: FROM_OUR_PAGE });
    expect((await begin(school.platformId)).json.code).toBe('lti.paused');
    expect((await begin(uuidv7())).json.code).toBe('not_found');
    await school.asOwner('PUT', `lms/${school.platformId}`, { name: 'Our Moodle', ...school.lms.registration });
    expect((await begin(school.platformId)).json.code).toBe('lti.issuer');
  });

  it('and the people who set up the platform see why', async () => {
    const { refusals } = (await school.asOwner('GET', `lms/${school.platformId}/refusals`)).json;
    const reasons = new Set(refusals.map(({ reason }: { reason: string }) => reason));
    expect([...reasons]).toEqual(expect.arrayContaining(['lti.audience', 'lti.signature', 'lti.nonce', 'lti.state', 'lti.target']));
    expect(JSON.stringify(refusals)).not.toContain('mallory');
    expect((await other.asOwner('GET', `lms/${school.platformId}/refusals`)).status).toBe(404);
  });
});

/** Finds settings that solve a task, by trying many. */
function solutionOf(scene: Scene, task: number): Solution {
  let tried: number[][] = [[]];
  for (const { min, max } of scene.parameters)
    tried = tried.flatMap((before) => Array.from({ length: 21 }, (_, n) => [...before, min + ((max - min) * n) / 20]));
  const found = tried.map((parameters) => ({ task, parameters, t: 0 })).find((one) => solving(scene, [one]).length > 0);
  if (!found) throw new Error(`no settings were found for task ${task + 1}`);
  return found;
}

describe('a grade', () => {
  it('is sent once for a completed lesson, survives an outage of the platform, and is sent again only when it is better', async () => {
    const before = school.lms.scores.length;
    const { json } = await school.launch({ subject: 'dee', target: lesson });
    const post = (target: string, body: unknown) => school.inLaunch(json.token, 'POST', target, body);
    await post('answers', answerTo('q1', 'b'));
    expect(await sendScores()).toBe(0);
    expect((await post('completions', { lesson_id: school.lessonIds[0] })).json).toEqual({ percent: 0, is_complete: true });
    await post('completions', { lesson_id: school.lessonIds[0] });
    school.lms.outages.push(503);
    expect(await sendScores()).toBe(0);
    await makeDue();
    expect(await sendScores()).toBe(1);
    expect(await sendScores()).toBe(0);
    await post('answers', answerTo('q1', 'a'));
    await post('answers', answerTo('q1', 'b'));
    expect(await sendScores()).toBe(1);
    const sent = school.lms.scores.slice(before);
    expect(sent).toMatchObject([
      { userId: 'dee', scoreGiven: 0, scoreMaximum: 100, activityProgress: 'Completed', gradingProgress: 'FullyGraded' },
      { userId: 'dee', scoreGiven: 100 },
    ]);
    expect(sent[0]!.timestamp < sent[1]!.timestamp).toBe(true);
    // one token and one line item served all
    expect(school.lms.tokens.count).toBeLessThanOrEqual(2);
    expect(school.lms.problems).toEqual([]);
  });

  it('A33 is sent for a child without consent, too: to the school’s own system, under the name the system gave, and nothing else', async () => {
    const before = school.lms.scores.length;
    await school.launch({ subject: 'kim', target: lesson });
    const kim = (await api.database.knex('lti_user').where({ subject: 'kim' }).first('account_id'))!.account_id;
    await api.database
      .knex('account')
      .where({ id: kim })
      .update({ birth_year: new Date().getUTCFullYear() - 10 });
    await api.database.knex('parental_consent').where({ account_id: kim }).delete();
    const { status, json } = await school.launch({ subject: 'kim', target: lesson });
    expect(status).toBe(201);
    await school.inLaunch(json.token, 'POST', 'answers', answerTo('q1', 'b'));
    await school.inLaunch(json.token, 'POST', 'completions', { lesson_id: school.lessonIds[0] });
    expect(await sendScores()).toBe(1);
    const sent = school.lms.scores.slice(before);
    expect(sent.map((score) => Object.keys(score).toSorted())).toEqual([
      ['activityProgress', 'gradingProgress', 'scoreGiven', 'scoreMaximum', 'timestamp', 'userId'],
    ]);
    expect(sent).toMatchObject([{ userId: 'kim' }]);
    // an app of the school learns nothing
    const { secret } = await givenKey({ accountId: school.owner.userId, holder: 'organisation', scopes: ['organisation'] });
    const listed = await api.call('/api/organisation/people', { bearer: secret });
    expect([listed.status, listed.text.includes(kim)]).toEqual([200, false]);
  });

  it('of a course grows with its lessons, and grades overtaken by a better one are not sent', async () => {
    const course = await school.placed();
    const { json } = await school.launch({ subject: 'eli', target: course });
    await school.inLaunch(json.token, 'POST', 'answers', answerTo('q1', 'a'));
    const completed = [];
    for (const lesson_id of school.lessonIds)
      completed.push((await school.inLaunch(json.token, 'POST', 'completions', { lesson_id })).json);
    expect(completed).toEqual([
      { percent: 33, is_complete: false },
      { percent: 33, is_complete: false },
      { percent: 33, is_complete: false },
    ]);
    expect(await sendScores()).toBe(1);
    expect(school.lms.scores.at(-1)).toMatchObject({ userId: 'eli', scoreGiven: 33, activityProgress: 'InProgress' });
    for (const lesson_id of school.lessonIds.slice(1))
      await school.inLaunch(json.token, 'POST', 'answers', { ...answerTo('q1', 'b'), lesson_id });
    expect(await sendScores()).toBe(1);
    expect(school.lms.scores.at(-1)).toMatchObject({ userId: 'eli', scoreGiven: 33, activityProgress: 'Completed' });
  });

  it('that a killed process has not stored is found', async () => {
    const { json } = await school.launch({ subject: 'fay', target: lesson });
    await school.inLaunch(json.token, 'POST', 'completions', { lesson_id: school.lessonIds[0] });
    const person = (await api.database.knex('lti_user').where({ subject: 'fay' }).first('id'))!;
    // as if it had ended between the completion and the result
    await api.database.knex('lti_score').where({ user_id: person.id }).delete();
    await api.database
      .knex('lti_session')
      .where({ user_id: person.id })
      .update({ ungraded_since: new Date(Date.now() - 60_000) });
    expect(await sendScores()).toBe(1);
    expect(school.lms.scores.at(-1)).toMatchObject({ userId: 'fay', activityProgress: 'Completed' });
    expect(await sendScores()).toBe(0);
  });

  it('of a call whose process is killed while another one ends is found, too', async () => {
    const { json } = await school.launch({ subject: 'gus', target: lesson });
    const { token } = json as { token: string };
    const { promise: killed, reject: kill } = Promise.withResolvers<never>();
    const launched = await verifyLaunch(token);
    const left = graded(launched, token, () => killed).catch(() => undefined);
    const notes = () => api.database.knex('lti_session').where({ user_id: launched.launch.ltiUserId }).whereNotNull('ungraded_since');
    await expect.poll(notes).toHaveLength(1);
    await school.inLaunch(token, 'POST', 'answers', answerTo('q1', 'a'));
    expect(await notes()).toHaveLength(1);
    kill(new Error('killed'));
    await left;
    expect(await notes()).toHaveLength(1);
  });

  it('creates one column for its link, however many processes send', async () => {
    const target = await school.placed({ lesson_id: school.lessonIds[2]! });
    for (const subject of ['hal', 'ida']) {
      const { json } = await school.launch({ subject, target });
      await school.inLaunch(json.token, 'POST', 'completions', { lesson_id: school.lessonIds[2] });
    }
    const [before, sentBefore] = [school.lms.lineItems.length, school.lms.scores.length];
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    Object.assign(school.lms.slowness, { until: promise, held: 0 });
    let ended = 0;
    const processes = [1, 2].map(() => sendScores().then(() => (ended += 1)));
    await expect.poll(() => school.lms.slowness.held + ended).toBe(2);
    answer();
    await Promise.all(processes);
    await makeDue();
    await sendScores();
    expect(school.lms.lineItems.length).toBe(before + 1);
    const sent = school.lms.scores.slice(sentBefore).map(({ userId }) => userId);
    expect(sent.toSorted()).toEqual(['hal', 'ida']);
  });

  it('of a simulation is its share of solved tasks', async () => {
    const home = (await api.database.knex('course').where({ id: school.courseId }).first('id', 'run_id'))!;
    const scene = sceneFor('lenses');
    const simulation_id = uuidv7();
    const row = { id: simulation_id, home_id: home.run_id ?? home.id, place: 1, account_id: school.owner.userId, wish: 'Lenses' };
    await api.database.knex('simulation').insert({ ...row, scene: JSON.stringify(scene) });
    const { json } = await school.launch({ subject: 'jo', target: await school.placed({ simulation_id }) });
    const call = (method: string, target: string, body?: unknown) => school.inLaunch(json.token, method, target, body);
    expect((await call('GET', 'activity')).json).toMatchObject({ kind: 'simulation', title: scene.title, lessons: [], is_graded: true });
    expect((await call('GET', 'simulation')).json).toMatchObject({ simulation_id, scene: { title: scene.title }, solved: [] });
    expect((await call('GET', `lessons/${school.lessonIds[0]}`)).status).toBe(404);
    const solutions = scene.tasks.map((_, task) => solutionOf(scene, task));
    expect((await call('POST', 'solved', { solutions: solutions.slice(0, 1) })).json).toEqual({ solved: [0] });
    expect(await sendScores()).toBe(1);
    const tasks = scene.tasks.map((_, at) => at);
    // settings of another task, out of reach, or of no scene solve nothing
    const [first] = solutions as [Solution];
    for (const twisted of [
      { ...first, task: tasks.length },
      { ...first, parameters: scene.parameters.map(({ min }) => min) },
      { ...first, parameters: scene.parameters.map(({ max }) => max * 1_000) },
      { ...first, parameters: [...first.parameters, 0] },
      { ...first, parameters: [] },
      { ...first, parameters: ['1e3'] },
      { ...first, t: -1 },
      { ...first, t: 1e9 },
      { ...first, task: 0.5 },
    ])
      expect((await call('POST', 'solved', { solutions: [twisted] })).json.code, JSON.stringify(twisted)).toBe('validation.failed');
    for (const body of [{}, { tasks }, { solutions: [] }, { solutions: Array(9).fill(first) }])
      expect((await call('POST', 'solved', body)).json.code).toBe('validation.failed');
    expect((await call('GET', 'simulation')).json.solved).toEqual([0]);
    expect((await call('POST', 'solved', { solutions })).json).toEqual({ solved: tasks });
    expect(await sendScores()).toBe(1);
    expect((await call('GET', 'simulation')).json.solved).toEqual(tasks);
    expect(school.lms.scores.filter(({ userId }) => userId === 'jo')).toMatchObject([
      { scoreGiven: Math.round(100 / tasks.length), activityProgress: 'InProgress' },
      { scoreGiven: 100, activityProgress: 'Completed' },
    ]);
    expect(school.lms.problems).toEqual([]);
  });

  it('is not given to teachers who look at the content', async () => {
    const { json } = await school.launch({ subject: 'teacher', roles: [INSTRUCTOR], target: lesson });
    expect((await school.inLaunch(json.token, 'GET', 'activity')).json.is_graded).toBe(false);
  });
});

describe('a choice of contents', () => {
  it('offers the content that the organisation offers, and places it in a signed message, once', async () => {
    const { json } = await school.launch({ subject: 'teacher', roles: [INSTRUCTOR] });
    expect(json.opens).toBe('contents');
    const { courses } = (await school.inLaunch(json.token, 'GET', 'contents?q=beekeeping%20first')).json;
    expect(courses).toMatchObject([{ source: 'offered', course_id: school.courseId, lessons: [{}, {}, {}] }]);
    const hidden = await givenCourse(school.owner.userId, {
      document: buildContent({ modules: [{ title: 'a', summary: '', lessons: [buildLesson()] }] }),
    });
    const choose = (course_id: string) => school.inLaunch(json.token, 'POST', 'choice', { items: [{ source: 'offered', course_id }] });
    expect((await choose(hidden)).json.code).toBe('lti.target');
    expect((await choose(other.courseId)).json.code).toBe('lti.target');
    expect((await choose(school.courseId)).status).toBe(200);
    expect((await choose(school.courseId)).json.code).toBe('lti.session_ended');
  });

  it('is for teachers, and returns to the platform alone', async () => {
    expect((await school.launch({ subject: 'gil' })).json.code).toBe('lti.not_teacher');
    const settings = 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings';
    const elsewhere = await school.launch(
      { subject: 'teacher', roles: [INSTRUCTOR] },
      { claims: (as) => ({ ...as, [settings]: { ...(as[settings] as object), deep_link_return_url: 'https://evil.example/' } }) },
    );
    expect(elsewhere.json.code).toBe('lti.return');
  });
});

describe('a list of members', () => {
  it('is read page by page when a teacher comes, and shown to the people who set up the platform', async () => {
    await school.launch({ subject: 'learner-0', target: lesson });
    await api.database.knex('lti_context').update({ due_at: new Date(0) });
    expect(await readRosters()).toBeGreaterThan(0);
    const { contexts } = (await school.asOwner('GET', 'lms-classes')).json;
    expect(contexts).toMatchObject([{ title: 'Class 7b', members: 3, is_due: false, problem: null }]);
    const { members } = (await school.asOwner('GET', `lms-classes/${contexts[0].context_id}`)).json;
    expect(members).toMatchObject([
      { name: 'Learner 0', roles: ['Learner'], is_active: true, user_id: expect.any(String) },
      { name: 'Learner 1', user_id: null },
      { name: 'Learner 2', is_active: false },
    ]);
    expect((await other.asOwner('GET', `lms-classes/${contexts[0].context_id}`)).status).toBe(404);
    expect((await school.asOwner('POST', `lms-classes/${contexts[0].context_id}/reading`)).status).toBe(202);
  });
});
