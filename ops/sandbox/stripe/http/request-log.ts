/** One API request as received. `problems`: violations of Stripe's schemas. */
export interface RequestRecord {
  id: string;
  at: string;
  method: string;
  path: string;
  body: string;
  idempotency_key: string | null;
  stripe_version: string | null;
  status: number | null;
  problems: string[];
  fault: string | null;
}

const MOST = 5_000;

/** The newest requests, oldest first; lost on restart. */
export class RequestLog {
  #records: RequestRecord[] = [];
  #serial = 0;

  open(request: Pick<RequestRecord, 'method' | 'path' | 'body' | 'idempotency_key' | 'stripe_version' | 'fault'>): RequestRecord {
    const id = `req_sandbox${String(++this.#serial).padStart(7, '0')}`;
    const record: RequestRecord = { id, at: new Date().toISOString(), ...request, status: null, problems: [] };
    this.#records.push(record);
    if (this.#records.length > MOST) this.#records.shift();
    return record;
  }

  list(): RequestRecord[] {
    return this.#records;
  }

  clear(): void {
    this.#records = [];
  }
}
