import { AsyncLocalStorage } from 'node:async_hooks';

/** The API key of the program that is acting. */
export interface ActingKey {
  readonly id: string;
  /** The account it acts for: costs of other accounts, such as a run that an operator's program retries, are not its spending. */
  readonly accountId: string;
  /** Of an organisation's key: it spends from the pool only. */
  readonly organisationId: string | null;
}

const current = new AsyncLocalStorage<ActingKey | null>();

/** Does a request's work for a program; null: for a person. What the work spends counts against the key's budget, and its audit entries name it. */
export const actingWith = <T>(key: ActingKey | null, work: () => Promise<T>): Promise<T> => current.run(key, async () => work());

const device = new AsyncLocalStorage<string>();

/** Does a request's work from a device, as its browser names itself: the audit of an organisation tells it. */
export const actingFrom = <T>(userAgent: string, work: () => Promise<T>): Promise<T> =>
  device.run(userAgent.slice(0, 300), async () => work());

/** Returns the device from which the work was asked for; null in workers, and for who names none. */
export const actingDevice = (): string | null => device.getStore() || null;

/** Returns the acting key; null for a person, and in workers, which spend only tokens that a request has reserved. */
export const actingKey = (): ActingKey | null => current.getStore() ?? null;
