import type { ErrorEvent, NodeOptions } from '@sentry/node-core/light';
import { config } from './config.ts';
import { outgoing } from './network/outgoing.ts';
import { withoutSecrets } from './secrets/without-secrets.ts';

/** Reports an error with the ids of its log line. */
type Report = (error: Error, level: 'error' | 'fatal', ids: Readonly<Record<string, unknown>>) => void;

let report: Report = () => undefined;

/** Fields of log lines that become tags: our own names and ids, never text that a person wrote. */
const TAGS = ['request_id', 'run_id', 'step', 'job', 'code', 'route', 'schedule', 'timer'];

/** Reports an error, if a tracker is configured. The logger calls it for each line of level error or fatal that has an error. */
export const reportError: Report = (error, level, ids) => report(error, level, ids);

/**
 * Starts reporting errors to a tracker with Sentry's protocol, if `SENTRY_DSN` names one; otherwise nothing is loaded. A report contains
 * the error's class, its stack and ids: no request, no variables, no texts or addresses of people.
 * @param service name of this process, e.g. `coursewright-api`
 * @returns a function that sends the remaining reports, for at most two seconds, and stops
 */
export async function startErrorTracker(service: string): Promise<() => Promise<void>> {
  const { errorTracker } = config();
  if (!errorTracker) return async () => undefined;
  const sentry = await import('@sentry/node-core/light');
  const options: NodeOptions = {
    ...errorTracker,
    transport: (given) => {
      const transport = sentry.makeNodeTransport(given);
      return { ...transport, send: (envelope) => outgoing('errors', () => transport.send(envelope)) };
    },
    initialScope: { tags: { service } },
    // the other integrations attach requests, console lines, source lines and variables, or end the process in their own way
    integrations: [sentry.linkedErrorsIntegration()],
    sendClientReports: false,
    maxBreadcrumbs: 0,
    beforeSend: withoutTexts,
  };
  const client = sentry.initWithoutDefaultIntegrations(options);
  report = (error, level, ids) => {
    const tags = Object.fromEntries(TAGS.flatMap((name) => (typeof ids[name] === 'string' ? [[name, ids[name]]] : [])));
    sentry.captureException(error, { level, tags });
  };
  return async () => {
    report = () => undefined;
    await client.close(2_000);
  };
}

/** Text in quotes within a message: our own names stay, anything else may be a person's words. */
const QUOTED = /(?<name>\b(?:relation|column|constraint|table|function|index|type) "\w+"|(?<!\w)'\w+')|"[^"]*"|(?<!\w)'[^']*'|`[^`]*`/g;
const ADDRESS = /(?<![^\s@<>])[^\s@<>]+@[^\s@<>]+/g;
/** Tokens and keys; ids have hyphens after fewer characters. */
const SECRET = /\b\w{24,}\b/g;
const REMOVED = '[removed]';

/** Removes text that a person may have written from a message: drivers and parsers quote their input. */
const scrubbed = (message: string): string =>
  message
    .replaceAll(QUOTED, (quoted, name: string | undefined) => (name ? quoted : REMOVED))
    .replaceAll(ADDRESS, REMOVED)
    .replaceAll(SECRET, REMOVED);

function withoutTexts(event: ErrorEvent): ErrorEvent {
  for (const exception of event.exception?.values ?? []) if (exception.value) exception.value = withoutSecrets(scrubbed(exception.value));
  return event;
}
