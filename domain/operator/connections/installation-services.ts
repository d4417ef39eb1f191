import { stat } from 'node:fs/promises';
import { uuidv7 } from 'uuidv7';
import {
  INSTALLATION_SERVICES,
  type InstallationProblem,
  type InstallationService,
  type InstallationServiceRow,
} from '#contract/operator/installation-services.contract.ts';
import { aiService, leadOf, servicesFor, SPEECH_SERVICES, type Service, type ServiceRole } from '#contract/platform/ai-services.ts';
import { comparePrices } from '#domain/billing/catalogue/price.commands.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { fetchFor } from '#domain/platform/network/outgoing.ts';
import { listModels, problemOf } from '#domain/vendors/connections/try-connection.ts';
import { putFile, readFile, removeFile } from '#domain/vendors/files/file-store.ts';
import { hasPictureService } from '#domain/vendors/images/gemini-image.client.ts';
import { VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { deliverMail } from '#domain/vendors/mail/mail.client.ts';
import { scoreText } from '#domain/vendors/moderation/moderation.client.ts';
import { speechServices } from '#domain/vendors/speech/ask-speech-services.ts';
import { hasSpeechService } from '#domain/vendors/speech/speech.client.ts';
import { callStripe } from '#domain/vendors/stripe/stripe.client.ts';

type State = InstallationServiceRow['state'];
type Problem = { readonly code: InstallationProblem; readonly detail: string | null };

interface Declared {
  readonly variables: readonly string[];
  readonly servedBy?: readonly Service[];
  readonly state: () => State | Promise<State>;
  /** Makes a real call. Undefined when a call would cost money, or there is nobody to call. @returns null when all is well */
  readonly test?: (accountId: string) => Promise<Problem | null>;
}

const WITHIN_MS = 30_000;
/** Events that Stripe could not deliver in the last day, except the newest, which may still be on their way. */
const UNDELIVERED_S = 86_400;
const DELIVERED_WITHIN_S = 300;
/**
 * The source of a setting as shown: a stand-in, the environment or nothing. The sandbox's own values do not count as settings of the
 * environment.
 */
const byMode = (mode: string): State => (mode === 'off' ? 'missing' : mode === 'sandbox' ? 'stand_in' : 'environment');
const isThere = (setting: unknown): State => (setting === null ? 'missing' : 'environment');

function accountState(service: Service): State {
  const { accounts, hasStandIns } = config();
  const { isStored, apiKey } = accounts[service];
  if (isStored) return 'connected';
  return hasStandIns ? 'stand_in' : apiKey === '' ? 'missing' : 'environment';
}

const spokenState = (otherwise: State): State => {
  const states = speechServices().map(accountState);
  return states.includes('connected') ? 'connected' : (states[0] ?? otherwise);
};

/** Tests the key of the first service that has this ability, by listing its models, which costs nothing. */
async function testAccount<Of extends Service>(services: readonly Of[], model: (service: Of) => string): Promise<Problem | null> {
  const [service] = services;
  if (!service) return { code: 'not_set', detail: null };
  const settings = { ...config().accounts[service], model: model(service), compatible: null };
  const { models, problem } = await listModels(service, settings);
  if (problem || accountState(service) === 'stand_in' || models.includes(settings.model)) return problem;
  return { code: 'unknown_model', detail: settings.model };
}

async function testPayments(): Promise<Problem | null> {
  const { payments, publicOrigin } = config();
  const { wrong, missing } = await comparePrices();
  if (wrong.length + missing.length > 0) return { code: 'prices_differ', detail: [...wrong, ...missing].join('\n').slice(0, 500) };
  if (payments.mode === 'sandbox') return null;
  const { data } = await callStripe('webhookEndpoints.list', 'list', (client) => client.webhookEndpoints.list({ limit: 100 }));
  const ours = data.find(({ url }) => url === `${publicOrigin}/api/webhooks/stripe`);
  if (ours?.status !== 'enabled') return { code: 'webhook_missing', detail: `${publicOrigin}/api/webhooks/stripe` };
  // Stripe sends no event on request, but knows which events it could not deliver
  const now = Math.floor(Date.now() / 1000);
  const { data: undelivered } = await callStripe('events.list', 'list', (client) =>
    client.events.list({ delivery_success: false, created: { gte: now - UNDELIVERED_S, lte: now - DELIVERED_WITHIN_S }, limit: 1 }),
  );
  const [event] = undelivered;
  return event ? { code: 'webhook_unreached', detail: `${event.type}, ${new Date(event.created * 1000).toISOString()}` } : null;
}

async function testMail(accountId: string): Promise<null> {
  const { mail, publicOrigin } = config();
  const { email } = (await database()('account').where({ id: accountId }).first('email'))!;
  const host = new URL(publicOrigin).hostname;
  const text = `This installation (${publicOrigin}) can send mail.`;
  const letter = {
    to: email,
    messageId: `<test.${uuidv7()}@${host}>`,
    subject: 'A test of mail',
    text,
    html: `<p>${text}</p>`,
    unsubscribe: null,
  };
  await deliverMail({ smtpUrl: mail.smtpUrl!, from: mail.from }, letter);
  return null;
}

async function testFiles(): Promise<Problem | null> {
  const key = `tests/${uuidv7()}`;
  await putFile(key, Buffer.from('test'), 'text/plain');
  const parts: Uint8Array[] = [];
  for await (const part of readFile(key)) parts.push(part);
  await removeFile(key);
  return Buffer.concat(parts).toString() === 'test' ? null : { code: 'failed', detail: 'the file came back changed' };
}

/** Sends an empty report to a collector; from a tracker, any answer shows that it is reachable. */
async function testAddress(purpose: 'errors' | 'traces', address: string, init: RequestInit, isGood: (status: number) => boolean) {
  const response = await fetchFor(purpose)(address, { ...init, signal: AbortSignal.timeout(WITHIN_MS) });
  return isGood(response.status) ? null : ({ code: 'failed', detail: `it answers ${response.status}` } as const);
}

const keysOf = (role: ServiceRole) => servicesFor(role).map((service) => `${aiService(service).environment.vendor}_API_KEY`);

const SERVICES: Readonly<Record<InstallationService, Declared>> = {
  pictures: {
    variables: [...keysOf('pictures'), 'GOOGLE_CLOUD_PROJECT', 'GCS_BUCKET'],
    servedBy: servicesFor('pictures'),
    state: () => (hasPictureService() ? accountState(leadOf('pictures')) : 'missing'),
    test: () => testAccount(servicesFor('pictures'), () => config().google.imageModel),
  },
  clips: { variables: ['GOOGLE_CLOUD_PROJECT', 'GCS_BUCKET'], state: () => byMode(config().google.mode) },
  speech: {
    variables: keysOf('speech'),
    servedBy: SPEECH_SERVICES,
    // where no service is connected, this machine's mechanical voice speaks
    state: () => spokenState('stand_in'),
    test: () => testAccount(speechServices(), (service) => config().voiceModels[service]),
  },
  transcription: {
    variables: keysOf('speech'),
    servedBy: SPEECH_SERVICES,
    state: () => spokenState(hasSpeechService() ? 'stand_in' : 'missing'),
    test: () => testAccount(speechServices(), (service) => config().speechModels[service]),
  },
  moderation: {
    variables: keysOf('moderation'),
    servedBy: servicesFor('moderation'),
    state: () => accountState(leadOf('moderation')),
    test: async () => {
      await scoreText({ text: 'A calm sentence.', runId: null, stepId: null, signal: AbortSignal.timeout(WITHIN_MS) });
      return null;
    },
  },
  payments: {
    variables: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    state: () => byMode(config().payments.mode),
    test: testPayments,
  },
  mail: {
    variables: ['SMTP_URL', 'MAIL_FROM'],
    state: () => {
      const { mail, hasStandIns } = config();
      if (mail.smtpUrl === null) return 'missing';
      return hasStandIns && mail.smtpUrl.startsWith('smtp://sandbox:sandbox@') ? 'stand_in' : 'environment';
    },
    test: testMail,
  },
  files: {
    variables: ['GOOGLE_CLOUD_PROJECT', 'GCS_BUCKET'],
    state: () => byMode(config().google.mode),
    test: testFiles,
  },
  // the installation makes its own keys, and the owners of browsers decide which of them it calls
  push: { variables: [], state: () => 'environment' },
  map: {
    variables: ['MAP_FILE', 'GOOGLE_MAPS_KEY'],
    state: async () => {
      const { googleKey, file } = config().map;
      if (googleKey !== null) return 'environment';
      return stat(file).then(
        () => 'environment' as const,
        () => 'missing' as const,
      );
    },
  },
  errors: {
    variables: ['SENTRY_DSN'],
    state: () => isThere(config().errorTracker),
    test: () => testAddress('errors', new URL(config().errorTracker!.dsn).origin, {}, () => true),
  },
  traces: {
    variables: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    state: () => isThere(config().tracing),
    test: () =>
      testAddress(
        'traces',
        config().tracing!.endpoint,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"resourceSpans":[]}' },
        (status) => status < 400,
      ),
  },
};

/** Returns everything that an installation is connected to besides the services that write texts, and what remains to be set up. */
export function listInstallationServices(): Promise<InstallationServiceRow[]> {
  return Promise.all(
    INSTALLATION_SERVICES.map(async (service) => {
      const { variables, servedBy = [], state, test } = SERVICES[service];
      const now = await state();
      return {
        service,
        state: now,
        variables: [...variables],
        served_by: [...servedBy],
        may_be_tested: test !== undefined && now !== 'missing',
      };
    }),
  );
}

/** Makes one real call. Nothing is stored; mail goes to the caller. @throws ProductError access.denied */
export async function testInstallationService(
  service: InstallationService,
  { accountId, isAdmin }: { accountId: string; isAdmin: boolean },
): Promise<{ problem: Problem | null; ms: number }> {
  if (!isAdmin) throw new ProductError('access.denied', 'Only administrators can test services.');
  const { state, test } = SERVICES[service];
  const start = performance.now();
  const outcome = async (): Promise<Problem | null> => {
    if ((await state()) === 'missing') return { code: 'not_set', detail: null };
    if (!test) return { code: 'not_testable', detail: null };
    return test(accountId).catch(problemIn);
  };
  return { problem: await outcome(), ms: Math.round(performance.now() - start) };
}

const NOT_REACHED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|EHOSTUNREACH|timed? ?out/i;

/** The error that a client threw, as worded on the page; AI services give more details than others. */
function problemIn(error: unknown): Problem {
  if (error instanceof VendorFailure) return problemOf(error, config().accounts[error.service].apiKey);
  const causes: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause)
    causes.push('code' in one ? `${String(one.code)} ${one.message}` : one.message);
  const said = causes.join(': ');
  return { code: NOT_REACHED.test(said) ? 'not_reachable' : 'failed', detail: said.slice(0, 300) || null };
}
