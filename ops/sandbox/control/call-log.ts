import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { Service } from '../wire/wire.ts';

/**
 * One vendor call. `status` and `ms` are null while it runs; `status` is the HTTP status sent, or 0 if the connection ended without one
 * (also for a call running when the sandbox was killed, whose `ms` stays null). `key` identifies the work, and is the same for every
 * attempt at it.
 */
export interface CallRecord {
  id: string;
  service: Service | 'veo' | 'images';
  model: string | null;
  purpose: string;
  key: string;
  /** The subject of the prompt, if it states one: the topic of its brief, the wish of a scene, the title of a lesson. */
  subject: string | null;
  started_at: string;
  ms: number | null;
  status: number | null;
  input_tokens: number;
  output_tokens: number;
  aborted: boolean;
  fault: string | null;
  /** For clips: whether the order began with an image, and what must not be shown. */
  has_image?: boolean;
  negative_prompt?: string;
}

export const MAX_CALLS = 20_000;
/** The file is rewritten when it has this many lines (each call writes two). */
const MAX_LINES = MAX_CALLS * 4;

/** The newest calls, oldest first. With a file every change is also a line there, so that the log survives a killed process. */
export class CallLog {
  #calls = new Map<string, CallRecord>();
  #attempts = new Map<string, number>();
  #file: string | null;
  #lines = 0;
  #serial = 0;

  constructor(file: string | null = null) {
    this.#file = file;
    if (file !== null && existsSync(file)) this.#reload(file);
  }

  list(service?: string): CallRecord[] {
    const all = [...this.#calls.values()];
    return service === undefined ? all : all.filter((call) => call.service === service);
  }

  /** Counts the log's calls for the same work. */
  attempts(key: string): number {
    return this.#attempts.get(key) ?? 0;
  }

  get size(): number {
    return this.#calls.size;
  }

  open(call: Omit<CallRecord, 'id' | 'started_at' | 'ms' | 'status' | 'output_tokens' | 'aborted' | 'fault'>): CallRecord {
    const id = `call_${String(++this.#serial).padStart(6, '0')}`;
    const record: CallRecord = {
      id,
      ...call,
      started_at: new Date().toISOString(),
      ms: null,
      status: null,
      output_tokens: 0,
      aborted: false,
      fault: null,
    };
    this.#calls.set(id, record);
    this.#attempts.set(record.key, this.attempts(record.key) + 1);
    this.#trim();
    this.#write(record);
    return record;
  }

  /** Ends a call. A call that was deleted from the log meanwhile stays deleted. */
  close(record: CallRecord, end: Pick<CallRecord, 'ms' | 'status' | 'output_tokens' | 'aborted'>): void {
    Object.assign(record, end);
    if (this.#calls.get(record.id) === record) this.#write(record);
  }

  clear(): void {
    this.#calls.clear();
    this.#attempts.clear();
    this.#lines = 0;
    if (this.#file !== null && existsSync(this.#file)) truncateSync(this.#file, 0);
  }

  #trim(): void {
    for (const [id, { key }] of this.#calls) {
      if (this.#calls.size <= MAX_CALLS) return;
      this.#calls.delete(id);
      if (this.attempts(key) <= 1) this.#attempts.delete(key);
      else this.#attempts.set(key, this.attempts(key) - 1);
    }
  }

  #write(record: CallRecord): void {
    if (this.#file === null) return;
    appendFileSync(this.#file, `${JSON.stringify(record)}\n`);
    this.#lines += 1;
    if (this.#lines > MAX_LINES) this.#compact(this.#file);
  }

  #compact(file: string): void {
    writeFileSync(
      file,
      this.list()
        .map((call) => `${JSON.stringify(call)}\n`)
        .join(''),
    );
    this.#lines = this.#calls.size;
  }

  #reload(file: string): void {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const call = parseLine(line);
      if (!call) continue;
      this.#calls.set(call.id, call);
      this.#serial = Math.max(this.#serial, Number(call.id.slice('call_'.length)) || 0);
    }
    for (const call of this.#calls.values()) {
      if (call.status === null) call.status = 0;
      this.#attempts.set(call.key, this.attempts(call.key) + 1);
    }
    this.#trim();
    this.#compact(file);
  }
}

/** A killed process can leave a partial line, which is skipped. */
function parseLine(line: string): CallRecord | null {
  try {
    const call = JSON.parse(line) as CallRecord;
    return typeof call.id === 'string' ? call : null;
  } catch {
    return null;
  }
}
