import type { Health } from '#contract/platform/health.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { workersAlive } from '#domain/operator/overview/record-worker-heartbeat.command.ts';
import { cachedFor } from '#domain/platform/cached-for.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { fileStoreAnswers } from '#domain/vendors/files/file-store.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { within, type Readiness } from './readiness.ts';

type State = Health['parts'][string];

const PATIENCE_MS = 2_000;
/** Anyone may call this endpoint: the parts are checked at most this often. */
const FRESH_MS = 2_000;
/** A mail that has been failing for this long means that outgoing mail is broken. */
const MAIL_LATE = '5 minutes';

/** Checks beyond readiness: parts of the product that may be broken while this process serves. @returns each part's state */
const PARTS: Readonly<Record<string, () => Promise<State>>> = {
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
};

/**
 * Reports which parts of the installation work: `down` parts degrade it, `off` parts are not configured. Each AI service is a part of its
 * own; a paused or held one is `down`. Results are cached for two seconds.
 */
export const createHealth = (readiness: Readiness): (() => Promise<Health>) => cachedFor(FRESH_MS, () => look(readiness));

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
