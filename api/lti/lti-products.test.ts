import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FROM_OUR_PAGE, useTestApi } from '#api/testing/test-api.ts';
import { readRosters } from '#domain/lti/read-rosters.command.ts';
import { sendScores } from '#domain/lti/send-scores.command.ts';
import { startCanvas, type CanvasPlatform } from '#ops/testing/lti/canvas-platform.ts';
import { startMoodle, type MoodlePlatform } from '#ops/testing/lti/moodle-platform.ts';
import type { SERVICES } from '#ops/testing/lti/peculiarities.ts';
import { connectedTo, MEMBERSHIP, type Connected } from './lti-product.factory.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/lti (rosters|scores): given up/);

const api = useTestApi();
const knex = (table: string) => api.database.knex(table);
const LEARNERS = ['ann', 'ben', 'cem', 'dot', 'eve', 'fay', 'gus', ...Array.from({ length: 60 }, (_, n) => `pupil${n}`)];
let canvas: CanvasPlatform;
let moodle: MoodlePlatform;
let onCanvas: Connected;
let onMoodle: Connected;

beforeAll(async () => {
  const people = [
    ...LEARNERS.map((id) => ({ id, roles: [`${MEMBERSHIP}Learner`] })),
    { id: 'teacher', roles: [`${MEMBERSHIP}Instructor`] },
  ];
  [canvas, moodle] = [await startCanvas({ people }), await startMoodle()];
  for (const id of LEARNERS) moodle.students.add(id);
  onCanvas = await connectedTo(api, 'head@canvas.example', canvas);
  onMoodle = await connectedTo(api, 'head@moodle.example', moodle);
});
afterAll(() => [canvas, moodle].forEach((one) => one.close()));

const platformOf = async ({ platformId, asOwner }: Connected) => {
  const { platforms } = (await asOwner('GET', 'lms')).json as { platforms: { platform_id: string; [name: string]: unknown }[] };
  return platforms.find((one) => one.platform_id === platformId)!;
};
const problemsOf = async ({ platformId, asOwner }: Connected) =>
  (await asOwner('GET', `lms/${platformId}/refusals`)).json.refusals as { kind: string; detail: string }[];
/** Sends all waiting grades, even before their pause ends. */
const send = async (): Promise<void> => {
  await knex('lti_score')
    .where({ state: 'waiting' })
    .update({ due_at: new Date(0), lease_until: null });
  await sendScores();
};
const columnsOf = (vendor: CanvasPlatform | MoodlePlatform, subject: string) => vendor.columns.filter(({ grades }) => grades.has(subject));
const gradesOf = (vendor: CanvasPlatform | MoodlePlatform, subject: string) =>
  columnsOf(vendor, subject).map(({ grades }) => grades.get(subject)!.score);
const membersOf = async ({ platformId, asOwner }: Connected, course: string) => {
  const { id } = (await knex('lti_context').where({ platform_id: platformId, context_ref: course }).first('id'))!;
  await asOwner('POST', `lms-classes/${id}/reading`);
  await readRosters();
  return (await asOwner('GET', `lms-classes/${id}`)).json.members as { name: string | null; roles: string[] }[];
};

const CASES: Readonly<Record<keyof typeof SERVICES, () => Promise<void>>> = {
  'canvas: a configuration for who has the token, which the standard wants as a bearer': async () => {
    expect(canvas.bearers.get('GET /api/lti/security/openid-configuration')).toBe(canvas.registering.registration_token);
    expect(moodle.bearers.get('GET /mod/lti/openid-configuration.php')).toBe(moodle.registering.registration_token);
  },
  'canvas: placements decide what opens where, and what has none is for links': async () => {
    expect(canvas.placements()).toEqual({ link_selection: 'LtiDeepLinkingRequest', assignment_selection: 'LtiDeepLinkingRequest' });
  },
  'canvas: names by the privacy level': async () => {
    expect(canvas.sendsNames()).toBe(true);
    expect(JSON.stringify(canvas.tool())).toContain('"https://canvas.instructure.com/lti/privacy_level":"name_only"');
  },
  'canvas: an authorization server that is no address, while assertions are for the address of tokens': async () => {
    const ann = await onCanvas.learns('ann', await onCanvas.placed(0));
    await ann.answers(0, 'a');
    await ann.completes(0);
    await send();
    const { host } = new URL(canvas.origin);
    expect(canvas.audiences.slice(0, 2)).toEqual([host, `${canvas.origin}/login/oauth2/token`]);
    expect(await platformOf(onCanvas)).toMatchObject({ token_audience: host, audience_used: `${canvas.origin}/login/oauth2/token` });
    // the displayed values can be saved again
    const { name, issuer, client_id, auth_url, token_url, token_audience, jwks_url, origins, deployment_ids } = await platformOf(onCanvas);
    const same = { name, issuer, client_id, auth_url, token_url, token_audience, jwks_url, origins, deployment_ids };
    expect((await onCanvas.asOwner('PUT', `lms/${onCanvas.platformId}`, same)).status).toBe(200);
  },
  'canvas: a host for its own issuer, and the school’s own for the registration': async () => {
    const { json } = await onCanvas.asOwner('POST', 'lms', { name: 'Hosted', product: 'canvas', authorised: true });
    const { pathname, search } = new URL(json.registration_url);
    const at = encodeURIComponent('https://sso.canvaslms.com/api/lti/security/openid-configuration');
    const { headers } = await api.call(`${pathname}${search}&openid_configuration=${at}`, { headers: FROM_OUR_PAGE });
    expect(/frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]).toBe(
      'https://sso.canvaslms.com https://*.instructure.com',
    );
  },
  'canvas: one link id for all items of a course': async () => {
    const [first, second] = [await onCanvas.placed(0), await onCanvas.placed(1)];
    const ann = await onCanvas.learns('ben', first);
    const ben = await onCanvas.learns('cem', second);
    // an open page keeps the content that was opened
    expect((await ann.call('GET', 'activity')).json.lessons).toMatchObject([{ lesson_id: onCanvas.lessonIds[0] }]);
    await ann.answers(0, 'a');
    await ben.answers(1, 'b');
    expect([(await ann.completes(0)).status, (await ben.completes(1)).status]).toEqual([200, 200]);
    await send();
    expect([gradesOf(canvas, 'ben'), gradesOf(canvas, 'cem')]).toEqual([[100], [0]]);
    expect(columnsOf(canvas, 'ben')).not.toEqual(columnsOf(canvas, 'cem'));
  },
  'canvas: no column for a link that is no assignment': async () => {
    const [column] = columnsOf(canvas, 'ben');
    expect(column).toMatchObject({ resourceId: expect.any(String) });
    expect(column!.resourceLinkId).toBeUndefined();
    expect(canvas.calls).toContain('POST /api/lti/courses/course1/line_items 404');
    // an assignment has an id, by which its column is found
    const target = await onCanvas.placed(2);
    canvas.assignments.set(target, 'assignment-1');
    const own = { id: 900, label: 'An assignment', resourceLinkId: 'assignment-1', course: null, grades: new Map() };
    canvas.columns.push(own);
    const dot = await onCanvas.learns('dot', target);
    await dot.answers(2, 'a');
    await dot.completes(2);
    await send();
    expect(own.grades.get('dot')).toMatchObject({ score: 100 });
  },
  'canvas: ten columns a page': async () => {
    const target = await onCanvas.placed(0);
    const placement = target.split('/').at(-1)!;
    const others = Array.from({ length: 12 }, (_, n) => ({
      id: 500 + n,
      label: 'x',
      resourceId: placement,
      resourceLinkId: `other-${n}`,
      course: null,
      grades: new Map(),
    }));
    const own = { id: 600, label: 'Made before', resourceId: placement, course: null, grades: new Map() };
    canvas.columns.push(...others, own);
    const eve = await onCanvas.learns('eve', target);
    await eve.answers(0, 'a');
    await eve.completes(0);
    await send();
    expect(own.grades.get('eve')).toMatchObject({ score: 100 });
  },
  'canvas: a message without a score takes the score away': async () => {
    const fay = await onCanvas.learns('fay', await onCanvas.placed(0));
    expect((await fay.completes(0)).json).toEqual({ is_complete: true });
    await send();
    expect(gradesOf(canvas, 'fay')).toEqual([null]);
    await fay.answers(0, 'a');
    await send();
    await fay.completes(0);
    await send();
    // one message for the completion, one for the grade, and nothing afterwards
    expect(columnsOf(canvas, 'fay')[0]!.grades.get('fay')).toMatchObject({ score: 100, submissions: 2 });
  },
  'canvas: who does not learn has no grade, 422 with words': async () => {
    const guest = await onCanvas.learns('guest', await onCanvas.placed(0));
    await guest.answers(0, 'a');
    await guest.completes(0);
    await send();
    expect(await problemsOf(onCanvas)).toContainEqual(
      expect.objectContaining({ kind: 'grade', detail: expect.stringContaining('422: User not found in course or is not a student') }),
    );
  },
  'canvas: 400 for a score of an earlier time': async () => {
    const gus = await onCanvas.learns('gus', await onCanvas.placed(0));
    await gus.answers(0, 'b');
    await gus.completes(0);
    await send();
    const [column] = columnsOf(canvas, 'gus');
    // a teacher has graded it in the meantime
    column!.grades.set('gus', { score: 70, at: Date.now() + 3_600_000, submissions: 1 });
    await knex('lti_score')
      .where({ state: 'sent' })
      .update({ sent_at: new Date(Date.now() - 3_600_000) });
    await gus.answers(0, 'a');
    await send();
    expect(column!.grades.get('gus')!.score).toBe(70);
    const [{ state }] = (await knex('lti_score').where({ percent: 100 }).orderBy('achieved_at', 'desc').limit(1).select('state')) as [
      { state: string },
    ];
    expect(state).toBe('superseded');
  },
  'canvas: fifty members a page, with nulls for what is not sent': async () => {
    await onCanvas.launch({ subject: 'teacher', roles: [`${MEMBERSHIP}Instructor`], target: await onCanvas.placed(0) });
    const members = await membersOf(onCanvas, 'opaque-course1');
    expect(members).toHaveLength(LEARNERS.length + 1);
    expect(members[0]).toMatchObject({ name: 'Person ann', roles: ['Learner'] });
  },
  'moodle: words instead of JSON for a registration that is refused': async () => {
    const { json } = await onMoodle.asOwner('POST', 'lms', { name: 'Another', product: 'moodle', authorised: true });
    const code = new URL(json.registration_url).searchParams.get('code')!;
    const given = { platform_id: json.platform.platform_id, code, openid_configuration: moodle.registering.openid_configuration };
    const refused = await api.call('/api/lti/registrations', { body: { ...given, registration_token: 'old' }, headers: FROM_OUR_PAGE });
    expect([refused.status, refused.json.code]).toEqual([422, 'lti.registration_refused']);
    expect(await platformOf(onMoodle)).toMatchObject({ state: 'active', product: 'moodle', deployment_ids: ['5'] });
  },
  'moodle: a copied course has links and columns of its own, and none of the other’s': async () => {
    const target = await onMoodle.placed(0, '2');
    const ann = await onMoodle.learns('ann', target, '2');
    // a copy that keeps the ids
    moodle.activities.set(`3 ${target}`, { ...moodle.activities.get(`2 ${target}`)!, course: '3' });
    const ben = await onMoodle.learns('ben', target, '3');
    for (const one of [ann, ben]) await one.answers(0, 'a').then(() => one.completes(0));
    await send();
    expect([gradesOf(moodle, 'ann'), gradesOf(moodle, 'ben')]).toEqual([[100], [100]]);
    const posted = moodle.calls.filter((call) => /POST .*\/lineitems 201$/.test(call));
    expect(posted).toEqual(expect.arrayContaining(['2', '3'].map((course) => `POST /mod/lti/services.php/${course}/lineitems 201`)));
  },
  'moodle: exact media types, and addresses with a query': async () => {
    expect(moodle.calls.filter((call) => call.endsWith(' 400'))).toEqual([]);
    expect(moodle.calls.some((call) => call.endsWith('lineitem/scores 200'))).toBe(true);
  },
  'moodle: next pages in typographic quotation marks and escaped': async () => {
    const target = await onMoodle.placed(1);
    const placement = target.split('/').at(-1)!;
    const others = [700, 701].map((id) => ({
      id,
      label: 'x',
      resourceId: placement,
      resourceLinkId: '9',
      course: null,
      grades: new Map(),
    }));
    const own = { id: 702, label: 'Made before', resourceId: placement, course: null, grades: new Map() };
    moodle.columns.push(...others, own);
    const cem = await onMoodle.learns('cem', target);
    await cem.answers(1, 'a');
    await cem.completes(1);
    await send();
    expect(own.grades.get('cem')).toMatchObject({ score: 100 });
  },
  'moodle: scores are compared by whole seconds': async () => {
    const dot = await onMoodle.learns('dot', await onMoodle.placed(0));
    await dot.answers(0, 'b');
    await dot.completes(0);
    await send();
    await dot.answers(0, 'a');
    await send();
    expect(gradesOf(moodle, 'dot')).toEqual([100]);
  },
  'moodle: what is not graded is of the time at which it came, by its clock': async () => {
    moodle.clock.aheadMs = 60_000;
    onTestFinished(() => void (moodle.clock.aheadMs = 0));
    const eve = await onMoodle.learns('eve', await onMoodle.placed(0));
    await eve.completes(0);
    await send();
    await eve.answers(0, 'a');
    await send();
    await send();
    expect(gradesOf(moodle, 'eve')).toEqual([100]);
  },
  'moodle: pages of members drop the other parameters': async () => {
    for (let n = 0; n < 60; n += 1) moodle.students.add(`more${n}`);
    await onMoodle.launch({ subject: 'teacher', roles: ['Instructor'], target: await onMoodle.placed(0), course: '2' });
    expect(await membersOf(onMoodle, '2')).toHaveLength(LEARNERS.length + 60);
  },
  'brightspace: an audience that is no address of its own': async () => {
    const audience = 'https://api.brightspace.com/auth/token';
    const { name, issuer, client_id, auth_url, token_url, jwks_url, origins, deployment_ids } = await platformOf(onMoodle);
    const changed = { name, issuer, client_id, auth_url, token_url, jwks_url, origins, deployment_ids, token_audience: audience };
    await onMoodle.asOwner('PUT', `lms/${onMoodle.platformId}`, changed);
    const before = moodle.audiences.length;
    const fay = await onMoodle.learns('fay', await onMoodle.placed(2));
    await fay.answers(2, 'a');
    await fay.completes(2);
    // earlier tokens belong to another address
    await knex('lti_platform')
      .where({ id: onMoodle.platformId })
      .update({ token_url: `${moodle.origin}/mod/lti/token.php?` });
    await send();
    expect(moodle.audiences.slice(before)).toEqual(expect.arrayContaining([audience]));
    expect(await platformOf(onMoodle)).toMatchObject({ audience_used: audience });
  },
  'others: a list whose course has another id than the launch': async () => {
    const { contexts } = (await onCanvas.asOwner('GET', 'lms-classes')).json;
    expect(contexts).toMatchObject([{ title: 'Biology', problem: null, members: LEARNERS.length + 1 }]);
  },
};

describe('the behaviour of platforms', () => {
  it.each(Object.entries(CASES))('%s', async (_, holds) => holds());
});
