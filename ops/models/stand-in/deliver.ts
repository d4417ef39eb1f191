import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sse, type JsonObject } from '../../sandbox/wire/wire.ts';
import { tokensIn, type Call, type Format } from './call.ts';

/** How an answer is sent. Absent settings are those of the protocol's own vendor. */
export interface Delivery {
  readonly text: string;
  /** The finish reason on chat completions (null for none), and 'length' or 'content_filter' everywhere. */
  readonly finish?: string | null;
  /** The field of each part that contains the text. */
  readonly field?: string;
  /** Text sent before the answer, in this field. */
  readonly thinking?: { readonly field: string; readonly text: string };
  /** Sent as the arguments of a call to a tool that was not offered. */
  readonly asTool?: boolean;
  /** A complete answer although a stream was requested. */
  readonly isWhole?: boolean;
  /** Raw lines before the first event, and after the last. */
  readonly before?: string;
  readonly after?: string;
  /** Raw text in place of `data: [DONE]`. */
  readonly done?: string;
  /** The reported usage; null for none. */
  readonly usage?: { readonly input: number; readonly output: number } | null;
  readonly contentType?: string;
  /** The connection ends after this many characters of the text: 'end' closes it, 'reset' breaks it. */
  readonly cutAt?: { readonly characters: number; readonly how: 'end' | 'reset' };
  /** Characters per part, and the pause after each. */
  readonly size?: number;
  readonly pauseMs?: number;
  /** Bytes per write, regardless of character boundaries. */
  readonly writeBytes?: number;
  /** A refusal in the protocol's own form, in place of the text. */
  readonly refusal?: string;
}

const PART = 400;
const id = 'standin';

interface Writer {
  opening(): string;
  part(text: string): string;
  ending(): string;
  whole(): JsonObject;
}

const useOf = (call: Call, delivery: Delivery) =>
  delivery.usage === undefined ? { input: call.inputTokens, output: tokensIn(delivery.text) } : delivery.usage;

function chatWriter(call: Call, delivery: Delivery): Writer {
  const { finish = 'stop', field = 'content' } = delivery;
  const event = (choices: JsonObject[], rest: JsonObject = {}) =>
    sse({ id, object: 'chat.completion.chunk', created: 1, model: call.model, choices, ...rest });
  const choice = (delta: JsonObject, ended: string | null = null) => event([{ index: 0, delta, finish_reason: ended }]);
  const use = useOf(call, delivery);
  const usage = use && { prompt_tokens: use.input, completion_tokens: use.output, total_tokens: use.input + use.output };
  const wantsUsage = usage && 'stream_options' in call.body;
  const tool = (text: string, opening: JsonObject = {}) => ({ tool_calls: [{ index: 0, ...opening, function: { arguments: text } }] });
  const { thinking } = delivery;
  return {
    opening: () =>
      choice({ role: 'assistant', content: delivery.asTool ? null : '' }) +
      (thinking ? choice({ [thinking.field]: thinking.text }) : '') +
      (delivery.refusal ? choice({ refusal: delivery.refusal }) : '') +
      (delivery.asTool
        ? choice({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'json', arguments: '' } }] })
        : ''),
    part: (text) => choice(delivery.asTool ? tool(text) : { [field]: text }),
    ending: () =>
      (finish === null ? '' : choice({}, finish)) + (wantsUsage ? event([], { usage }) : '') + (delivery.done ?? 'data: [DONE]\n\n'),
    whole: () => ({
      id,
      object: 'chat.completion',
      created: 1,
      model: call.model,
      choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', content: '', [field]: delivery.text } }],
      ...(usage && { usage }),
    }),
  };
}

function messagesWriter(call: Call, delivery: Delivery): Writer {
  const named = (data: JsonObject & { type: string }) => sse(data, data.type);
  const stop = { length: 'max_tokens', content_filter: 'refusal' }[delivery.finish ?? ''] ?? 'end_turn';
  const use = useOf(call, delivery) ?? { input: 0, output: 0 };
  const message = (content: JsonObject[], reason: string | null) => ({
    id,
    type: 'message',
    role: 'assistant',
    model: call.model,
    content,
    stop_reason: reason,
    stop_sequence: null,
    usage: { input_tokens: use.input, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: use.output },
  });
  return {
    opening: () =>
      named({ type: 'message_start', message: message([], null) }) +
      named({ type: 'ping' }) +
      named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    part: (text) => named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    ending: () =>
      named({ type: 'content_block_stop', index: 0 }) +
      named({ type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: use.output } }) +
      named({ type: 'message_stop' }),
    whole: () => message([{ type: 'text', text: delivery.text }], stop),
  };
}

function responsesWriter(call: Call, delivery: Delivery): Writer {
  let sequence = 0;
  const event = (type: string, rest: JsonObject) => sse({ type, sequence_number: sequence++, ...rest }, type);
  const at = { item_id: id, output_index: 0, content_index: 0 };
  const reason = { length: 'max_output_tokens', content_filter: 'content_filter' }[delivery.finish ?? ''] ?? null;
  const status = reason ? 'incomplete' : 'completed';
  const part = (text: string) =>
    delivery.refusal ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [], logprobs: [] };
  const item = (state: string, content: JsonObject[]) => ({ type: 'message', id, status: state, role: 'assistant', content });
  const use = useOf(call, delivery) ?? { input: 0, output: 0 };
  const response = (state: string, output: JsonObject[]) => ({
    id,
    object: 'response',
    created_at: 1,
    status: state,
    error: null,
    incomplete_details: state === 'incomplete' ? { reason } : null,
    model: call.model,
    output,
    usage: {
      input_tokens: use.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: use.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: use.input + use.output,
    },
  });
  const kind = delivery.refusal ? 'response.refusal' : 'response.output_text';
  const text = delivery.refusal ?? delivery.text;
  const done = () => item(status, [part(text)]);
  return {
    opening: () =>
      event('response.created', { response: response('in_progress', []) }) +
      event('response.output_item.added', { output_index: 0, item: item('in_progress', []) }) +
      event('response.content_part.added', { ...at, part: part('') }),
    part: (delta) => event(`${kind}.delta`, { ...at, delta, ...(delivery.refusal ? {} : { logprobs: [] }) }),
    ending: () =>
      event(`${kind}.done`, { ...at, ...(delivery.refusal ? { refusal: text } : { text, logprobs: [] }) }) +
      event('response.content_part.done', { ...at, part: part(text) }) +
      event('response.output_item.done', { output_index: 0, item: done() }) +
      event(`response.${status}`, { response: response(status, [done()]) }),
    whole: () => response(status, [done()]),
  };
}

function geminiWriter(call: Call, delivery: Delivery): Writer {
  const reason = { length: 'MAX_TOKENS', content_filter: 'SAFETY' }[delivery.finish ?? ''] ?? delivery.finish ?? 'STOP';
  const use = useOf(call, delivery) ?? { input: 0, output: 0 };
  const body = (text: string, isLast: boolean) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...(isLast && { finishReason: reason }) }],
    ...(isLast && {
      usageMetadata: { promptTokenCount: use.input, candidatesTokenCount: use.output, totalTokenCount: use.input + use.output },
    }),
    modelVersion: call.model,
    responseId: id,
  });
  return {
    opening: () => '',
    part: (text) => sse(body(text, false)),
    ending: () => sse(body('', true)),
    whole: () => body(delivery.text, true),
  };
}

const WRITERS: Readonly<Record<Format, (call: Call, delivery: Delivery) => Writer>> = {
  chat: chatWriter,
  messages: messagesWriter,
  responses: responsesWriter,
  gemini: geminiWriter,
};

const wantsStream = ({ format, path, body }: Call): boolean => (format === 'gemini' ? path.includes('stream') : body['stream'] === true);

/** Sends an answer as its delivery says; resolves when its last byte was sent, or its reader has disconnected. */
export async function deliver(response: ServerResponse, call: Call, delivery: Delivery): Promise<void> {
  const writer = WRITERS[call.format](call, delivery);
  if (delivery.isWhole || !wantsStream(call)) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(writer.whole()));
    return;
  }
  response.writeHead(200, { 'content-type': delivery.contentType ?? 'text/event-stream' });
  const whole = delivery.refusal ?? delivery.text;
  const text = delivery.cutAt ? whole.slice(0, delivery.cutAt.characters) : whole;
  const signs = [...text];
  const size = delivery.size ?? PART;
  const parts = Array.from({ length: Math.ceil(signs.length / size) }, (_, at) => signs.slice(at * size, (at + 1) * size).join(''));
  await write(response, (delivery.before ?? '') + writer.opening(), delivery);
  for (const part of parts) {
    if (response.destroyed) return;
    // chat completions send a refusal in one piece
    if (!(delivery.refusal && call.format === 'chat')) await write(response, writer.part(part), delivery);
    if (delivery.pauseMs) await sleep(delivery.pauseMs);
  }
  if (delivery.cutAt?.how === 'reset') return void response.socket?.resetAndDestroy();
  if (!delivery.cutAt) await write(response, writer.ending() + (delivery.after ?? ''), delivery);
  response.end();
}

async function write(response: ServerResponse, text: string, { writeBytes }: Delivery): Promise<void> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += writeBytes ?? bytes.length) {
    response.write(bytes.subarray(from, from + (writeBytes ?? bytes.length)));
    if (writeBytes) await sleep(1);
  }
}
