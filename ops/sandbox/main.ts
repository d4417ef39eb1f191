import { listLibrary } from './answers/course-files.ts';
import { prepareLibrary } from './answers/nearest-courses.ts';
import { startSandbox, type Sandbox } from './server.ts';

/**
 * The stand-in for the vendors, for development and tests. Environment: SANDBOX_PORT (3100), SANDBOX_LATENCY_MS (1200), SANDBOX_FIRST_CHUNK_MS
 * (200), SANDBOX_SEED, SANDBOX_LOG (file for the call log), SANDBOX_MODELS (extra model ids, comma-separated), SANDBOX_SMTP_PORT (3500),
 * SANDBOX_MAILBOX (file for the mails), SANDBOX_STRIPE_FILE (file for Stripe's objects), SANDBOX_FILES (folder of the object store),
 * SANDBOX_STRIPE_WEBHOOK_URL and SANDBOX_STRIPE_WEBHOOK_SECRET (the receiver of Stripe's events, and the secret that signs them).
 */
const env = process.env;

function readNumber(name: string, fallback: number): number {
  const value = env[name] === undefined || env[name] === '' ? fallback : Number(env[name]);
  if (!Number.isFinite(value) || value < 0) fail(`${name} must be a number, 0 or more; it is ${JSON.stringify(env[name])}`);
  return value;
}

function fail(line: string): never {
  process.stderr.write(`sandbox: ${line}\n`);
  process.exit(1);
}

const port = readNumber('SANDBOX_PORT', 3100);
const smtpPort = readNumber('SANDBOX_SMTP_PORT', 3500);
const { SANDBOX_STRIPE_WEBHOOK_URL: webhookUrl, SANDBOX_STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
const latencyMs = readNumber('SANDBOX_LATENCY_MS', 1200);
let sandbox: Sandbox;
try {
  sandbox = await startSandbox({
    port,
    latencyMs,
    // lessons appear one by one, like those of real services
    latencySpread: 0.4,
    firstChunkMs: Math.min(readNumber('SANDBOX_FIRST_CHUNK_MS', 200), latencyMs),
    models: (env.SANDBOX_MODELS ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
    ...(env.SANDBOX_SEED ? { seed: env.SANDBOX_SEED } : {}),
    ...(env.SANDBOX_LOG ? { logFile: env.SANDBOX_LOG } : {}),
    smtpPort,
    ...(env.SANDBOX_MAILBOX ? { mailFile: env.SANDBOX_MAILBOX } : {}),
    ...(env.SANDBOX_FILES ? { files: env.SANDBOX_FILES } : {}),
    stripe: {
      ...(env.SANDBOX_STRIPE_FILE ? { file: env.SANDBOX_STRIPE_FILE } : {}),
      ...(webhookUrl && webhookSecret ? { webhook: { url: webhookUrl, secret: webhookSecret } } : {}),
    },
  });
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const { port: taken } = error as { port?: number };
  const name = taken === smtpPort ? 'SANDBOX_SMTP_PORT' : 'SANDBOX_PORT';
  if (code === 'EADDRINUSE') fail(`port ${taken ?? port} is taken; set ${name} to a free one`);
  fail(`cannot start on port ${port}: ${message}`);
}
// callers that wait for the line below ask about topics, and for the list, immediately
await prepareLibrary();
listLibrary();
process.stdout.write(`sandbox: listening on ${sandbox.url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
