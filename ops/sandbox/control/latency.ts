import { isObject, ANSWERING, type Service } from '../wire/wire.ts';
import { hash32 } from '../seeded-random.ts';
import { BadControl, knownFields, readObject } from './read-body.ts';

/**
 * Total duration of a call and, for streams, the wait for the first chunk, in milliseconds. `per_service` overrides `ms`. With
 * `tokens_per_s` a call also takes as long as its answer's tokens do.
 */
export interface Latency {
  ms: number;
  first_chunk_ms: number;
  per_service: Partial<Record<Service, number>>;
  tokens_per_s: number | null;
  /** The share by which a call's duration varies, by its key: real calls never all end at the same time. */
  spread: number;
}

const MAX_MS = 600_000;
/** The factor of 'slow', and the minimum it multiplies, so that it is slow without a configured latency too. */
const SLOW = { factor: 10, floor_ms: 100 };

const isMs = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= MAX_MS;

/** Builds a latency; by default the first chunk comes after a sixth of the call. */
export function latencyOf(
  ms: number,
  firstChunkMs?: number,
  perService: Latency['per_service'] = {},
  tokensPerS: number | null = null,
  spread = 0,
): Latency {
  return { ms, first_chunk_ms: firstChunkMs ?? Math.round(ms / 6), per_service: perService, tokens_per_s: tokensPerS, spread };
}

/** Parses the `PUT /control/latency` body. @throws BadControl */
export function readLatency(body: unknown): Latency {
  const fields = readObject(body);
  knownFields(fields, ['ms', 'first_chunk_ms', 'per_service', 'tokens_per_s']);
  const { ms: total, first_chunk_ms: first, per_service: perService = {}, tokens_per_s: rate = null } = fields;
  if (!isMs(total)) throw new BadControl(`ms must be a number from 0 to ${MAX_MS}`);
  if (first !== undefined && !isMs(first)) throw new BadControl(`first_chunk_ms must be a number from 0 to ${MAX_MS}`);
  if (!isObject(perService)) throw new BadControl('per_service must be an object of service → ms');
  for (const [service, ms] of Object.entries(perService)) {
    if (!ANSWERING.some((known) => known === service))
      throw new BadControl(`per_service: ${service} is not one of ${ANSWERING.join(', ')}`);
    if (!isMs(ms)) throw new BadControl(`per_service.${service} must be a number from 0 to ${MAX_MS}`);
  }
  if (rate !== null && !(typeof rate === 'number' && rate > 0)) throw new BadControl('tokens_per_s must be a number above 0');
  return latencyOf(total, first, perService, rate);
}

/** Returns when a call's first chunk and its end are due, in milliseconds after its start. `key` identifies its work. */
export function paceOf(
  latency: Latency,
  { service, key, slow, outputTokens }: { service: Service; key: string; slow: boolean; outputTokens: number },
): { first: number; total: number } {
  const writing = latency.tokens_per_s === null ? 0 : (outputTokens / latency.tokens_per_s) * 1_000;
  const factor = 1 + latency.spread * ((2 * hash32(key)) / 2 ** 32 - 1);
  const base = Math.max(latency.per_service[service] ?? latency.ms, writing) * factor;
  const total = slow ? Math.max(base, SLOW.floor_ms) * SLOW.factor : base;
  return { first: Math.min(slow ? latency.first_chunk_ms * SLOW.factor : latency.first_chunk_ms, total), total };
}
