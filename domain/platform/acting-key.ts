import { AsyncLocalStorage } from 'node:async_hooks';

/** The API key behind a program's request. */
export interface ActingKey {
  readonly id: string;
  /**
   * The account the key acts for. Costs of other accounts, such as a run that an operator's program retries, are not charged to its budget.
   */
  readonly accountId: string;
  /** An organisation's key, which spends only from the pool. */
  readonly organisationId: string | null;
}

const current = new AsyncLocalStorage<ActingKey | null>();

/** Runs a request's work for a program; null: for a person. Spending counts against the key's budget, and audit entries name the key. */
export const actingWith = <T>(key: ActingKey | null, work: () => Promise<T>): Promise<T> => current.run(key, async () => work());

const device = new AsyncLocalStorage<string>();

/** Runs a request's work with its device's name, as the browser states it, for an organisation's audit log. */
export const actingFrom = <T>(userAgent: string, work: () => Promise<T>): Promise<T> =>
  device.run(userAgent.slice(0, 300), async () => work());

/** Returns the device that sent the request; null in workers, and if it does not identify itself. */
export const actingDevice = (): string | null => device.getStore() || null;

/** Returns the acting key; null for a person, and in workers, which spend only tokens that a request has reserved. */
export const actingKey = (): ActingKey | null => current.getStore() ?? null;
