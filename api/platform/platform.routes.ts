import { lookup } from '#contract/platform/lookup.ts';
import * as health from '#contract/platform/health.contract.ts';
import type { Health } from '#contract/platform/health.contract.ts';
import { listRunSteps } from '#contract/platform/run-steps.contract.ts';
import * as runs from '#contract/platform/runs.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { workersAlive } from '#domain/operator/overview/record-worker-heartbeat.command.ts';
import { cachedFor } from '#domain/platform/cached-for.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { listRuns } from '#domain/platform/runs/list-runs.queries.ts';
import { retryRun } from '#domain/platform/runs/retry.commands.ts';
import { runEnvelope, runSteps } from '#domain/platform/runs/run-envelope.queries.ts';
import { fileStoreAnswers } from '#domain/vendors/files/file-store.ts';
import { connectedServices } from '#domain/vendors/llm/voices.ts';
import { hasTranscription } from '#domain/voice/voice-notes.queries.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import type { ApiRouter } from './api-router.ts';
import { mount } from './guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from './idempotency-key.ts';
import { openApiDocument } from './openapi/openapi.ts';
import { sessionCookieName } from './session-cookie.ts';
import { type Readiness, within } from './health/readiness.ts';

const tutorials = (): { tutorials_url?: string } => {
  const { tutorialsUrl } = config();
  return tutorialsUrl === null ? {} : { tutorials_url: tutorialsUrl };
};

/** Returns whether users can pay, and the origin of the payment pages if it is not Stripe's: the sandbox serves its own. */
function paymentPages(): { checkout_origin?: string; takes_payments: boolean } {
  const { mode, protocol, host, port } = config().payments;
  const takes_payments = mode !== 'off';
  return mode === 'sandbox' ? { checkout_origin: new URL(`${protocol}://${host}:${port}`).origin, takes_payments } : { takes_payments };
}

function modelNames() {
  const { vendors } = config();
  const local = SERVICES.filter((service) => vendors[service].compatible);
  return local.length > 0 ? { model_names: Object.fromEntries(local.map((service) => [service, vendors[service].model])) } : {};
}

export function mountPlatform(router: ApiRouter, readiness: Readiness): void {
  const state = createHealth(readiness);
  mount(router, health.health, async () => ({ status: 200, body: await state() }));
  mount(router, health.live, async () => ({ status: 200, body: { status: 'live' } }));
  mount(router, health.ready, async () => ({ status: 200, body: { status: 'ready', checks: await readiness.ask() } }));
  mount(router, health.about, async () => ({
    status: 200,
    body: {
      product: PRODUCT,
      ai_mode: config().aiMode,
      ...modelNames(),
      connected_services: connectedServices(),
      ...paymentPages(),
      has_library: config().library !== null,
      translates: config().services.translation,
      transcribes: hasTranscription(),
      ...tutorials(),
    },
  }));
  mount(router, health.openapi, async () => ({
    status: 200,
    body: openApiDocument({ origin: config().publicOrigin, sessionCookie: sessionCookieName() }),
  }));
}

/** Mounts the routes that every kind of run shares. Routes of a single kind belong to its feature. */
export function mountRuns(router: ApiRouter): void {
  mount(router, runs.listAllRuns, async ({ user, query }) => {
    const page = await listRuns({ accountId: user.userId, ...query });
    return {
      status: 200,
      body: { runs: page.runs.map(({ base, details }) => ({ ...base, details: details as Record<string, unknown> })), next: page.next },
    };
  });

  mount(router, runs.getRun, async ({ user, params }) => ({
    status: 200,
    body: await openEnvelope({ runId: params.task_id, accountId: user.userId }),
  }));

  mount(router, listRunSteps, async ({ user, params }) => ({
    status: 200,
    body: { steps: await runSteps({ runId: params.task_id, accountId: user.userId }) },
  }));

  mount(router, runs.stopRun, async ({ user, params, query }) => {
    const run = { runId: params.task_id, accountId: user.userId };
    await cancelRun({ ...run, keep: query.keep });
    return { status: 200, body: await openEnvelope(run) };
  });

  mount(router, runs.continueRun, async ({ user, params, header }) => {
    const accountId = user.userId;
    const { runId } = await retryRun({ runId: params.task_id, accountId, idempotencyKey: idempotencyKeyOf(header(IDEMPOTENCY_KEY)) });
    return {
      status: 202,
      body: await openEnvelope({ runId, accountId }),
      headers: { Location: runs.getRun.path.replace(':task_id', runId) },
    };
  });
}

async function openEnvelope(run: { runId: string; accountId: string }) {
  const { base, result, details } = await runEnvelope(run);
  return { ...base, ...(result != null && { result }), details: details as Record<string, unknown> };
}

type State = Health['parts'][string];

const PATIENCE_MS = 2_000;
/** Anyone can call this endpoint, so the parts are checked at most this often. */
const FRESH_MS = 2_000;
/** A mail that has been failing for this long shows that outgoing mail is broken. */
const MAIL_LATE = '5 minutes';

/** Checks besides readiness: parts of the product that can be broken while this process serves. @returns each part's state */
const PARTS: Readonly<Record<string, () => Promise<State>>> = lookup({
  workers: async () => ((await workersAlive()) > 0 ? 'ok' : 'down'),
  media: async () => {
    if (config().google.mode === 'off') return 'off';
    await fileStoreAnswers();
    return 'ok';
  },
  mail: async () => {
    if (config().mail.smtpUrl === null) return 'off';
    const late = await database()('outgoing_mail')
      .where({ state: 'waiting' })
      .where('attempts', '>', 0)
      .whereRaw(`created_at < now() - interval '${MAIL_LATE}'`)
      .first('id');
    return late ? 'down' : 'ok';
  },
  payments: async () => (config().payments.mode === 'off' ? 'off' : 'ok'),
});

/**
 * Returns a function that reports which parts of the installation work: `down` parts degrade it, `off` parts are not configured. Each AI
 * service is a separate part; a paused or held one is `down`. Results are cached for two seconds.
 */
const createHealth = (readiness: Readiness): (() => Promise<Health>) => cachedFor(FRESH_MS, () => look(readiness));

async function look(readiness: Readiness): Promise<Health> {
  const [basics, services, ...others] = await Promise.all([
    readiness.each(),
    stateOfServices(),
    ...Object.entries(PARTS).map(async ([name, ask]) => [name, await stateOf(ask)] as const),
  ]);
  const { queues = 'down', ...rest } = basics;
  const parts = { ...rest, [config().redisUrl ? 'redis' : 'queues']: queues, ...Object.fromEntries(others), ...services };
  const degraded = Object.entries(parts).flatMap(([name, state]) => (state === 'down' ? [name] : []));
  return { status: degraded.length === 0 ? 'ok' : 'degraded', degraded, parts };
}

const stateOf = (ask: () => Promise<State>): Promise<State> => within(PATIENCE_MS, ask()).catch(() => 'down');

async function stateOfServices(): Promise<Record<string, State>> {
  const known = await within(PATIENCE_MS, vendorAvailability()).catch(() => null);
  return Object.fromEntries(
    SERVICES.map((service) => {
      const { configured, retryAt } = known?.[service] ?? { configured: true, retryAt: new Date() };
      return [service, !configured ? 'off' : retryAt === null ? 'ok' : 'down'];
    }),
  );
}
