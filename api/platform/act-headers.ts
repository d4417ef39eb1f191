import * as z from 'zod/mini';
import { moment } from '#contract/platform/bounded.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { timeZoneName } from '#contract/platform/time-zone.ts';
import { actTimeWithin, type Act } from '#domain/platform/acts/act.ts';
import { ProductError } from '#domain/platform/errors.ts';

const HEADERS = { 'Act-Id': z.uuid(), 'Act-Time': moment, 'Act-After': moment, 'Act-Zone': timeZoneName } as const;
type ActHeader = keyof typeof HEADERS;

const MESSAGES: Readonly<Record<ActHeader, string>> = {
  'Act-Id': 'Must be a UUID',
  'Act-Time': 'Must be a time with its offset, such as 2026-11-29T23:59:00Z',
  'Act-After': 'Must be a time with its offset, such as 2026-11-29T23:59:00Z',
  'Act-Zone': 'Must be a time zone such as Europe/Madrid',
};

/**
 * Reads from its headers how a change was done on a device: which act it is, when, and in which time zone.
 * @returns null for an endpoint whose changes never wait, and without any of the headers: it is done now
 * @throws ProductError validation.failed
 */
export function actOf({ offline }: Endpoint, header: (name: ActHeader) => string, accountId: string): Act | null {
  if (offline !== 'queued') return null;
  const read = (name: ActHeader): string | null => {
    const text = header(name);
    if (text === '') return null;
    const parsed = HEADERS[name].safeParse(text);
    if (parsed.success) return parsed.data;
    const message = MESSAGES[name];
    throw new ProductError('validation.failed', `${name}: ${message}.`, { data: { errors: [{ path: name, message }] } });
  };
  const [id, at, after, timeZone] = [read('Act-Id'), read('Act-Time'), read('Act-After'), read('Act-Zone')];
  if (id === null && at === null && timeZone === null) return null;
  const time = at === null ? new Date() : actTimeWithin({ at: new Date(at), after: after === null ? null : new Date(after) });
  return { accountId, id, at: time, timeZone };
}
