import path from 'node:path';
import { SetupError } from './setup-error.mjs';

/**
 * @typedef {object} Settings
 * @property {string} root the checkout
 * @property {string} dataDir absolute
 * @property {string} bind
 * @property {string} origin PUBLIC_ORIGIN, without a trailing slash
 * @property {boolean} local development on this machine: embedded store, sandbox and sample accounts are allowed
 * @property {string | null} databaseUrl null: the embedded store
 * @property {string | null} redisUrl
 * @property {'sandbox' | 'local' | 'live'} aiMode
 * @property {boolean} samples whether to make the sample accounts
 * @property {boolean} watch restart on change, with Vite's development server in front
 * @property {string[]} notices lines to print at the start
 * @property {import('./ports.mjs').WantedPort[]} ports
 */

/**
 * Reads and validates the environment. Reports all problems at once, one line each.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} root
 * @param {object} [options]
 * @param {boolean} [options.watch]
 * @param {'product' | 'store' | 'nothing'} [options.needs] what will be started with them
 * @returns {Settings}
 */
export function readSettings(env, root, { watch = false, needs = 'product' } = {}) {
  /** @type {string[]} */
  const problems = [];
  const set = (/** @type {string} */ name) => (env[name]?.trim() ? env[name].trim() : null);

  const readPort = (/** @type {string} */ name, /** @type {number} */ fallback) => {
    const text = set(name);
    const isPort = text !== null && /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
    if (text !== null && !isPort) problems.push(`${name} must be a port from 1 to 65535; it is '${text}'.`);
    return { name, port: isPort ? Number(text) : fallback, explicit: isPort, host: '127.0.0.1' };
  };

  const bind = set('BIND') ?? '127.0.0.1';
  const front = { ...readPort('PORT', 3000), explicit: true, host: bind };
  const others = ['SANDBOX_PORT', 'ADMIN_PORT', 'WORKER_ADMIN_PORT'].map((name, index) => readPort(name, front.port + 100 * (index + 1)));
  others.push(readPort('SANDBOX_SMTP_PORT', front.port + 500));
  if (watch) others.push(readPort('API_PORT', front.port + 400));

  const origin = readOrigin(set('PUBLIC_ORIGIN') ?? `http://localhost:${front.port}`, problems);
  const local = env.NODE_ENV !== 'production' && isLoopbackHost(origin.hostname);
  const databaseUrl = set('DATABASE_URL');
  const aiMode = set('AI_MODE') ?? 'sandbox';
  if (!isAiMode(aiMode)) problems.push(`AI_MODE must be 'sandbox', 'local' or 'live'; it is '${aiMode}'.`);
  if (!local) {
    const where = env.NODE_ENV === 'production' ? 'NODE_ENV is production' : `PUBLIC_ORIGIN is ${origin.origin}, not this machine`;
    if (!databaseUrl && needs !== 'nothing')
      problems.push(`DATABASE_URL is needed: the embedded PostgreSQL is for development only and ${where}.`);
    if (aiMode === 'sandbox' && needs === 'product')
      problems.push(`AI_MODE=live and the AI services' keys are needed: the sandbox is for development only and ${where}.`);
  }
  const open = !isLoopbackHost(bind);
  if (local && open && needs === 'product' && !set('PUBLIC_ORIGIN')) {
    problems.push(`BIND=${bind} would open the sample accounts to the network: set PUBLIC_ORIGIN to the address people will use.`);
  }
  if (problems.length > 0) throw new SetupError(problems);

  const notices = [];
  if (local && open) notices.push(`BIND=${bind}: the sample accounts can be reached by everything that reaches this machine or container.`);
  const samples = local && (databaseUrl === null || isLoopbackHost(hostOf(databaseUrl)));
  if (local && !samples)
    notices.push('No sample accounts: the database is on another machine. `npm run seed -- sample-accounts` makes them.');

  return {
    root,
    dataDir: path.resolve(root, set('DATA_DIR') ?? '.data'),
    bind,
    origin: origin.origin,
    local,
    databaseUrl,
    redisUrl: set('REDIS_URL'),
    aiMode: isAiMode(aiMode) ? aiMode : 'sandbox',
    samples,
    watch,
    notices,
    ports: [front, ...others],
  };
}

/** @param {string} mode @returns {mode is Settings['aiMode']} */
const isAiMode = (mode) => ['sandbox', 'local', 'live'].includes(mode);

/** @param {string} host a name or address, IPv6 with or without brackets */
export function isLoopbackHost(host) {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * @param {string} text
 * @param {string[]} problems
 */
function readOrigin(text, problems) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url;
  problems.push(`PUBLIC_ORIGIN must be an origin such as https://learn.example.com; it is '${text}'.`);
  return new URL('http://localhost');
}

/** @param {string} databaseUrl */
function hostOf(databaseUrl) {
  return URL.canParse(databaseUrl) ? new URL(databaseUrl).hostname || 'localhost' : '';
}

/**
 * The environment of every process of the product: all decisions resolved, with absolute paths.
 * @param {Settings} settings
 * @param {Record<string, number>} ports
 * @param {string} databaseUrl
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(settings, ports, databaseUrl) {
  return {
    ...process.env,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    BIND: settings.bind,
    PUBLIC_ORIGIN: settings.origin,
    DATA_DIR: settings.dataDir,
    DATABASE_URL: databaseUrl,
    AI_MODE: settings.aiMode,
    // glibc gives every thread its own arena and seldom returns them: decoding pictures kept 20 MB more of the api's memory
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(settings.dataDir, 'compile-cache'),
  };
}
