import path from 'node:path';
import { installSecret } from '#domain/platform/install-secret.mjs';
import { runNode } from './processes/child.mjs';
import { lockDataDir } from './data-dir.mjs';
import { superviseServices } from './processes/supervise-services.mjs';
import { superviseStore } from './store/supervise-store.mjs';
import { endOrphans } from './processes/orphans.mjs';
import { ensureBuild, ensureGenerated, ensurePackages, ensureTasks } from './packages/packages.mjs';
import { choosePorts } from './ports.mjs';
import { askApi, waitUntilReady } from './processes/health.mjs';
import { progressOf } from './processes/progress-of.mjs';
import { assertRedisReachable } from './redis-address.mjs';
import { writeRunRecord } from './run-record.mjs';
import { childEnvironment } from './settings.mjs';
import { errorText, SetupError } from './setup-error.mjs';
import { parts, say, seconds, step } from './progress.mjs';
import { restartOnChange } from './processes/restart-on-change.mjs';

/** How long each process may take to stop, in ms. The worker finishes its jobs or returns them to the queue. */
const GRACE_MS = { web: 3_000, api: 10_000, worker: 30_000, sandbox: 3_000 };
/** An api that has exited this often without becoming ready is given up. */
const HOPELESS_ENDS = 3;
const SHARED_ROOMS = ['domain', 'contract', 'queues'];

/**
 * Sets up and runs the product: locks the data folder, installs, starts the store, migrates and seeds, builds, starts the processes, waits until
 * they are ready. Everything that must be stopped is on the undo stack as soon as it exists.
 * @param {import('./settings.mjs').Settings} settings
 * @param {ReturnType<typeof import('./cleanup.mjs').cleanupStack>} undo
 * @param {AbortSignal} stopping
 */
export async function launch(settings, undo, stopping) {
  const { root, dataDir, watch } = settings;
  const began = performance.now();
  say(`Coursewright${watch ? ', restarting on change' : ''}`);
  for (const notice of settings.notices) say(`  ${notice}`);

  undo.push(lockDataDir(dataDir, watch ? 'npm run dev' : 'npm start'));
  if (await endOrphans(dataDir)) say('  the previous start was interrupted; its remaining processes have been stopped');
  if (settings.redisUrl) await assertRedisReachable(settings.redisUrl);
  const ports = await choosePorts(settings.ports);
  const record = writeRunRecord(dataDir, { address: settings.origin, ports, redisUrl: settings.redisUrl ?? undefined });
  undo.push(record.remove);

  /** Kills a step's program when the launcher has to stop in the middle of it. */
  const onStart = (/** @type {import('./processes/child.mjs').Child} */ child) => {
    void child.exited.then(undo.push((hard) => child.stop(hard ? 0 : 3_000)));
  };
  const node = await ensurePackages(root, onStart);
  stopping.throwIfAborted();
  // in parallel with the store: it only needs the packages, and the start of the rest waits for it
  const built = watch ? Promise.resolve() : ensureTasks(root, node, onStart).then(() => ensureBuild(root, node, onStart));
  built.catch(() => {});
  // only developers' editors need these files; the product runs without them
  const generated = watch ? ensureGenerated(root, node, onStart).catch((error) => say(`  ${errorText(error)}`)) : Promise.resolve();
  const databaseUrl = settings.databaseUrl ?? (await superviseStore(root, dataDir, undo, (pid) => record.process('store', pid)));
  record.update({ databaseUrl });
  const program = { node, cwd: root, env: childEnvironment(settings, ports, databaseUrl) };

  const apiWork = progressOf();
  const keepProcess = superviseServices({
    settings,
    ports,
    program: { node, cwd: root },
    databaseUrl,
    onMoved: () => record.update({ ports }),
    onStart: (name, pid) => {
      record.process(name, pid);
      if (name === 'api') apiWork.runs(pid);
    },
    onLine: (name, line) => name === 'api' && apiWork.say(line),
    say,
  });
  /**
   * @param {keyof typeof GRACE_MS} name
   * @param {string} script
   * @param {() => NodeJS.ProcessEnv} [more]
   */
  const keep = (name, script, more) => {
    stopping.throwIfAborted();
    const supervised = keepProcess(name, script, more);
    undo.push((hard) => supervised.stop(hard ? 0 : GRACE_MS[name]));
    return supervised;
  };

  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[settings.bind] ?? settings.bind;
  const apiAddress = () =>
    watch ? `http://127.0.0.1:${ports.API_PORT}` : `http://${host.includes(':') ? `[${host}]` : host}:${ports.PORT}`;
  const hasStandIns = settings.local && settings.aiMode !== 'live';
  const sandbox = hasStandIns
    ? keep('sandbox', 'ops/sandbox/main.ts', () => ({
        SANDBOX_LOG: path.join(dataDir, 'sandbox-calls.jsonl'),
        SANDBOX_MAILBOX: path.join(dataDir, 'sandbox-mails.jsonl'),
        SANDBOX_FILES: path.join(dataDir, 'sandbox-files'),
        SANDBOX_STRIPE_FILE: path.join(dataDir, 'sandbox-stripe.jsonl'),
        SANDBOX_STRIPE_WEBHOOK_URL: `${apiAddress()}/api/webhooks/stripe`,
        SANDBOX_STRIPE_WEBHOOK_SECRET: process.env.STRIPE_WEBHOOK_SECRET?.split(',')[0]?.trim() || webhookSecret(dataDir),
      }))
    : null;
  await Promise.all([prepareData(settings, program, onStart), built, generated]);
  await step('start', async (_note, waits) => {
    const worker = keep('worker', 'workers/main.ts');
    const api = keep('api', 'api/main.ts', () => (watch ? { PORT: String(ports.API_PORT), BIND: '127.0.0.1' } : {}));
    if (watch) {
      keep('web', 'ops/start/processes/dev-server.mjs');
      restartOnChange(root, [...SHARED_ROOMS, 'api'], api);
      restartOnChange(root, [...SHARED_ROOMS, 'workers'], worker);
      if (sandbox) restartOnChange(root, ['ops/sandbox'], sandbox);
    }
    const hopeless = () => (!watch && api.ends() >= HOPELESS_ENDS ? 'it ends again and again; its last words are above' : null);
    const problem = await waitUntilReady({
      ask: () => askApi(host, ports.PORT ?? 0),
      progress: apiWork.progress,
      hopeless: () => (stopping.aborted ? 'it was stopped' : hopeless()),
      tell: waits,
    });
    if (problem) throw new SetupError(`The api is not ready: ${problem}`);
  });
  stopping.throwIfAborted();

  say(`\nReady after ${seconds(began)} (${parts()}): ${settings.origin}`);
  if (settings.samples) say('Sign in as learner@example.com, creator@example.com or operator@example.com, password coursewright-demo.');
  if (settings.aiMode === 'sandbox') {
    say('Sandbox AI: courses come from a hand-written library on this machine; no AI service is called.');
    if (await hasOllama()) say('Ollama is running: with `AI_MODE=local npm start` its models write the courses.');
  }
  if (hasStandIns && !process.env.SMTP_URL) say(`Emails are not sent; read them at http://127.0.0.1:${ports.SANDBOX_PORT}/mailbox.`);
  if (hasStandIns && !process.env.STRIPE_SECRET_KEY) say('Payments go to a stand-in for Stripe: only test cards work, and no money moves.');
  say('Ctrl-C stops everything.\n');
}

/** Whether Ollama answers at its default address; nothing is sent to it. */
async function hasOllama() {
  const answer = await fetch('http://127.0.0.1:11434/api/tags', { signal: AbortSignal.timeout(200) }).catch(() => null);
  return answer?.ok === true;
}

/**
 * Migrates, and makes the sample accounts where they are allowed, in one program because every start of Node takes time.
 * @param {import('./settings.mjs').Settings} settings
 * @param {{ node: string, cwd: string, env: NodeJS.ProcessEnv }} program
 * @param {(child: import('./processes/child.mjs').Child) => void} onStart
 */
function prepareData({ samples }, program, onStart) {
  return step('migrate', async (note) => {
    const args = samples ? ['sample-accounts'] : [];
    // the program's own messages suffice: a warning of the database driver would precede them with a stack trace
    const env = { LOG_LEVEL: 'error', ...program.env };
    const { code, output } = await runNode({ ...program, env, script: 'ops/scripts/prepare.ts', args, onStart });
    const last = output.split('\n').slice(-20);
    if (code !== 0) throw new SetupError(last.length === 1 ? last : ['The database could not be prepared:', ...last]);
    if (samples) note('and sample accounts');
  });
}

/**
 * The secret with which the sandbox signs Stripe's webhooks and the api verifies them. A damaged file is reported so that the user can repair
 * it.
 * @param {string} dataDir
 */
function webhookSecret(dataDir) {
  try {
    return installSecret(dataDir, 'stripe-webhook', 'whsec_');
  } catch (error) {
    throw new SetupError(errorText(error));
  }
}
