import type { IncomingHttpHeaders } from 'node:http';
import { SERVICES } from '#contract/platform/ai-services.ts';

/** Everything that answers prompts: the services, and an own server. */
export const ANSWERING = [...SERVICES, 'local'] as const;
export type Service = (typeof ANSWERING)[number];

export type JsonObject = Record<string, unknown>;

/** A vendor request reduced to what the answer depends on. `maxTokens` is null if no limit was requested. */
export interface WireRequest {
  model: string;
  stream: boolean;
  schema: JsonObject | null;
  system: string;
  user: string;
  maxTokens: number | null;
}

/** A complete model answer. `finish` 'length' means that the text is truncated. */
export interface WireReply {
  id: string;
  model: string;
  text: string;
  inputTokens: number;
  outputTokens: number;
  finish: 'stop' | 'length';
  createdAt: number;
}

/** One vendor's protocol: its errors, its request format, and its answers as JSON or as server-sent events. */
export interface Wire {
  service: Service;
  isAuthenticated(headers: IncomingHttpHeaders, url: URL): boolean;
  read(body: JsonObject, url: URL, headers: IncomingHttpHeaders): WireRequest;
  error(status: number, message: string): JsonObject;
  json(reply: WireReply): JsonObject;
  opening(reply: WireReply): string;
  delta(reply: WireReply, text: string): string;
  ending(reply: WireReply): string;
}

/** An error in the vendor's wording; the server formats it as the vendor does. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns one server-sent event; `name` is set for vendors that name their events. */
export function sse(data: unknown, name?: string): string {
  return `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
}

/** @throws Refusal 400 naming the first field that the vendor does not know */
export function refuseUnknownFields(body: JsonObject, known: readonly string[], say: (field: string) => string): void {
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Refusal(400, say(unknown));
}

/** Reads an integer of at least 1; null if the field is absent. @throws Refusal 400 */
export function readTokenLimit(body: JsonObject, field: string): number | null {
  const value = body[field];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
    throw new Refusal(400, `${field}: must be an integer of at least 1`);
  }
  return value;
}

/** Returns the text of a message's content: a string, or parts of the given types (other types are refused). */
export function readParts(content: unknown, at: string, textTypes: readonly string[], otherTypes: readonly string[] = []): string {
  if (typeof content === 'string') {
    if (content === '') throw new Refusal(400, `${at}: content must not be empty`);
    return content;
  }
  if (!Array.isArray(content) || content.length === 0) throw new Refusal(400, `${at}: content must be a string or a list of parts`);
  const texts = content.map((part: unknown, i) => {
    const type = isObject(part) ? part.type : undefined;
    if (typeof type === 'string' && otherTypes.includes(type)) return '';
    if (!isObject(part) || typeof type !== 'string' || !textTypes.includes(type) || typeof part.text !== 'string') {
      throw new Refusal(400, `${at}.${i}: part of type ${JSON.stringify(type)} is not accepted`);
    }
    return part.text;
  });
  return texts.join('\n');
}
