import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { readRosters } from '#domain/lti/read-rosters.command.ts';
import { CHOICE_CLAIMS, LAUNCH_CLAIMS, ROLES } from '#ops/testing/lti/peculiarities.ts';
import { startVendor } from '#ops/testing/lti/vendor-server.ts';
import { INSTRUCTOR } from '#ops/testing/lti-platform.ts';
import { givenSchool, type School } from './lti.factory.ts';

const api = useTestApi();
let school: School;
let lesson: string;

beforeAll(async () => {
  school = await givenSchool(api, 'head@claims.example');
  lesson = await school.placed({ lesson_id: school.lessonIds[0]! });
});
afterAll(() => school.lms.close());

const problems = () => api.database.knex('lti_refusal').where({ platform_id: school.platformId });

describe('the person of a launch', () => {
  it.each(ROLES)('in %s %s: %j', async (product, who, roles, teaches) => {
    const subject = `${product} ${who}`;
    const { json } = await school.launch({ subject, target: lesson, roles });
    // a learner is graded but places nothing; a teacher places content but is not graded
    expect((await school.inLaunch(json.token, 'GET', 'activity')).json.is_graded).toBe(!teaches);
    const choice = await school.launch({ subject, roles });
    expect(choice.json.code ?? choice.json.opens).toBe(teaches ? 'contents' : 'lti.not_teacher');
  });

  it('starts the reading of the list only if that person teaches', async () => {
    const { knex } = api.database;
    const due = () => knex('lti_context').where({ platform_id: school.platformId }).first('due_at');
    await knex('lti_context').where({ platform_id: school.platformId }).update({ due_at: null, read_at: null });
    const [, , elsewhere] = ROLES[0]!;
    await school.launch({ subject: 'learner', target: lesson, roles: elsewhere });
    expect(await due()).toEqual({ due_at: null });
    await school.launch({ subject: 'teacher', target: lesson, roles: [INSTRUCTOR] });
    expect(await due()).not.toEqual({ due_at: null });
  });
});

describe('a launch with', () => {
  it.each(LAUNCH_CLAIMS)('$what ($product) opens, and reports the ignored parts', async ({ what, claims, leftOut, refused }) => {
    await problems().delete();
    const launched = await school.launch({ subject: what, target: lesson }, { claims });
    expect(launched.json.code ?? launched.json.opens, launched.text).toBe(refused ? 'lti.message' : 'activity');
    const noted = await problems().select('kind', 'detail');
    const expected = refused ? { kind: 'refused', detail: refused } : leftOut && { kind: 'left_out', detail: leftOut };
    expect(noted).toEqual(expected ? [expected] : []);
  });

  it('an address with an appended query opens the intended content', async () => {
    for (const target of [`${lesson}/`, `${lesson}?type_id=5`, `${lesson}#top`])
      expect((await school.launch({ subject: 'ines', target })).json.opens, target).toBe('activity');
  });

  it('the same ignored part is one problem a day, shown beside the refused launches', async () => {
    await problems().delete();
    const { claims } = LAUNCH_CLAIMS.find(({ leftOut }) => leftOut !== undefined)!;
    for (const subject of ['one', 'two', 'three']) await school.launch({ subject, target: lesson }, { claims });
    const { refusals } = (await school.asOwner('GET', `lms/${school.platformId}/refusals`)).json;
    expect(refusals).toMatchObject([{ kind: 'left_out', reason: 'lti.left_out' }]);
  });
});

describe('a choice of contents with', () => {
  it.each(CHOICE_CLAIMS)('$what ($product) is made', async ({ claims }) => {
    const { json } = await school.launch({ subject: 'teacher', roles: [INSTRUCTOR] }, { claims });
    const items = [0, 1].map(() => ({ source: 'offered', course_id: school.courseId }));
    const chosen = await school.inLaunch(json.token, 'POST', 'choice', { items });
    expect(chosen.status, chosen.text).toBe(200);
    const [settings] = Object.entries(claims(school.lms.claims({ subject: 'teacher' }, 'n')))
      .find(([name]) => name.endsWith('settings'))!
      .slice(1);
    const { data } = settings as { data: unknown };
    expect(decodeJwt(chosen.json.jwt)['https://purl.imsglobal.org/spec/lti-dl/claim/data']).toEqual(data);
  });
});

describe('the response of a service', () => {
  it('is used without the unreadable parts, which are problems of the platform', async () => {
    const { keys } = (await (await fetch(`${school.lms.origin}/jwks`)).json()) as { keys: object[] };
    const members = [
      { user_id: 7, roles: null, name: null, given_name: 'Ann', family_name: 'Obi', status: 'ACTIVE', email: null },
      { user_id: 'ben', roles: 'http://purl.imsglobal.org/vocab/lis/v2/membership#Learner', name: {}, status: 'Inactive' },
      { name: 'Nobody' },
      'nonsense',
    ];
    const vendor = await startVendor(({ route }) => ({
      body: route === 'GET /jwks' ? { keys: [null, { kty: {} }, ...keys] } : { members },
    }));
    onTestFinished(vendor.close);
    await problems().delete();
    const changed = { name: 'Our Moodle', ...school.lms.registration, jwks_url: `${vendor.origin}/jwks` };
    await school.asOwner('PUT', `lms/${school.platformId}`, changed);
    expect((await school.launch({ subject: 'teacher', target: lesson, roles: [INSTRUCTOR] })).status).toBe(201);
    const contexts = () => api.database.knex('lti_context').where({ platform_id: school.platformId });
    await contexts().update({ memberships_url: `${vendor.origin}/members`, due_at: new Date(0) });
    await readRosters();
    const { id } = (await contexts().orderBy('read_at', 'desc').first('id'))!;
    expect((await school.asOwner('GET', `lms-classes/${id}`)).json.members).toMatchObject([
      { name: 'Ann Obi', roles: [], is_active: true },
      { name: null, roles: ['Learner'], is_active: false },
    ]);
    expect(await problems().orderBy('detail').pluck('detail')).toEqual([
      'keys[]: is not an object; keys[].kty: is not text',
      'members[]: is not an object; members[].name: is not text; members[].user_id: is missing: the member is not listed',
    ]);
  });
});
