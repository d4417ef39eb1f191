import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { KEY_HOLDERS, KEY_SCOPE_IDS, KEY_SCOPES, type KeyHolder } from '#contract/identity/key-scopes.ts';
import { batchPlan } from '#contract/operator/batches.contract.ts';
import { keyAccess } from '#contract/key-access.ts';
import { givenAssigned } from '#domain/classes/class.factory.ts';
import { startAssignment } from '#domain/classes/assignment.commands.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { givenMember } from '#domain/organisations/organisation.factory.ts';
import { planBatch } from '#domain/operator/batches/plan-batch.command.ts';
import { transact } from '#domain/platform/database.ts';
import { NAMING_NOTICES } from '#contract/notifications/notices.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';

/**
 * Decision A33: programs receive nothing about a child for whom neither a parent nor the school has consented: neither name, nor address,
 * nor record. Every call that a scope opens is made here with a key that manages the child's class and organisation and works for the
 * installation.
 */
const api = useTestApi();
const knex = () => api.database.knex;
/** Occurs in the child's name and address. */
const MARK = 'zwxq';

let childId: string;
let childIds: string[];
let organisationId: string;
let token: string;
let personId: string;
/** Path parameters that identify the child's data. */
const named: Record<string, string> = {};
const secrets = new Map<KeyHolder, string>();
/** Bodies of calls that change nothing, or nothing that matters here; all other calls except GET have an effectively empty body. */
const BODIES: Readonly<Record<string, () => object>> = {
  estimateBatch: () => ({ name: 'All', what: 'refresh_all', budget_cents: 100_000, selection: { owner_id: childId } }),
  addClassMembers: () => ({ people: [childId], role: 'student' }),
  updateAssignment: () => ({ note: 'Read it.' }),
};

beforeAll(async () => {
  const given = await givenAssigned({ students: 1 });
  organisationId = given.organisationId;
  await knex()('account')
    .where({ id: given.owner })
    .update({ roles: ['learner', 'creator', 'operator', 'admin'] });
  const child = await api.givenPerson(`${MARK}@example.com`, { proven: true, birthYear: new Date().getUTCFullYear() - 10 });
  childId = child.userId;
  await knex()('account').where({ id: childId }).update({ first_name: MARK });
  personId = await givenMember(organisationId, childId);
  await knex()('classroom_member').insert({ classroom_id: given.classId, account_id: childId, role: 'student' });
  await startAssignment({ accountId: childId, assignmentId: given.assignmentId });
  // for individual students rather than all, so that the report names them
  await knex()('assignment').where({ id: given.assignmentId }).update({ for_all: false });
  await knex()('assignment_person').insert({ assignment_id: given.assignmentId, account_id: childId });
  // not in the class, but could be added to it
  const sibling = await api.givenPerson(`${MARK}-sibling@example.com`, { birthYear: new Date().getUTCFullYear() - 9 });
  await givenMember(organisationId, sibling.userId);
  childIds = [childId, sibling.userId];
  const courseId = await givenCourse(childId);
  const { run_id: runId } = (await knex()('course').where({ id: courseId }).first('run_id'))!;
  await recordAudit({ actor: `account:${childId}`, action: 'run.cancel', subject: `account:${childId}` });
  const { id: entryId } = (await knex()('audit_entry')
    .where({ actor: `account:${childId}` })
    .first('id'))!;
  // their managers were notified when they joined
  await transact(async (trx) => {
    for (const kind of NAMING_NOTICES) await addNotification(trx, { accountId: given.owner, kind, cause: kind, subject: MARK });
  });
  const plan = { name: 'All', what: 'refresh_all', budget_cents: 100_000, selection: { owner_id: childId } };
  const { batch } = await planBatch(batchPlan.parse(plan), { accountId: given.owner, requestId: 'told' });
  Object.assign(named, {
    class_id: given.classId,
    assignment_id: given.assignmentId,
    task_id: runId!,
    batch_id: batch.batch_id,
    course_id: courseId,
    entry_id: String(entryId),
    user_id: given.owner,
    person_id: personId,
  });
  for (const holder of KEY_HOLDERS) {
    const scopes = KEY_SCOPE_IDS.filter((scope) => (KEY_SCOPES[scope].holders as readonly KeyHolder[]).includes(holder));
    secrets.set(holder, (await givenKey({ accountId: given.owner, holder, scopes })).secret);
  }
  const owner = await api.call('/api/auth/login', {
    body: { email: (await knex()('account').where({ id: given.owner }).first('email'))!.email, password: 'correct horse battery' },
  });
  const made = await api.call('/api/organisation/provisioning/tokens', { method: 'POST', bearer: owner.json.access_token });
  token = made.json.token;
});

const scim = async (method: string, path: string, body?: object) =>
  api.call(`/scim/v2${path}`, {
    method,
    bearer: token,
    headers: { 'Content-Type': 'application/scim+json' },
    ...(body && { body }),
  });
const agree = () =>
  knex()('parental_consent').insert(childIds.map((account_id) => ({ account_id, given_by: 'school', organisation_id: organisationId })));
const disagree = () => knex()('parental_consent').whereIn('account_id', childIds).delete();
/** Account ids alone do not count for an operator's program, where they lead nowhere; in an organisation they identify its people. */
const tells = (text: string, holder: KeyHolder) => text.includes(MARK) || (holder !== 'operator' && text.includes(childId));

/** Returns the calls whose answer to a key reveals something about the child. */
async function tellingCalls(): Promise<string[]> {
  const telling = [];
  for (const endpoint of ENDPOINTS) {
    const { name, method, path } = endpoint;
    const access = keyAccess(endpoint);
    if (!('scopes' in access)) continue;
    const body = BODIES[name]?.();
    const isMeant = method === 'GET' || body;
    const address = path.replaceAll(/:(\w+)/g, (_, param: string) => (isMeant && named[param]) || 'missing');
    const holders = new Set(access.scopes.map((scope) => KEY_SCOPES[scope].holders.at(-1)!));
    for (const holder of holders) {
      const sent = { method, bearer: secrets.get(holder)!, ...(method !== 'GET' && { body: body ?? { user_context: 0 } }) };
      const answer = await api.call(address, sent);
      expect(answer.status, `${name} ${answer.text.slice(0, 300)}`).not.toBe(500);
      expect(`${name} ${answer.json?.code}`).not.toMatch(/key\.(scope|person_needed)|access\.denied/);
      if (tells(answer.text, holder)) telling.push(name);
    }
  }
  return telling;
}

describe('A33 a child', () => {
  it('without consent is in no answer to a key, whatever the key may do', async () => {
    await disagree();
    expect(await tellingCalls()).toEqual([]);
  });

  it('with the school’s consent is visible to these endpoints, and no others', async () => {
    await agree();
    expect((await tellingCalls()).toSorted()).toEqual(
      [
        'listPeople listClassMembers listClassCandidates getClassReport getClassReportCsv getAssignmentReport',
        'searchRuns inspectRun listAudit readAuditEntry readBatch estimateBatch',
      ]
        .flatMap((names) => names.split(' '))
        .toSorted(),
    );
    await disagree();
  });

  const address = `${MARK}@example.com`;
  const user = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: address,
    name: { givenName: MARK, familyName: 'Lin' },
    emails: [{ value: address, primary: true }],
    active: true,
  };
  const find = `/Users?filter=${encodeURIComponent(`userName eq "${address}"`)}`;

  it('without consent is visible to no directory except the one that sent the child; with consent earlier, it is', async () => {
    const { id: group } = JSON.parse(
      (await scim('POST', '/Groups', { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Bees' })).text,
    );
    await knex()('organisation_group_person').insert({ group_id: group, person_id: personId });
    const all = ['/Users', find, `/Users/${personId}`, `/Groups/${group}`];
    for (const path of all) expect([path, tells((await scim('GET', path)).text, 'organisation')]).toEqual([path, false]);
    const changes = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', value: { active: true } }],
    };
    for (const method of ['PATCH', 'PUT', 'DELETE'])
      expect((await scim(method, `/Users/${personId}`, method === 'PATCH' ? changes : user)).status).toBe(404);
    // a group keeps members whom its directory cannot see
    await scim('PUT', `/Groups/${group}`, { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Bees', members: [] });
    expect(await knex()('organisation_group_person').where({ group_id: group })).toHaveLength(1);
    await agree();
    for (const path of all) expect([path, tells((await scim('GET', path)).text, 'organisation')]).toEqual([path, true]);
    await disagree();
  });

  it('sent by a directory is visible to it as sent, and still not to keys', async () => {
    const taken = await scim('POST', '/Users', user);
    expect([taken.status, JSON.parse(taken.text)]).toMatchObject([201, { id: personId, userName: address }]);
    expect(JSON.parse((await scim('GET', find)).text)).toMatchObject({ totalResults: 1, Resources: [{ name: { familyName: 'Lin' } }] });
    expect((await scim('GET', '/Users')).text).not.toContain('sibling');
    expect(await tellingCalls()).toEqual([]);
  });
});
