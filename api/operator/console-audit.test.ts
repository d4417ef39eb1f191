import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { PASSWORD, useTestApi, type Person } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import * as batchEstimates from '#contract/operator/batch-estimates.contract.ts';
import * as evaluations from '#contract/operator/evaluations.contract.ts';
import * as installationServices from '#contract/operator/installation-services.contract.ts';
import * as keys from '#contract/operator/keys.contract.ts';
import * as serviceConnections from '#contract/operator/service-connections.contract.ts';
import { USUAL_BRIEFS } from '#contract/operator/usual-briefs.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { raiseAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { configured, tuning } from '#domain/platform/tuning/tuning.queries.ts';
import { insertRun } from '#domain/testing/account.factory.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/billing: ALARM/);

/**
 * Calls every endpoint of the console. With a learner's or a creator's credentials it is refused and leaves no audit row; with an
 * operator's it succeeds, and every change leaves a row.
 */
const api = useTestApi();
const knex = () => api.database.knex;
let operator: Person;
let admin: Person;
const others: Person[] = [];

beforeAll(async () => {
  operator = await givenRole('walk-operator@example.com', ['learner', 'operator']);
  admin = await givenRole('walk-admin@example.com', ['learner', 'operator', 'admin']);
  others.push(
    await givenRole('walk-learner@example.com', ['learner']),
    await givenRole('walk-creator@example.com', ['learner', 'creator']),
  );
});

async function givenRole(email: string, roles: readonly string[]): Promise<Person> {
  const person = await api.givenPerson(email);
  await knex()('account')
    .where({ id: person.userId })
    .update({ roles: [...roles] });
  return person;
}

const audits = async () => Number((await knex()('audit_entry').count({ n: '*' }).first())!['n']);
const failedRun = () => insertRun(knex(), { status: 'failed', error_code: 'vendors.all_down', finished_at: new Date() });

interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly query?: string;
}
/** A successful call of each endpoint that needs more than its path. */
const CALLS: Readonly<Record<string, () => Promise<Sent>>> = {
  searchConsole: async () => ({ query: '?q=walk-operator' }),
  readConsoleCourse: async () => ({ params: { course_id: await givenCourse(operator.userId) } }),
  noteAlert: async () => ({ params: { alert_id: await openAlert() }, body: { mine: true, note: 'The vendor knows.' } }),
  listServiceModels: async () => ({ params: { service: 'claude' }, body: NOWHERE }),
  testServiceConnection: async () => ({ params: { service: 'claude' }, body: { ...NOWHERE, model: 'qwen3:8b' } }),
  saveServiceConnection: async () => ({ params: { service: 'claude' }, body: { ...NOWHERE, model: 'qwen3:8b' } }),
  changeServiceBudget: async () => ({ params: { service: 'claude' }, body: { day_cents: 100_000, month_cents: null, at_end: 'others' } }),
  removeServiceConnection: async () => {
    await knex()('service_connection').insert({ service: 'grok', ...NOWHERE, model: 'qwen3:8b', context_tokens: 8_192 });
    return { params: { service: 'grok' }, body: {} };
  },
  openServiceLane: async () => ({ params: { service: 'claude' } }),
  inspectRun: async () => ({ params: { task_id: await failedRun() } }),
  actOnRun: async () => ({ params: { task_id: await insertRun(knex(), { status: 'queued' }) }, body: { act: 'promote' } }),
  startBulkAct: async () => {
    const batch = await insertRun(knex());
    await insertRun(knex(), { status: 'queued', parent_id: batch });
    return { body: { bulk_id: uuidv7(), act: 'cancel', filter: { batch_id: batch }, expected: 1 } };
  },
  readBulkAct: async () => ({ params: { bulk_id: await bulk() } }),
  abortBulkAct: async () => ({ params: { bulk_id: await bulk() } }),
  pauseWork: async () => ({ body: { scope: 'queue', name: 'generate-batch', paused: true } }),
  planBatch: async () => {
    const person = await api.givenPerson(`walk-${uuidv7()}@example.com`);
    await givenCourse(person.userId);
    return { body: planOf(person.userId) };
  },
  estimateBatch: async () => {
    const person = await api.givenPerson(`walk-${uuidv7()}@example.com`);
    await givenCourse(person.userId);
    return { body: planOf(person.userId) };
  },
  readBatch: async () => ({ params: { batch_id: (await plannedBatch()).batchId } }),
  readBatchItem: async () => {
    const { batchId, courseId } = await plannedBatch();
    return { params: { batch_id: batchId, course_id: courseId } };
  },
  actOnBatch: async () => ({ params: { batch_id: (await plannedBatch()).batchId }, body: { act: 'start' } }),
  estimateEvaluation: async () => ({ body: evaluationPlan() }),
  startEvaluation: async () => ({ body: evaluationPlan() }),
  readEvaluation: async () => ({ params: { evaluation_id: await startedEvaluation() } }),
  readEvaluatedBrief: async () => ({ params: { evaluation_id: await startedEvaluation(), number: '0' } }),
  readBlindPair: async () => ({ params: { evaluation_id: await startedEvaluation() } }),
  judgePair: async () => {
    const evaluationId = await endedEvaluation();
    const lesson = JSON.stringify({ title: 'Bees', content: 'Bees dance.', objectives: ['See'], key_takeaways: ['They dance.'] });
    const samples = await knex()('evaluation_sample').where({ evaluation_id: evaluationId, brief: 0 }).update({ lesson }).returning('id');
    const [first, second] = samples.map(({ id }: { id: string }) => id);
    return { params: { evaluation_id: evaluationId }, body: { first_id: first, second_id: second, verdict: 'first' } };
  },
  estimateMoreBriefs: async () => ({ params: { evaluation_id: await endedEvaluation() }, body: MORE }),
  addBriefs: async () => ({ params: { evaluation_id: await endedEvaluation() }, body: MORE }),
  actOnEvaluation: async () => ({ params: { evaluation_id: await endedEvaluation() }, body: { act: 'make_default', cast: 0 } }),
  actOnSchedule: async () => ({ params: { name: 'prune' }, body: { act: 'run' } }),
  changeSettings: async () => ({ body: { settings: [{ name: 'max_active_runs', value: 20 }] } }),
  findKeys: async () => ({ body: { q: 'walk' } }),
  endFoundKey: async () => ({ params: { api_key_id: await apiKey() } }),
  acknowledgeBillingAlarm: async () => ({ params: { alarm_id: await deadEvent() } }),
  actOnBillingAlarm: async () => ({ params: { alarm_id: await deadEvent() }, body: { act: 'retry' } }),
  actOnPerson: async () => ({
    params: { person_id: (await api.givenPerson(`walk-${uuidv7()}@example.com`)).userId },
    body: { act: 'suspend' },
  }),
  readConsoleOrganisation: async () => ({ params: { organisation_id: (await givenOrganisation()).id } }),
  readScimLog: async () => ({ params: { organisation_id: (await givenOrganisation()).id } }),
  helpOrganisation: async () => {
    const { id } = await givenOrganisation();
    const person = { id: uuidv7(), organisation_id: id, email: `${uuidv7()}@example.com`, source: 'scim' };
    await knex()('organisation_person').insert(person);
    return { params: { organisation_id: id }, body: { act: 'resend_invite', person_id: person.id } };
  },
  readSeries: async () => ({ query: '?panel=runs' }),
  testInstallationService: async () => ({ params: { service: 'mail' }, body: {} }),
  saveRunView: async () => ({ body: { name: 'Walk', find: 'status=failed' } }),
  decideTextProposal: async () => {
    const id = uuidv7();
    await knex()('text_proposal').insert({ id, language: 'de', source: 'Bees', proposed: 'Bienen' });
    return { params: { proposal_id: id }, body: { accept: false } };
  },
  relaxOrganisationSignIn: async () => {
    const { id } = await givenOrganisation();
    const signIn = { slug: 'walk', kind: 'saml' as const, mode: 'enforced' as const, issuer: 'x', sso_address: 'https://idp.example/' };
    await knex()('organisation_sign_in').insert({ organisation_id: id, ...signIn });
    return { params: { organisation_id: id } };
  },
  readAuditEntry: async () => {
    const { id } = (
      await knex()('audit_entry').insert({ actor: 'script:test', action: 'test.done', subject: 'test:1' }).returning('id')
    )[0]!;
    return { params: { entry_id: String(id) } };
  },
};
/** A server that is not running. */
const NOWHERE = { kind: 'compatible', base_url: 'http://127.0.0.1:9/v1' };

async function plannedBatch(): Promise<{ batchId: string; courseId: string }> {
  const person = await api.givenPerson(`walk-${uuidv7()}@example.com`);
  const courseId = await givenCourse(person.userId);
  const { json } = await api.call('/api/operator/batches', { method: 'POST', bearer: operator.accessToken, body: planOf(person.userId) });
  return { batchId: json.batch.batch_id, courseId };
}
const planOf = (ownerId: string) => ({ name: 'Walk', what: 'refresh_all', budget_cents: 100, selection: { owner_id: ownerId } });

/** Models of two services, connected for this plan because other calls of this walk change the connections. */
const evaluationPlan = () => {
  const [service, judge] = ['claude', 'grok'] as const;
  const { vendors } = config();
  const connected = Object.fromEntries([service, judge].map((one) => [one, { ...vendors[one], apiKey: 'key' }]));
  setConfig({ ...config(), vendors: { ...vendors, ...connected } });
  const cast = (model: string) => ({
    name: model,
    roles: { outline: { service, model }, lesson: { service, model }, practice: { service, model }, review: { service, model } },
  });
  return {
    name: 'Walk',
    briefs: USUAL_BRIEFS.slice(0, 5),
    casts: [cast('one'), cast('other')],
    judges: [{ service: judge, model: 'judge' }],
  };
};

const MORE = { after: 5, briefs: USUAL_BRIEFS.slice(5, 7) };

const startedEvaluation = async (): Promise<string> =>
  (await api.call('/api/operator/evaluations', { method: 'POST', bearer: operator.accessToken, body: evaluationPlan() })).json
    .evaluation_id;

async function endedEvaluation(): Promise<string> {
  const id = await startedEvaluation();
  await knex()('run').where({ id }).update({ status: 'completed', finished_at: new Date() });
  return id;
}

async function openAlert(): Promise<string> {
  const id = uuidv7();
  await knex()('operator_alert').insert({ id, rule: 'NoWorkers', subject: id, value: 0, opened_at: new Date() });
  return id;
}

async function apiKey(): Promise<string> {
  const { userId } = await api.givenPerson(`walk-${uuidv7()}@example.com`);
  const id = uuidv7();
  await knex()('api_key').insert({
    id,
    account_id: userId,
    holder: 'account',
    name: 'Walk',
    secret_hash: randomBytes(32),
    ending: 'walk',
    scopes: ['courses:read'],
    day_budget: 0,
    networks: [],
    expires_at: new Date(Date.now() + 86_400_000),
  });
  return id;
}

/** @returns the alarm about an event that was given up */
async function deadEvent(): Promise<string> {
  const id = `evt_${uuidv7()}`;
  await knex()('stripe_event').insert({ event_id: id, type: 'charge.refunded', object_id: 'ch_walk', state: 'dead', created: new Date() });
  await raiseAlarm(knex(), { kind: 'event.dead', occasion: id, subject: `event:${id}` });
  return (await knex()('billing_alarm')
    .where({ subject: `event:${id}` })
    .first('id'))!.id;
}

async function bulk(): Promise<string> {
  const id = uuidv7();
  await knex()('bulk_act').insert({ id, act: 'cancel', filter: '{}', total: 0 });
  return id;
}

/** Endpoints that change something and are tested in another file, which must name their address and read the audit entries. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  decideModeration: 'api/moderation/moderation.routes.test.ts',
  decideOnCourse: 'api/market/market-people.routes.test.ts',
  markSalesMessageAnswered: 'api/billing/sales.routes.test.ts',
  recordContract: 'api/organisations/organisation.routes.test.ts',
};
/** Changes that leave no entry, each with the reason. */
const UNAUDITED: Readonly<Record<string, string>> = {
  saveRunView: 'an operator’s own list',
};
const READ_BY_POST = new Set<Endpoint>([
  batchEstimates.estimateBatch,
  evaluations.estimateEvaluation,
  evaluations.estimateMoreBriefs,
  keys.findKeys,
  serviceConnections.listServiceModels,
  serviceConnections.testServiceConnection,
  installationServices.testInstallationService,
]);
const OF_ADMINS = new Set<unknown>([serviceConnections, installationServices].flatMap((contract) => Object.values(contract)));
const calls = ENDPOINTS.filter(({ auth }) => auth === 'operator').map((endpoint) => [endpoint.name, endpoint] as const);
const addressOf = ({ path }: Endpoint, { params = {} }: Sent) => path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? 'missing');
const callAs = (person: Person, endpoint: Endpoint, sent: Sent) =>
  api.call(`${addressOf(endpoint, sent)}${sent.query ?? ''}`, {
    method: endpoint.method,
    bearer: person.accessToken,
    ...(endpoint.body && { body: sent.body ?? {} }),
  });

describe('OPS-03 every call of the console', () => {
  it.each(calls)(
    '%s: 403 and no audit row for a learner and a creator; done, with one audit row if it changes something, for an operator',
    async (name, endpoint) => {
      const sent = (await CALLS[name]?.()) ?? {};
      const before = await audits();
      for (const other of others) {
        const refused = await callAs(other, endpoint, sent);
        expect([refused.status, refused.json.code]).toEqual([403, 'access.denied']);
      }
      expect(await audits()).toBe(before);
      if (name in TESTED_ELSEWHERE) return;
      const done = await callAs(OF_ADMINS.has(endpoint) ? admin : operator, endpoint, sent);
      const says = `${name} has no successful call here: give it one in CALLS of this file, or a line in TESTED_ELSEWHERE`;
      expect(done.status, `${says}\n${done.text}`).toBeLessThan(300);
      const leavesNone = endpoint.method === 'GET' || READ_BY_POST.has(endpoint) || name in UNAUDITED;
      const left = (await audits()) - before;
      if (leavesNone) expect(left, `${name} leaves audit entries, although it is a GET or in READ_BY_POST or UNAUDITED`).toBe(0);
      else expect(left, `${name} leaves ${left} audit entries instead of one: its command calls recordAudit in its transaction`).toBe(1);
    },
  );

  it('tests the others in the files that are named here', () => {
    for (const [name, file] of Object.entries(TESTED_ELSEWHERE)) {
      const endpoint = calls.find(([one]) => one === name)?.[1];
      expect.soft(endpoint?.method, `there is no operators’ endpoint ${name} that changes something`).toMatch(/^P|DELETE/);
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const [start] = endpoint?.path.split('/:') ?? [];
      expect.soft(text, `${file} does not call ${name} (${start})`).toContain(start);
      expect.soft(text, `${file} does not look at the audit entries of ${name}`).toContain('audit_entry');
    }
    for (const name of [...Object.keys(UNAUDITED), ...Object.keys(CALLS)])
      expect
        .soft(
          calls.map(([one]) => one),
          `there is no operators’ endpoint ${name}`,
        )
        .toContain(name);
  });

  it('leaves a row with the actor, the act, before, after and the request', async () => {
    const runId = await insertRun(knex(), { status: 'queued' });
    const { headers } = await callAs(
      operator,
      ENDPOINTS.find(({ name }) => name === 'actOnRun')!,
      {
        params: { task_id: runId },
        body: { act: 'cancel' },
      },
    );
    const found = (find: string) => api.call(`/api/operator/audit?subject=run:${runId}&${find}`, { bearer: operator.accessToken });
    const { json } = await found(`actor=${operator.email.toUpperCase()}&action=run.cancel`);
    expect((await found('actor=nobody@example.com')).json.entries).toEqual([]);
    expect(json.entries).toMatchObject([
      {
        actor: `account:${operator.userId}`,
        actor_email: operator.email,
        action: 'run.cancel',
        detail: { before: { status: 'queued' }, after: { status: 'cancelled' }, request_id: headers['x-request-id'] },
      },
    ]);
  });

  it('suspends a user: every session ends and none begins until they are reinstated; only admins appoint operators', async () => {
    const person = await api.givenPerson('suspended@example.com');
    const act = (body: object, who = operator) =>
      api.call(`/api/operator/people/${person.userId}/acts`, { method: 'POST', bearer: who.accessToken, body });
    const signIn = () => api.call('/api/auth/login', { method: 'POST', body: { email: person.email, password: PASSWORD } });
    expect((await act({ act: 'suspend' })).json).toMatchObject({ sessions: 0, suspended_at: expect.any(String) });
    expect((await signIn()).json.code).toBe('auth.suspended');
    await act({ act: 'unsuspend' });
    expect((await signIn()).status).toBe(200);
    expect((await act({ act: 'give_role', role: 'creator' })).json.roles).toEqual(['learner', 'creator']);
    expect((await act({ act: 'give_role', role: 'operator' })).json.code).toBe('access.denied');
    expect((await act({ act: 'give_tokens', tokens: 50 })).json.tokens).toBeGreaterThanOrEqual(50);
    const found = await api.call('/api/operator/people?q=SUSPENDED@', { bearer: operator.accessToken });
    expect(found.json.people).toMatchObject([{ user_id: person.userId, roles: ['learner', 'creator'] }]);
  });

  it('changes a setting at once without a restart, and back to the configuration with null', async () => {
    const set = (value: number | null) =>
      api.call('/api/operator/settings', {
        method: 'PATCH',
        bearer: operator.accessToken,
        body: {
          settings: [
            { name: 'max_active_runs', value },
            { name: 'batch_depth', value },
          ],
        },
      });
    const audited = async () =>
      (await api.database.knex('audit_entry').where({ action: 'setting.change' }).orderBy('id')).slice(-2).map(({ subject }) => subject);
    expect((await set(3)).json.settings[0]).toMatchObject({ name: 'max_active_runs', set: 3 });
    expect(await tuning()).toMatchObject({ max_active_runs: 3, batch_depth: 3 });
    // one request for all changed settings, and an entry for each
    expect(await audited()).toEqual(['setting:batch_depth', 'setting:max_active_runs']);
    expect((await set(null)).json.settings[0].set).toBeNull();
    expect((await tuning()).max_active_runs).toBe(configured().max_active_runs);
  });
});
