import { destination, levels, pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { config } from '#domain/platform/config.ts';
import { reportError } from './error-tracker.ts';
import { withoutSecrets } from './secrets/without-secrets.ts';

let root: Logger | null = null;
let sink: DestinationStream | null = null;

/** Redirects this process's log from now on; tests use it to collect log lines. */
export function logTo(stream: DestinationStream): void {
  sink = stream;
  root = null;
}

const ERROR = levels.values['error']!;

/** API keys (`KEY_PATTERN`). */
const API_KEY = /(cwk_live_)[0-9A-Za-z]+/g;

/**
 * Postgres puts whole rows into `detail` and `where`: hashes, learner texts. Node puts the input of an invalid URL into `input` and `base`.
 */
function withoutTexts({
  detail: _detail,
  where: _where,
  input: _input,
  base: _base,
  ...rest
}: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

/** Maximum depth to which the properties of a library's error are logged. */
const DEEPEST = 4;

/** Removes likely secrets from every text of a value: libraries put services' answers into their own error fields (`response`, `raw`). */
function cleaned<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return withoutSecrets(value) as T;
  if (value instanceof Error) return { type: value.name, message: withoutSecrets(value.message) } as T;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST || Buffer.isBuffer(value)) return '[deeper]' as T;
  if (Array.isArray(value)) return value.map((one: unknown) => cleaned(one, depth + 1)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one, depth + 1)])) as T;
}

const shown = (error: Error): unknown => cleaned(withoutTexts({ ...stdSerializers.err(error) }));

/**
 * Returns the process's logger: JSON lines on stdout, credentials and learner texts redacted; errors also go to the error tracker. Use
 * `child({request_id})` for lines about a request.
 */
export function logger(): Logger {
  return (root ??= pino(
    {
      level: config().logLevel,
      base: { pid: process.pid },
      hooks: {
        // wherever a program has put its key by mistake: in an address, a request id, a message
        streamWrite: (line) => line.replaceAll(API_KEY, '$1[redacted]'),
        logMethod(line, method, level) {
          const [fields] = line as unknown[];
          if (level >= ERROR && typeof fields === 'object' && fields !== null && 'err' in fields && fields.err instanceof Error)
            reportError(fields.err, level > ERROR ? 'fatal' : 'error', { ...this.bindings(), ...fields });
          method.apply(this, line);
        },
      },
      serializers: {
        err: shown,
        failure: shown,
      },
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          'headers.authorization',
          'headers.cookie',
          'res.headers["set-cookie"]',
          '*.password',
          '*.access_token',
          '*.refresh_token',
          'body',
        ],
        censor: '[redacted]',
      },
    },
    // a slow reader must not block the process; the buffer is flushed at exit
    sink ?? destination({ sync: false }),
  ));
}
