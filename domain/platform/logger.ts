import { destination, pino, stdSerializers, type Logger } from 'pino';
import { config } from '#domain/platform/config.ts';

let root: Logger | null = null;

/** Postgres puts whole rows into `detail` and `where`: hashes, learner texts. Node puts the input of an invalid URL into `input` and `base`. */
function withoutTexts({
  detail: _detail,
  where: _where,
  input: _input,
  base: _base,
  ...rest
}: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

/**
 * Returns the process's logger: JSON lines on stdout, credentials and learner texts redacted. Use `child({request_id})` for whatever
 * belongs to a request.
 */
export function logger(): Logger {
  return (root ??= pino(
    {
      level: config().logLevel,
      base: { pid: process.pid },
      serializers: { err: (error: Error) => withoutTexts(stdSerializers.err(error)) },
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
    destination({ sync: false }),
  ));
}
