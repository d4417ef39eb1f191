import path from 'node:path';
import * as z from 'zod';
import { installSecret } from './install-secret.mjs';
import { LOAD_ENVIRONMENT, readLoadSettings, type LoadSettings } from './load/load-settings.ts';
import { PRODUCT } from '#contract/product.ts';
import { GOOGLE_ENVIRONMENT, readGoogleSettings, type GoogleSettings } from './google-settings.ts';
import { ICE_ENVIRONMENT, readIceServers, type IceServer } from './ice-servers.ts';
import { MAP_ENVIRONMENT, readMapSettings, type MapSettings } from './settings/map-settings.ts';
import { MODERATION_ENVIRONMENT, readModerationSettings, type ModerationSettings } from './settings/moderation-settings.ts';
import { MODEL_ENVIRONMENT, readModelSettings, type AiMode, type ModelSettings } from './settings/model-settings.ts';
import { PROVIDER_ENVIRONMENT, readProviders, type Providers } from './settings/provider-settings.ts';
import { readServiceSettings, SERVICE_ENVIRONMENT, type ServiceSettings } from './settings/service-settings.ts';
import { ERROR_TRACKER_ENVIRONMENT, readErrorTrackerSettings, type ErrorTrackerSettings } from './settings/error-tracker-settings.ts';
import { readTracingSettings, TRACING_ENVIRONMENT, type TracingSettings } from './settings/tracing-settings.ts';
import { readVendorBatchSettings, VENDOR_BATCH_ENVIRONMENT, type VendorBatchSettings } from './settings/vendor-batch-settings.ts';
import { readPaymentSettings, type PaymentSettings } from './payment-settings.ts';

/**
 * The only place that reads the environment. Rate limits are rows of one table (`LIMITS`, see docs/configuration.md); every other setting
 * has a default that fits one machine. Durations are milliseconds unless the name says otherwise.
 */
const port = z.coerce.number().int().min(0).max(65535);
const count = z.coerce.number().int().min(0);
const url = z.url();

const environmentSchema = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(3000),
  BIND: z.string().default('127.0.0.1'),
  PUBLIC_ORIGIN: url.optional(),
  /**
   * Number of our own proxies in front of the api: the caller's address is taken that many entries from the end of X-Forwarded-For. 0
   * ignores the header.
   */
  TRUSTED_PROXIES: count.default(0),
  SANDBOX_PORT: port.optional(),
  SANDBOX_SMTP_PORT: port.optional(),
  ADMIN_PORT: port.optional(),
  WORKER_ADMIN_PORT: port.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string('set it to a postgres:// address, or start with npm start, which brings its own'),
  REDIS_URL: z.string().optional(),
  SESSION_SECRET: z.string().min(32).optional(),
  /** `smtp://user:password@host:port` (STARTTLS is required off loopback), or `smtps://…`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /.+/ }).optional(),
  /** Sender of all mail, `name@example.com` or `Name <name@example.com>`. */
  MAIL_FROM: z
    .string()
    .regex(/^([^<>"\r\n]+ <)?[^\s<>@]+@[^\s<>@]+>?$/, 'an address such as Coursewright <hello@example.com>')
    .optional(),
  /** If unset: the sandbox in development, no payments otherwise. */
  STRIPE_SECRET_KEY: z.string().optional(),
  /** whsec_…; two, separated by a comma, during a rotation. */
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: url.optional(),
  /** 1: allows a live key to move real money. */
  LIVE: z.string().optional(),
  /** Further origins, separated by commas, to which a payment may return. */
  ALLOWED_ORIGINS: z.string().optional(),
  RECONCILE_AFTER_MS: count.optional(),
  ...GOOGLE_ENVIRONMENT,
  ...ICE_ENVIRONMENT,
  ...PROVIDER_ENVIRONMENT,
  /** Path of ffmpeg; if unset, the system's, else the one from npm. */
  FFMPEG_PATH: z.string().optional(),
  ...MAP_ENVIRONMENT,
  ...MODERATION_ENVIRONMENT,
  ...SERVICE_ENVIRONMENT,
  ...TRACING_ENVIRONMENT,
  ...ERROR_TRACKER_ENVIRONMENT,
  /** Link to the video tutorials in Help & Support; if unset, a picture tour is shown instead. */
  TUTORIALS_URL: z.url({ protocol: /^https?$/, hostname: /.+/ }).optional(),
  /** Contact address for investors. If unset, their messages appear among the messages to sales in the console. */
  INVESTOR_EMAIL: z.email().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ...MODEL_ENVIRONMENT,
  /** 1: administrators may connect AI services at addresses of this machine and its network; loopback addresses are always allowed. */
  PRIVATE_CONNECTIONS: z.string().optional(),
  VENDOR_REQUESTS_PER_MINUTE: count.default(3000),
  VENDOR_TOKENS_PER_MINUTE: count.default(20_000_000),
  /** Share of a vendor's rate limit that is closed to the batch lane, 0-1. */
  VENDOR_INTERACTIVE_SHARE: z.coerce.number().min(0).max(1).default(0.4),
  VENDOR_CALL_TIMEOUT_MS: count.default(180_000),
  VENDOR_FIRST_CHUNK_TIMEOUT_MS: count.default(30_000),
  VENDOR_CHUNK_TIMEOUT_MS: count.default(30_000),
  CIRCUIT_FAILURES: count.default(4),
  /** Longest circuit-breaker pause of a vendor that does not answer, if longer than a second. */
  CIRCUIT_OPEN_MS: count.default(1_000),
  RETRY_BASE_MS: count.default(400),
  /** How long a step waits for services that answer no request, counted from their last answer: a late lesson is better than a lost one. */
  OUTAGE_PATIENCE_MS: count.default(600_000),
  /** Daily caps on vendor spending, in US cents. 0 means no cap. */
  SPEND_CAP_USER_CENTS: count.default(2_000),
  SPEND_CAP_INSTALL_CENTS: count.default(50_000),
  ...LOAD_ENVIRONMENT,
  ...VENDOR_BATCH_ENVIRONMENT,
  KEEP_RUN_DETAILS_DAYS: count.default(180),
  KEEP_FAILED_RUNS_DAYS: count.default(730),
  LEASE_MS: count.default(12_000),
  /** The applied column of the table of rate limits; if unset, `full` in production and `loose`, for developers and tests, elsewhere. */
  RATE_LIMITS: z.enum(['full', 'loose']).optional(),
  GENERATE_WAIT_MS: count.default(55_000),
  WORKER_LANES: z.string().default('interactive,batch'),
  WORKER_CONCURRENCY: count.default(48),
  DATABASE_POOL: count.default(10),
});

/** The names of all settings; docs/configuration.md has a row for each. */
export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape);

export interface MailSettings {
  /** null: mail is not configured; pending mail waits until it is. */
  readonly smtpUrl: string | null;
  readonly from: string;
}

export interface Config extends LoadSettings, ModelSettings {
  readonly production: boolean;
  readonly rateLimits: 'full' | 'loose';
  readonly port: number;
  readonly bind: string;
  readonly publicOrigin: string;
  readonly trustedProxies: number;
  readonly adminPort: number;
  readonly workerAdminPort: number;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly databasePool: number;
  readonly redisUrl: string | null;
  readonly sessionSecret: Uint8Array;
  readonly logLevel: string;
  /** null: no traces are recorded. */
  readonly tracing: TracingSettings | null;
  /** Address of a trace, with {trace_id} in it. */
  readonly traceUrl: string | null;
  /** null: errors are only logged. */
  readonly errorTracker: ErrorTrackerSettings | null;
  readonly aiMode: AiMode;
  /** Address at which the stand-in lists its library's content on a topic; null: services write the courses. */
  readonly demoLibrary: string | null;
  /** Address of the free library of ready courses, whichever services are connected; null: this installation has none. */
  readonly library: string | null;
  /** Whether AI services may be connected at addresses that are not public. */
  readonly privateConnections: boolean;
  /** Whether the sandbox stands in for payments, mail, storage and media that are not configured. */
  readonly hasStandIns: boolean;
  readonly vendor: {
    readonly requestsPerMinute: number;
    readonly tokensPerMinute: number;
    readonly interactiveShare: number;
    readonly callTimeoutMs: number;
    readonly firstChunkTimeoutMs: number;
    readonly chunkTimeoutMs: number;
    readonly circuitFailures: number;
    readonly circuitOpenMs: number;
    readonly retryBaseMs: number;
    readonly outagePatienceMs: number;
  };
  readonly vendorBatches: VendorBatchSettings;
  readonly mail: MailSettings;
  readonly services: ServiceSettings;
  readonly google: GoogleSettings;
  readonly ffmpegPath: string | null;
  readonly iceServers: readonly IceServer[];
  readonly payments: PaymentSettings;
  /** Identity providers for sign-in, beside email. */
  readonly providers: Providers;
  readonly tutorialsUrl: string | null;
  readonly investorEmail: string | null;
  readonly map: MapSettings;
  readonly moderation: ModerationSettings;
  readonly spend: { readonly userCents: number; readonly installCents: number };
  /** For how many days after its end a run keeps its calls, log and step outputs; and for how many days a failed run is kept at all. */
  readonly keepRuns: { readonly detailDays: number; readonly failedDays: number };
  readonly leaseMs: number;
  readonly generateWaitMs: number;
  readonly workerLanes: readonly string[];
  readonly workerConcurrency: number;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** An invalid configuration: printed as one line per problem, then the process exits with code 1. */
export class ConfigError extends Error {}

/**
 * Reads and validates an environment.
 * @throws ConfigError naming every setting that is wrong, or missing in production.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environmentSchema.safeParse(present);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const e = parsed.data;
  const publicOrigin = e.PUBLIC_ORIGIN ? new URL(e.PUBLIC_ORIGIN).origin : `http://localhost:${e.PORT}`;
  const origin = new URL(publicOrigin);
  const production = e.NODE_ENV === 'production' || !LOOPBACK.has(origin.hostname);
  const problems: string[] = [];
  if (production) {
    if (e.AI_MODE === 'sandbox')
      problems.push('AI_MODE: the sandbox is for development on loopback; set AI_MODE=live and the vendors’ keys');
    if (!e.SESSION_SECRET) problems.push('SESSION_SECRET: production needs at least 32 random characters');
    if (origin.protocol !== 'https:' && !LOOPBACK.has(origin.hostname))
      problems.push('PUBLIC_ORIGIN: off loopback it must start with https://');
  }
  const hasStandIns = e.AI_MODE !== 'live' && !production;
  const sandbox = `http://127.0.0.1:${e.SANDBOX_PORT ?? e.PORT + 100}`;
  const payments = readPaymentSettings(
    {
      secretKey: e.STRIPE_SECRET_KEY,
      webhookSecret: e.STRIPE_WEBHOOK_SECRET,
      apiBase: e.STRIPE_API_BASE,
      allowedOrigins: e.ALLOWED_ORIGINS,
      live: e.LIVE,
      reconcileAfterMs: e.RECONCILE_AFTER_MS,
      aiMode: hasStandIns ? 'sandbox' : 'live',
      production,
      publicOrigin,
      sandbox,
      sandboxWebhookSecret: () => installSecret(path.resolve(e.DATA_DIR), 'stripe-webhook', 'whsec_'),
    },
    problems,
  );
  const models = readModelSettings(e, { sandbox, hasStandIns }, problems);
  const providers = readProviders(e, problems);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));

  return {
    production,
    rateLimits: e.RATE_LIMITS ?? (production ? 'full' : 'loose'),
    port: e.PORT,
    bind: e.BIND,
    publicOrigin,
    trustedProxies: e.TRUSTED_PROXIES,
    adminPort: e.ADMIN_PORT ?? e.PORT + 200,
    workerAdminPort: e.WORKER_ADMIN_PORT ?? e.PORT + 300,
    dataDir: path.resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    redisUrl: e.REDIS_URL ?? null,
    sessionSecret: new TextEncoder().encode(e.SESSION_SECRET ?? installSecret(path.resolve(e.DATA_DIR), 'session')),
    logLevel: e.LOG_LEVEL,
    tracing: readTracingSettings(e),
    traceUrl: e.TRACE_URL ?? null,
    errorTracker: readErrorTrackerSettings(e),
    aiMode: e.AI_MODE,
    demoLibrary: e.AI_MODE === 'sandbox' ? `${sandbox}/library` : null,
    library: hasStandIns ? `${sandbox}/library` : null,
    privateConnections: !production || e.PRIVATE_CONNECTIONS === '1',
    hasStandIns,
    ...models,
    vendor: {
      requestsPerMinute: e.VENDOR_REQUESTS_PER_MINUTE,
      tokensPerMinute: e.VENDOR_TOKENS_PER_MINUTE,
      interactiveShare: e.VENDOR_INTERACTIVE_SHARE,
      callTimeoutMs: e.VENDOR_CALL_TIMEOUT_MS,
      firstChunkTimeoutMs: e.VENDOR_FIRST_CHUNK_TIMEOUT_MS,
      chunkTimeoutMs: e.VENDOR_CHUNK_TIMEOUT_MS,
      circuitFailures: e.CIRCUIT_FAILURES,
      circuitOpenMs: e.CIRCUIT_OPEN_MS,
      retryBaseMs: e.RETRY_BASE_MS,
      outagePatienceMs: e.OUTAGE_PATIENCE_MS,
    },
    vendorBatches: readVendorBatchSettings(e),
    mail: {
      smtpUrl: e.SMTP_URL ?? (hasStandIns ? `smtp://sandbox:sandbox@127.0.0.1:${e.SANDBOX_SMTP_PORT ?? e.PORT + 500}` : null),
      from: e.MAIL_FROM ?? `${PRODUCT} <no-reply@${origin.hostname}>`,
    },
    services: readServiceSettings(e, e.AI_MODE),
    google: readGoogleSettings(e, hasStandIns ? sandbox : null),
    ffmpegPath: e.FFMPEG_PATH ?? null,
    iceServers: readIceServers(e),
    payments,
    providers,
    tutorialsUrl: e.TUTORIALS_URL ?? null,
    investorEmail: e.INVESTOR_EMAIL ?? null,
    map: readMapSettings(e),
    moderation: readModerationSettings(e),
    spend: { userCents: e.SPEND_CAP_USER_CENTS, installCents: e.SPEND_CAP_INSTALL_CENTS },
    ...readLoadSettings(e),
    keepRuns: { detailDays: e.KEEP_RUN_DETAILS_DAYS, failedDays: e.KEEP_FAILED_RUNS_DAYS },
    leaseMs: e.LEASE_MS,
    generateWaitMs: e.GENERATE_WAIT_MS,
    workerLanes: e.WORKER_LANES.split(',').map((lane) => lane.trim()),
    workerConcurrency: e.WORKER_CONCURRENCY,
  };
}

let current: Config | null = null;

/** Returns the process's configuration, read from `process.env` on first use. */
export function config(): Config {
  return (current ??= readConfig(process.env));
}

/** Sets the process's configuration instead of reading the environment; for tests and benchmarks, before anything reads it. */
export function setConfig(next: Config): void {
  current = next;
}
