import type { JsonObject } from './wire.ts';

const TYPES: Record<number, string> = { 401: 'authentication_error', 429: 'rate_limit_error', 500: 'server_error', 529: 'server_error' };
const CODES: Record<number, string> = { 401: 'invalid_api_key', 404: 'model_not_found', 429: 'rate_limit_exceeded' };

/** The error body of OpenAI and of xAI, which copies it. */
export function openaiError(status: number, message: string): JsonObject {
  return { error: { message, type: TYPES[status] ?? 'invalid_request_error', param: null, code: CODES[status] ?? null } };
}
