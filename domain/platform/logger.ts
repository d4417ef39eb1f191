import { pino, type Logger } from 'pino';
import { config } from '#domain/platform/config.ts';

let root: Logger | null = null;

/** The process's logger: JSON lines on stdout, credentials and learner texts redacted. `child({request_id})` for anything that follows a request. */
export function logger(): Logger {
  return (root ??= pino({
    level: config().logLevel,
    base: { pid: process.pid },
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
  }));
}
