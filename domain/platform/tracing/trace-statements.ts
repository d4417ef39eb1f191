import { SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { Knex } from 'knex';

/** The events of Knex about one statement carry the same id. */
interface Statement {
  readonly __knexQueryUid: string;
  readonly sql: string;
}

/** The first word of a statement or of its first `with`, and the first table it names: enough to tell statements apart in a list. */
const VERB = /^\s*(?:with\s+\w+\s+as\s*\(\s*)?(?<verb>\w+)/i;
const TABLE = /\b(?:from|into|update)\s+"?(?!set\b|of\b|skip\b)(?<table>[a-z]\w*)(?!\w|"?\s*\()/i;
/** Longer statements are cut in spans, in characters. */
const TEXT_AT_MOST = 2_000;

/**
 * Makes a span of every statement that Knex sends while a sampled span is active. The text has placeholders only: values are always bound, and
 * not recorded.
 */
export function traceStatements(knex: Knex): void {
  const running = new Map<string, Span>();
  knex.on('query', ({ __knexQueryUid: id, sql }: Statement) => {
    const parent = trace.getActiveSpan();
    if (!parent?.isRecording()) return;
    const verb = VERB.exec(sql)?.groups!['verb']!.toLowerCase() ?? 'statement';
    const table = TABLE.exec(sql)?.groups!['table'];
    const name = table ? `${verb} ${table}` : verb;
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name, 'db.query.text': sql.slice(0, TEXT_AT_MOST) };
    running.set(id, trace.getTracer('coursewright').startSpan(name, { kind: SpanKind.CLIENT, attributes }));
  });
  const end = (id: string, code?: string): void => {
    const span = running.get(id);
    running.delete(id);
    if (code !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code);
    span?.end();
  };
  knex.on('query-response', (_: unknown, { __knexQueryUid: id }: Statement) => end(id));
  knex.on('query-error', (error: Error & { code?: string }, { __knexQueryUid: id }: Statement) => end(id, error.code ?? error.name));
}
