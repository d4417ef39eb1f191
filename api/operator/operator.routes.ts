import { estimateBatch as estimate } from '#contract/operator/batch-estimates.contract.ts';
import * as batchesContract from '#contract/operator/batches.contract.ts';
import * as consoleContract from '#contract/operator/console.contract.ts';
import * as control from '#contract/operator/control.contract.ts';
import * as contract from '#contract/operator/overview.contract.ts';
import * as organisationsContract from '#contract/operator/organisations.contract.ts';
import * as keysContract from '#contract/operator/keys.contract.ts';
import * as peopleContract from '#contract/operator/people.contract.ts';
import * as runsConsole from '#contract/operator/runs-console.contract.ts';
import * as runViews from '#contract/operator/run-views.contract.ts';
import * as scheduleContract from '#contract/operator/schedules.contract.ts';
import { readSeries as seriesOf } from '#contract/operator/series.contract.ts';
import * as evaluationsContract from '#contract/operator/evaluations.contract.ts';
import * as installation from '#contract/operator/installation-services.contract.ts';
import * as serviceConnections from '#contract/operator/service-connections.contract.ts';
import * as servicesContract from '#contract/operator/services.contract.ts';
import { ALERT_RULES, expressionOf } from '#domain/operator/alerts/alert-rules.ts';
import { recentAlerts } from '#domain/operator/alerts/alert.queries.ts';
import { noteAlert } from '#domain/operator/alerts/alert.commands.ts';
import { listAudit, readAuditEntry } from '#domain/operator/audit/audit.queries.ts';
import { actOnBatch } from '#domain/operator/batches/act-on-batch.command.ts';
import { listBatches, listItems, readBatch, differencesInBatch } from '#domain/operator/batches/batch.queries.ts';
import { estimateBatch, planBatch } from '#domain/operator/batches/plan-batch.command.ts';
import {
  changeServiceBudget,
  listServiceConnections,
  listServiceModels,
  removeServiceConnection,
  saveServiceConnection,
  testServiceConnection,
} from '#domain/operator/connections/connection.commands.ts';
import { listInstallationServices, testInstallationService } from '#domain/operator/connections/installation-services.ts';
import { readDefaultCast } from '#domain/generation/answers/default-cast.commands.ts';
import { actOnEvaluation, forgetDefaultCast } from '#domain/generation/evaluations/act-on-evaluation.command.ts';
import { answersFromSandbox } from '#domain/generation/evaluations/evaluation.kind.ts';
import {
  connectedParts,
  listEvaluations,
  readBlindPair,
  readEvaluatedBrief,
  readEvaluation,
  readSummary,
} from '#domain/generation/evaluations/evaluation.queries.ts';
import { addBriefs, estimateMoreBriefs } from '#domain/generation/evaluations/add-briefs.command.ts';
import { judgeAsPerson } from '#domain/generation/evaluations/verdict.commands.ts';
import { estimateEvaluation, startEvaluation } from '#domain/generation/evaluations/evaluation.commands.ts';
import { endLeakedKey, findKeys } from '#domain/identity/api-keys/leaked-key.commands.ts';
import { readConsoleCourse, readConsoleState, searchConsole } from '#domain/operator/console/console.queries.ts';
import { pauseWork } from '#domain/operator/control/pause-work.command.ts';
import { readOverview } from '#domain/operator/overview/overview.queries.ts';
import { listOrganisations, readConsoleOrganisation } from '#domain/organisations/console.queries.ts';
import { helpOrganisation } from '#domain/operator/organisations/help-organisation.command.ts';
import { readScimLog } from '#domain/organisations/scim/scim-token.commands.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import { mount } from '#api/platform/guard.ts';
import { actOnPerson } from '#domain/operator/people/act-on-person.command.ts';
import { findPeople } from '#domain/operator/people/people.queries.ts';
import { actOnRun } from '#domain/operator/runs/act-on-run.command.ts';
import { inspectRun } from '#domain/operator/runs/inspect-run.queries.ts';
import { countRuns, searchRuns } from '#domain/operator/runs/search-runs.queries.ts';
import { listRunViews, saveRunView } from '#domain/operator/runs/run-view.commands.ts';
import { abortBulkAct, readBulkAct, startBulkAct } from '#domain/operator/runs/start-bulk-act.command.ts';
import { actOnSchedule } from '#domain/operator/schedules/act-on-schedule.command.ts';
import { listSchedules } from '#domain/operator/schedules/schedules.queries.ts';
import { readSeries } from '#domain/operator/series/series.queries.ts';
import { listSettings, tune } from '#domain/operator/settings/tune.command.ts';
import { batchServices } from '#domain/vendors/llm/batches/batch-services.ts';
import { atVendors } from '#domain/vendors/llm/batches/vendor-batches.queries.ts';
import { openServiceLane } from '#domain/vendors/llm/service-pause.commands.ts';
import { listServiceLanes } from '#domain/vendors/llm/vendor-availability.queries.ts';

/** Mounts the overview of the installation, and alerts. */
export function mountOverview(router: ApiRouter): void {
  mount(router, contract.readOverview, async () => ({ status: 200, body: await readOverview() }));

  mount(router, seriesOf, async ({ query }) => ({ status: 200, body: await readSeries(query.range) }));

  mount(router, contract.listAlerts, async () => ({
    status: 200,
    body: {
      rules: ALERT_RULES.map((rule) => ({
        name: rule.name,
        expression: expressionOf(rule),
        for_s: rule.forS,
        severity: rule.severity,
        summary: rule.summary,
      })),
      alerts: await recentAlerts(),
    },
  }));

  mount(router, contract.noteAlert, async ({ user, params, body, requestId }) => ({
    status: 200,
    body: await noteAlert({ alertId: params.alert_id, ...body }, { accountId: user.userId, requestId }),
  }));
}

/** Mounts the console's summary, pausing of work, and the audit log. */
export function mountControl(router: ApiRouter): void {
  mount(router, consoleContract.readConsoleState, async () => ({ status: 200, body: await readConsoleState() }));

  mount(router, consoleContract.searchConsole, async ({ query }) => ({ status: 200, body: await searchConsole(query.q) }));

  mount(router, consoleContract.readConsoleCourse, async ({ params }) => ({
    status: 200,
    body: await readConsoleCourse(params.course_id),
  }));

  mount(router, control.pauseWork, async ({ user, body, requestId }) => {
    await pauseWork(body, { accountId: user.userId, requestId });
    return { status: 200, body: { paused: body.paused } };
  });

  mount(router, control.listSettings, async () => ({ status: 200, body: { settings: await listSettings() } }));

  mount(router, control.changeSettings, async ({ user, body, requestId }) => ({
    status: 200,
    body: { settings: await tune(body.settings, { accountId: user.userId, requestId }) },
  }));

  mount(router, runViews.listRunViews, async ({ user }) => ({ status: 200, body: { views: await listRunViews(user.userId) } }));

  mount(router, runViews.saveRunView, async ({ user, body }) => ({
    status: 200,
    body: { views: await saveRunView(user.userId, body.name, body.find) },
  }));

  mount(router, scheduleContract.listSchedules, async () => ({ status: 200, body: { schedules: await listSchedules() } }));

  mount(router, scheduleContract.actOnSchedule, async ({ user, params, body, requestId }) => ({
    status: 200,
    body: { schedules: await actOnSchedule(params.name, body.act, { accountId: user.userId, requestId }) },
  }));

  mount(router, control.listAudit, async ({ query }) => ({ status: 200, body: await listAudit(query) }));

  mount(router, control.readAuditEntry, async ({ params }) => ({ status: 200, body: await readAuditEntry(params.entry_id) }));
}

/** Mounts the AI services, for operators. */
export function mountServices(router: ApiRouter): void {
  mount(router, servicesContract.listServiceLanes, async () => ({ status: 200, body: { services: await listServiceLanes() } }));

  mount(router, servicesContract.openServiceLane, async ({ user, params }) => {
    await openServiceLane({ service: params.service, accountId: user.userId });
    return { status: 200, body: { services: await listServiceLanes() } };
  });
}

interface Caller {
  readonly user: { readonly userId: string; readonly roles: readonly string[] };
  readonly requestId: string;
}
const adminOf = ({ user, requestId }: Caller) => ({ accountId: user.userId, isAdmin: user.roles.includes('admin'), requestId });

/** Mounts the connections of the AI services, which administrators can change. */
export function mountServiceConnections(router: ApiRouter): void {
  mount(router, serviceConnections.listServiceConnections, async (request) => ({
    status: 200,
    body: await listServiceConnections(adminOf(request)),
  }));

  mount(router, serviceConnections.listServiceModels, async ({ params, body, ...request }) => {
    const { baseURL, ...listed } = await listServiceModels({ ...params, ...body }, adminOf(request));
    return { status: 200, body: { ...listed, base_url: baseURL } };
  });

  mount(router, serviceConnections.testServiceConnection, async ({ params, body, ...request }) => {
    return { status: 202, body: { task_id: await testServiceConnection({ ...params, ...body }, adminOf(request)) } };
  });

  mount(router, serviceConnections.saveServiceConnection, async ({ params, body, ...request }) => ({
    status: 200,
    body: await saveServiceConnection({ ...params, ...body }, adminOf(request)),
  }));

  mount(router, serviceConnections.changeServiceBudget, async ({ params, body, ...request }) => ({
    status: 200,
    body: await changeServiceBudget({ ...params, ...body }, adminOf(request)),
  }));

  mount(router, serviceConnections.removeServiceConnection, async ({ params, body, ...request }) => ({
    status: 200,
    body: await removeServiceConnection({ ...params, ...body }, adminOf(request)),
  }));

  mount(router, installation.listInstallationServices, async () => ({ status: 200, body: { services: await listInstallationServices() } }));

  mount(router, installation.testInstallationService, async ({ params, ...request }) => ({
    status: 200,
    body: await testInstallationService(params.service, adminOf(request)),
  }));
}

/** Mounts runs of all accounts, for operators. */
export function mountRunsConsole(router: ApiRouter): void {
  mount(router, runsConsole.countRuns, async ({ query }) => {
    const count = await countRuns(query, runsConsole.COUNTED_RUNS + 1);
    return {
      status: 200,
      body: { count: Math.min(count, runsConsole.COUNTED_RUNS), is_more: count > runsConsole.COUNTED_RUNS },
    };
  });

  mount(router, runsConsole.searchRuns, async ({ query: { sort, order, page, size, ...filter } }) => ({
    status: 200,
    body: await searchRuns({ filter, sort, order, page, size }),
  }));

  mount(router, runsConsole.inspectRun, async ({ params }) => ({ status: 200, body: await inspectRun(params.task_id) }));

  mount(router, runsConsole.actOnRun, async ({ user, params, body, requestId }) => {
    await actOnRun({ runId: params.task_id, ...body }, { accountId: user.userId, requestId });
    return { status: 200, body: { done: true } };
  });

  mount(router, runsConsole.startBulkAct, async ({ user, body: { bulk_id: bulkId, ...selection }, requestId }) => ({
    status: 200,
    body: await startBulkAct({ bulkId, ...selection }, { accountId: user.userId, requestId }),
  }));

  mount(router, runsConsole.readBulkAct, async ({ params }) => ({ status: 200, body: await readBulkAct(params.bulk_id) }));

  mount(router, runsConsole.abortBulkAct, async ({ user, params, requestId }) => ({
    status: 200,
    body: await abortBulkAct(params.bulk_id, { accountId: user.userId, requestId }),
  }));
}

/** Mounts batches over many courses, for operators. */
export function mountBatches(router: ApiRouter): void {
  mount(router, batchesContract.planBatch, async ({ user, body, requestId }) => {
    const { batch, badRows } = await planBatch(body, { accountId: user.userId, requestId });
    return { status: 200, body: { batch, bad_rows: [...badRows] } };
  });

  mount(router, estimate, async ({ body }) => ({ status: 200, body: await estimateBatch(body) }));

  mount(router, batchesContract.listBatches, async () => ({
    status: 200,
    body: { batches: await listBatches(), vendor_batch_services: batchServices() },
  }));

  mount(router, batchesContract.readBatch, async ({ params, query }) => ({
    status: 200,
    body: {
      batch: await readBatch(params.batch_id),
      items: await listItems(params.batch_id, query),
      at_vendors: await atVendors(params.batch_id),
    },
  }));

  mount(router, batchesContract.readBatchItem, async ({ params }) => ({
    status: 200,
    body: {
      lessons: await differencesInBatch(params.batch_id, params.course_id),
    },
  }));

  mount(router, batchesContract.actOnBatch, async ({ user, params, body, requestId }) => ({
    status: 200,
    body: await actOnBatch({ batchId: params.batch_id, ...body }, { accountId: user.userId, requestId }),
  }));
}

/** Mounts comparisons of models, for operators. */
export function mountEvaluations(router: ApiRouter): void {
  mount(router, evaluationsContract.estimateEvaluation, async ({ body }) => ({ status: 200, body: await estimateEvaluation(body) }));

  mount(router, evaluationsContract.startEvaluation, async ({ user, body, header, requestId }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const { accepted_micro_usd: acceptedMicroUsd, ...plan } = body;
    const id = await startEvaluation(plan, { accountId: user.userId, requestId }, { idempotencyKey, acceptedMicroUsd });
    return { status: 200, body: await readSummary(id) };
  });

  mount(router, evaluationsContract.estimateMoreBriefs, async ({ params, body }) => ({
    status: 200,
    body: await estimateMoreBriefs(params.evaluation_id, body),
  }));

  mount(router, evaluationsContract.addBriefs, async ({ user, params, body, requestId }) => ({
    status: 200,
    body: await addBriefs(params.evaluation_id, body, { accountId: user.userId, requestId }, { acceptedMicroUsd: body.accepted_micro_usd }),
  }));

  mount(router, evaluationsContract.listEvaluations, async () => ({
    status: 200,
    body: {
      evaluations: await listEvaluations(),
      default_cast: await readDefaultCast(),
      services: connectedParts(),
      is_sandbox: answersFromSandbox(),
    },
  }));

  mount(router, evaluationsContract.readEvaluation, async ({ user, params }) => ({
    status: 200,
    body: await readEvaluation(params.evaluation_id, user.userId),
  }));

  mount(router, evaluationsContract.readEvaluatedBrief, async ({ params }) => ({
    status: 200,
    body: await readEvaluatedBrief(params.evaluation_id, params.number),
  }));

  mount(router, evaluationsContract.readBlindPair, async ({ user, params }) => ({
    status: 200,
    body: await readBlindPair(params.evaluation_id, user.userId),
  }));

  mount(router, evaluationsContract.judgePair, async ({ user, params, body, requestId }) => {
    const told = await judgeAsPerson(
      { evaluationId: params.evaluation_id, firstId: body.first_id, secondId: body.second_id, verdict: body.verdict },
      { accountId: user.userId, requestId },
    );
    const { left } = await readBlindPair(params.evaluation_id, user.userId);
    return { status: 200, body: { ...told, left } };
  });

  mount(router, evaluationsContract.actOnEvaluation, async ({ user, params, body, requestId }) => ({
    status: 200,
    body: await actOnEvaluation(
      { evaluationId: params.evaluation_id, act: body.act, cast: body.cast, acceptedMicroUsd: body.accepted_micro_usd },
      { accountId: user.userId, requestId },
    ),
  }));

  mount(router, evaluationsContract.forgetDefaultCast, async ({ user, requestId }) => {
    await forgetDefaultCast({ accountId: user.userId, requestId });
    return { status: 200, body: { default_cast: await readDefaultCast() } };
  });
}

/** Mounts accounts, for operators. */
export function mountConsolePeople(router: ApiRouter): void {
  mount(router, peopleContract.findPeople, async ({ query }) => ({ status: 200, body: { people: await findPeople(query.q) } }));

  mount(router, keysContract.findKeys, async ({ body }) => ({ status: 200, body: { keys: await findKeys(body.q) } }));

  mount(router, keysContract.endFoundKey, async ({ user, params, requestId }) => ({
    status: 200,
    body: await endLeakedKey({ keyId: params.api_key_id, actor: `account:${user.userId}`, requestId }),
  }));

  mount(router, organisationsContract.listOrganisations, async ({ query }) => ({ status: 200, body: await listOrganisations(query.q) }));

  mount(router, organisationsContract.readConsoleOrganisation, async ({ params }) => ({
    status: 200,
    body: await readConsoleOrganisation(params.organisation_id),
  }));

  mount(router, organisationsContract.readScimLog, async ({ params, query }) => {
    await readConsoleOrganisation(params.organisation_id);
    return { status: 200, body: await readScimLog({ organisationId: params.organisation_id, ...query }) };
  });

  mount(router, organisationsContract.helpOrganisation, async ({ user, params, body, requestId }) => ({
    status: 200,
    body: await helpOrganisation(
      { organisationId: params.organisation_id, personId: body.person_id, act: body.act },
      { accountId: user.userId, requestId },
    ),
  }));

  mount(router, peopleContract.actOnPerson, async ({ user, params, body, requestId }) => ({
    status: 200,
    body: await actOnPerson(
      { personId: params.person_id, ...body },
      { accountId: user.userId, requestId },
      user.roles.some((role) => role === 'admin'),
    ),
  }));
}
