import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person, type Received } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { ORGANISATION_ROLES, roleMay, type OrganisationAct, type OrganisationRole } from '#contract/organisations/roles.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenMember, givenOrganisation, personIdOf } from '#domain/organisations/organisation.factory.ts';
import { givenWebhook } from '#domain/webhooks/webhook.factory.ts';

/**
 * Calls every endpoint of an organisation with each role, in their own organisation and in another: the table of
 * `contract/organisations/roles.ts` decides, and nothing of another organisation can be seen or changed. SCIM has a guard of its own:
 * `scim.routes.test.ts`.
 */
const api = useTestApi();
const knex = () => api.database.knex;

interface Organisation {
  readonly id: string;
  readonly people: Readonly<Record<OrganisationRole, Person>>;
  /** Ids of the organisation's data, by path parameter. */
  readonly ids: Readonly<Record<string, string>>;
}
let own: Organisation;
let other: Organisation;

async function givenFull(name: string): Promise<Organisation> {
  const people = {} as Record<OrganisationRole, Person>;
  for (const role of ORGANISATION_ROLES) people[role] = await api.givenPerson(`${role}@${name}.example`, { birthYear: 1980, proven: true });
  const { owner, teacher, member } = people;
  const { id } = await givenOrganisation({ owner: { id: owner.userId, email: owner.email }, name });
  for (const role of ORGANISATION_ROLES.slice(1)) await givenMember(id, people[role].userId, role);
  const [here, account_id] = [{ organisation_id: id }, owner.userId];
  const [roster_id, token_id, context_id, platform_id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const roster = { ...here, id: roster_id, file_name: `${name}.csv`, removes: false, columns: ['email'] };
  await knex()('organisation_roster').insert({ ...roster, state: 'undone' });
  const token = { ...here, id: token_id, token_hash: randomBytes(32), ending: name.slice(-4) };
  await knex()('organisation_scim_token').insert({ ...token, ended_at: new Date() });
  const domain = `${name}.example`;
  await knex()('organisation_domain').insert({ ...here, id: randomUUID(), domain });
  const provider = { kind: 'saml' as const, mode: 'off' as const, issuer: name, sso_address: 'https://idp.example/' };
  await knex()('organisation_sign_in').insert({ ...here, slug: name, ...provider });
  await knex()('lti_platform').insert({ ...here, id: platform_id, name, product: 'moodle', state: 'waiting' });
  await knex()('lti_context').insert({ id: context_id, platform_id, context_ref: name, title: name });
  const course_id = await givenCourse(teacher.userId, { document: { title: name } });
  await knex()('lti_offer').insert({ ...here, course_id, account_id: teacher.userId });
  const key = { ...here, account_id, holder: 'organisation' as const, name, secret_hash: randomBytes(32), ending: '0000' };
  const api_key_id = randomUUID();
  await knex()('api_key').insert({ ...key, id: api_key_id, scopes: ['organisation'], day_budget: 0, expires_at: new Date('2099-01-01') });
  const hook = await givenWebhook({ accountId: account_id, holder: 'organisation', organisationId: id, url: `https://${name}.example/` });
  const event_id = randomUUID();
  await knex()('webhook_event').insert({ ...here, id: event_id, type: 'member.joined', object_id: member.userId, data: {} });
  await knex()('webhook_delivery').insert({
    webhook_id: hook.id,
    event_id,
    tried_until: new Date('2099-01-01'),
    due_at: new Date('2099-01-01'),
  });
  const [class_id, assignment_id, question_id] = [randomUUID(), randomUUID(), randomUUID()];
  await knex()('classroom').insert({ ...here, id: class_id, name });
  await knex()('classroom_member').insert([
    { classroom_id: class_id, account_id: teacher.userId, role: 'teacher' },
    { classroom_id: class_id, account_id: member.userId, role: 'student' },
  ]);
  await knex()('assignment').insert({ id: assignment_id, classroom_id: class_id, course_id, title: name });
  await knex()('class_question').insert({ id: question_id, assignment_id, account_id: member.userId, text: name });
  const ofPeople = { person_id: await personIdOf(id, member.email), member_id: member.userId, student_id: member.userId };
  const ofPrograms = { holder: 'organisation', api_key_id, webhook_id: hook.id, event_id };
  const ofClasses = { class_id, assignment_id, question_id, course_id };
  return { id, people, ids: { roster_id, token_id, domain, platform_id, context_id, ...ofPeople, ...ofPrograms, ...ofClasses } };
}

beforeAll(async () => {
  own = await givenFull('apiary');
  other = await givenFull('orchard');
});

interface Door {
  /** Null if every member can call it, each for themselves. */
  readonly act: OrganisationAct | null;
  /** A body that the role can send. */
  readonly body?: unknown;
  /** The refusal for other roles. */
  readonly refusal?: 'not_found' | 'class.not_teacher';
  /** It deletes something that the other calls need, so a successful call is not tried. */
  readonly ends?: boolean;
}
const SIGN_IN = {
  kind: 'saml',
  slug: 'apiary',
  entity_id: 'e',
  sso_address: 'https://idp.example/',
  certificates: 'none',
  allows_unsolicited: false,
  joins: true,
  attributes: { subject: '', email: '', first_name: '', last_name: '', role: '' },
  roles: [],
};
const LMS = 'https://lms.example';
const PLATFORM = {
  name: 'apiary',
  issuer: LMS,
  client_id: '1',
  auth_url: `${LMS}/auth`,
  token_url: `${LMS}/token`,
  jwks_url: `${LMS}/jwks`,
  origins: [LMS],
  deployment_ids: [],
};
const WEBHOOK = { url: 'https://hooks.example/', events: ['member.joined'] };
const KEY = { name: 'Mine', scopes: ['organisation'], days: 1, day_budget: 0, password: 'unknown' };
const UNKNOWN = '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a17';

/** Every endpoint of an organisation, with the act that permits it; a new endpoint needs a row here. */
const DOORS: Readonly<Record<string, Door>> = {
  getOrganisation: { act: null },
  acceptInvite: { act: null, body: { token: 'unknown' } },
  // members cannot join another organisation: domain/organisations/ways-in.test.ts
  joinByDomain: { act: null },
  leaveOrganisation: { act: null, ends: true },
  listPeople: { act: 'see_people' },
  invitePeople: { act: 'invite', body: { emails: ['member@apiary.example'] } },
  resendInvite: { act: 'invite' },
  changeRole: { act: 'give_roles', body: { role: 'member' } },
  removePerson: { act: 'remove_people', ends: true },
  authoriseMember: { act: 'authorise_minors', body: { authorised: false } },
  // the upload of a file is tested in `roster-attacks.test.ts`
  createRoster: { act: 'provision', ends: true },
  listRosters: { act: 'provision' },
  getRoster: { act: 'provision' },
  listRosterRows: { act: 'provision' },
  applyRoster: { act: 'provision' },
  undoRoster: { act: 'provision' },
  getProvisioning: { act: 'provision' },
  createScimToken: { act: 'provision' },
  endScimToken: { act: 'provision' },
  listScimRequests: { act: 'provision' },
  getSignInSetup: { act: 'set_sign_in' },
  saveSignIn: { act: 'set_sign_in', body: SIGN_IN },
  changeSignInMode: { act: 'set_sign_in', body: { mode: 'off' } },
  changeSignInLifetime: { act: 'set_sign_in', body: { idle_hours: 8, longest_hours: null } },
  listOrganisationAudit: { act: 'see_audit' },
  getOrganisationAuditCsv: { act: 'see_audit' },
  removeSignIn: { act: 'set_sign_in', ends: true },
  startSignInTest: { act: 'set_sign_in' },
  readSignInTest: { act: 'set_sign_in', body: { arrival: 'a' } },
  addDomain: { act: 'set_sign_in', body: { domain: 'apiary.example' } },
  checkDomain: { act: 'set_sign_in' },
  changeDomain: { act: 'set_sign_in', body: { joins: true } },
  removeDomain: { act: 'set_sign_in', ends: true },
  listLtiPlatforms: { act: 'set_up_lms' },
  addLtiPlatform: { act: 'set_up_lms', body: { name: 'apiary', product: 'moodle', authorised: true } },
  changeLtiPlatform: { act: 'set_up_lms', body: PLATFORM, refusal: 'not_found' },
  renewLtiRegistration: { act: 'set_up_lms', refusal: 'not_found' },
  removeLtiPlatform: { act: 'set_up_lms', refusal: 'not_found', ends: true },
  listLtiRefusals: { act: 'set_up_lms', refusal: 'not_found' },
  listLtiContexts: { act: 'set_up_lms' },
  listLtiMembers: { act: 'set_up_lms', refusal: 'not_found' },
  readLtiRoster: { act: 'set_up_lms', refusal: 'not_found' },
  listLtiOffers: { act: 'teach' },
  // they look for the caller's own course first: api/lti/lti-platforms.test.ts
  offerLtiCourse: { act: null, ends: true },
  withdrawLtiOffer: { act: null, ends: true },
  listClasses: { act: null },
  createClass: { act: 'teach', body: { class_id: UNKNOWN, name: 'apiary' } },
  listClassGroups: { act: 'teach' },
  getClass: { act: null },
  updateClass: { act: 'teach', body: { name: 'apiary' }, refusal: 'class.not_teacher' },
  listClassMembers: { act: 'teach', refusal: 'class.not_teacher' },
  listClassCandidates: { act: 'teach', refusal: 'class.not_teacher' },
  addClassMembers: { act: 'teach', body: { people: ['member@apiary.example'], role: 'student' }, refusal: 'class.not_teacher' },
  removeClassMember: { act: 'teach', refusal: 'class.not_teacher', ends: true },
  listAssignments: { act: 'teach', refusal: 'class.not_teacher' },
  createAssignment: { act: 'teach', body: { assignment_id: UNKNOWN, course_id: UNKNOWN, task_id: UNKNOWN }, refusal: 'class.not_teacher' },
  updateAssignment: { act: 'teach', body: {}, refusal: 'class.not_teacher' },
  withdrawAssignment: { act: 'teach', refusal: 'class.not_teacher', ends: true },
  getAssignmentReport: { act: 'teach', refusal: 'class.not_teacher' },
  getClassReport: { act: 'teach', refusal: 'class.not_teacher' },
  getClassReportCsv: { act: 'teach', refusal: 'class.not_teacher' },
  copyClass: { act: 'teach', body: { new_class_id: UNKNOWN, name: 'apiary', days: 7 }, refusal: 'class.not_teacher' },
  extendAssignment: { act: 'teach', body: { student_ids: [UNKNOWN], due_at: null }, refusal: 'class.not_teacher' },
  // no role alone can see marks, only the class's teachers and the student: api/classes/classes.routes.test.ts
  listMarks: { act: null },
  setMark: { act: null, body: { mark_id: UNKNOWN, mark: '1', reason: 'apiary' } },
  listClassQuestions: { act: null },
  answerClassQuestion: { act: 'teach', body: { answer: 'In May' }, refusal: 'class.not_teacher' },
  listOwnAssignments: { act: null },
  startAssignment: { act: null },
  askTeacher: { act: null, body: { question_id: UNKNOWN, text: 'When?' } },
  listKeys: { act: 'hold_keys', refusal: 'not_found' },
  createKey: { act: 'hold_keys', body: KEY, refusal: 'not_found' },
  endKey: { act: 'hold_keys', refusal: 'not_found' },
  listWebhooks: { act: 'hold_keys', refusal: 'not_found' },
  createWebhook: { act: 'hold_keys', body: WEBHOOK, refusal: 'not_found' },
  updateWebhook: { act: 'hold_keys', body: { ...WEBHOOK, is_active: true }, refusal: 'not_found' },
  deleteWebhook: { act: 'hold_keys', refusal: 'not_found', ends: true },
  rotateWebhookSecret: { act: 'hold_keys', body: { keep_hours: 0 }, refusal: 'not_found' },
  testWebhook: { act: 'hold_keys', refusal: 'not_found' },
  listWebhookDeliveries: { act: 'hold_keys', refusal: 'not_found' },
  readWebhookDelivery: { act: 'hold_keys', refusal: 'not_found' },
  resendWebhookDelivery: { act: 'hold_keys', refusal: 'not_found' },
};

/** Endpoints of an organisation: by their path, or because they check a role in it. */
const OF_ORGANISATIONS = ENDPOINTS.filter(
  ({ auth, path, errors = [] }) =>
    auth === 'user' &&
    (/^\/api\/(organisation|classes|class-groups|assignments|keys|programs\/webhooks)\b/.test(path) ||
      (errors as readonly string[]).some((code) => /^(organisation\.(none|not_allowed)|class\.not_\w+)$/.test(code))),
);

function call(person: Person, name: string, ids: Readonly<Record<string, string>>): Promise<Received> {
  const { method, path, upload } = OF_ORGANISATIONS.find((endpoint) => endpoint.name === name)!;
  const { body } = DOORS[name]!;
  const form = { rawBody: FORM, headers: { 'Content-Type': 'multipart/form-data; boundary=walk' } };
  return api.call(
    path.replaceAll(/:(\w+)/g, (_, param: string) => encodeURIComponent(ids[param]!)),
    { method, bearer: person.accessToken, ...(body !== undefined && { body }), ...(upload && form) },
  );
}
const PART = '--walk\r\nContent-Disposition: form-data; name=';
const FORM = `${PART}"removes"\r\n\r\nfalse\r\n${PART}"file"; filename="people.csv"\r\nContent-Type: text/csv\r\n\r\nemail\r\n--walk--\r\n`;

const names = Object.keys(DOORS);
const named = (name: string) => OF_ORGANISATIONS.find((endpoint) => endpoint.name === name)!;

it('every endpoint of an organisation has its permissions', () => {
  expect(OF_ORGANISATIONS.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

describe.each(ORGANISATION_ROLES)('as %s', (role) => {
  const may = ({ act }: Door): boolean => act === null || roleMay(role, act);

  it.each(names.filter((name) => !DOORS[name]!.ends || !may(DOORS[name]!)))('%s is open to the roles that may', async (name) => {
    const { refusal = 'organisation.not_allowed', ...door } = DOORS[name]!;
    const answer = await call(own.people[role], name, own.ids);
    expect([answer.json?.code === refusal ? 'refused' : 'let through', answer.text]).toEqual([
      may(door) ? 'let through' : 'refused',
      answer.text,
    ]);
    // an invalid body would prove nothing
    if (!may(door)) expect(answer.status).toBeGreaterThanOrEqual(403);
    else expect(answer.status, answer.text).not.toBe(500);
    expect(answer.text).not.toContain('orchard');
  });

  it.each(names.filter((name) => /:\w+_id|:domain/.test(named(name).path)))('%s of another organisation is not found', async (name) => {
    const { act, refusal } = DOORS[name]!;
    const answer = await call(own.people[role], name, other.ids);
    // a role without permission is told so first; nobody learns whether the row exists
    const isToldFirst = answer.json.code === 'organisation.not_allowed' && refusal === undefined && act !== null && !roleMay(role, act);
    expect([isToldFirst || answer.json.code, answer.text]).toEqual([isToldFirst || 'not_found', answer.text]);
    expect(answer.text).not.toContain('orchard');
  });
});

it('nothing of the other organisation has changed', async () => {
  const here = { organisation_id: other.id };
  expect(await knex()('organisation_member').where(here)).toHaveLength(ORGANISATION_ROLES.length);
  for (const table of ['organisation_domain', 'lti_platform', 'lti_offer', 'api_key', 'webhook', 'classroom'] as const)
    expect(await knex()(table).where(here), table).toHaveLength(1);
});
