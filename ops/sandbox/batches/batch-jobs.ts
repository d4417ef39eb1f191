import { setImmediate as nextTurn } from 'node:timers/promises';
import { composeReply, previewOf, type CallContext } from '../answer-call.ts';
import { createRandom } from '../seeded-random.ts';
import { Refusal, type JsonObject, type Service, type Wire, type WireReply } from '../wire/wire.ts';

/** One request of a batch, with the client's id for it. */
export interface BatchEntry {
  readonly id: string;
  readonly body: JsonObject;
}

export type EntryResult =
  | { readonly end: 'succeeded'; readonly reply: WireReply }
  | { readonly end: 'errored'; readonly status: number; readonly message: string }
  | { readonly end: 'canceled' | 'expired' };

/** A batch of any vendor. Times are ms since 1970. */
export interface BatchJob {
  readonly id: string;
  readonly wire: Wire;
  /** The URL of the requests in the batch. */
  readonly url: URL;
  readonly headers: Record<string, string>;
  /** The client's name for it, if the vendor stores one. */
  readonly name: string | null;
  readonly metadata: JsonObject;
  readonly inputFile: string | null;
  readonly entries: readonly BatchEntry[];
  readonly results: Map<string, EntryResult>;
  readonly createdAt: number;
  readonly expiresAt: number;
  cancelRequestedAt: number | null;
  endedAt: number | null;
  /** Why the vendor's validation refused the batch, if it did. */
  refused: { readonly code: string; readonly message: string; readonly line: number } | null;
}

const DAY_MS = 86_400_000;

/** The batches of all vendors: each is answered `ms` after its acceptance, request by request, and every answer is logged as a call. */
export class BatchJobs {
  #jobs = new Map<string, BatchJob>();
  #context: CallContext;
  #random: () => number;
  #serial = 0;

  constructor(context: CallContext) {
    this.#context = context;
    this.#random = createRandom(`batches ${context.seed}`);
  }

  start(
    prefix: string,
    given: Pick<BatchJob, 'wire' | 'url' | 'headers' | 'name' | 'metadata' | 'inputFile' | 'entries' | 'refused'>,
  ): BatchJob {
    const createdAt = Date.now();
    const job: BatchJob = {
      ...given,
      id: `${prefix}${String(++this.#serial).padStart(12, '0')}`,
      results: new Map(),
      createdAt,
      expiresAt: createdAt + DAY_MS,
      cancelRequestedAt: null,
      endedAt: given.refused ? createdAt : null,
    };
    this.#jobs.set(job.id, job);
    if (!given.refused) setTimeout(() => void this.#work(job), this.#context.state.batches.ms).unref();
    return job;
  }

  find(service: Service, id: string): BatchJob | null {
    const job = this.#jobs.get(id);
    return job?.wire.service === service ? job : null;
  }

  /** Returns the batches of a service, newest first. */
  list(service: Service): BatchJob[] {
    return [...this.#jobs.values()].filter((job) => job.wire.service === service).toReversed();
  }

  /** Cancels a batch immediately, or after the current request if it is being answered. */
  cancel(job: BatchJob): void {
    if (job.endedAt !== null || job.cancelRequestedAt !== null) return;
    job.cancelRequestedAt = Date.now();
    if (job.results.size === 0) setTimeout(() => void this.#work(job), 0).unref();
  }

  async #work(job: BatchJob): Promise<void> {
    for (const entry of job.entries) {
      if (job.endedAt !== null) return;
      if (!job.results.has(entry.id))
        job.results.set(entry.id, job.cancelRequestedAt === null ? this.#answer(job, entry) : { end: 'canceled' });
      await nextTurn();
    }
    job.endedAt ??= Date.now();
  }

  #answer(job: BatchJob, { body }: BatchEntry): EntryResult {
    const { state, models } = this.#context;
    const fate = this.#random();
    if (fate < state.batches.expired_share) return { end: 'expired' };
    const preview = previewOf(JSON.stringify(body), job.url, job.headers, job.wire);
    const attempt = state.log.attempts(preview.label.key);
    const record = state.log.open({ service: job.wire.service, ...preview.label, input_tokens: preview.inputTokens });
    const close = (status: number, outputTokens: number) =>
      state.log.close(record, { ms: 0, status, output_tokens: outputTokens, aborted: false });
    const refuse = (status: number, message: string): EntryResult => {
      close(status, 0);
      return { end: 'errored', status, message };
    };
    if (fate < state.batches.expired_share + state.batches.errored_share)
      return refuse(500, 'The server had an error while processing your request.');
    if (preview.request instanceof Refusal) return refuse(preview.request.status, preview.request.message);
    if (!models[job.wire.service].has(preview.request.model)) return refuse(404, `model: ${preview.request.model} does not exist.`);
    const reply = composeReply({ context: this.#context, record, attempt, preview, fault: null });
    close(200, reply.outputTokens);
    return { end: 'succeeded', reply };
  }
}
