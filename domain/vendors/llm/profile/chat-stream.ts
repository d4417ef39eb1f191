import { lookup } from '#contract/platform/lookup.ts';
import { failureReason } from '../failure-reason.ts';
import { endingOf } from './endings.ts';
import type { ModelProfile } from './model-profile.ts';
import { isContentRefusal } from './refusals.ts';
import { isJson, plainText, type Json } from './wire-forms.ts';

/** Observations about an answer, as far as it has arrived. */
export interface Heard {
  /** The field that held its text, and the server's word for its end. */
  learnt: ModelProfile;
  /** The answer ended without saying so: only its text can show whether it is whole. */
  isUnended: boolean;
  /** Why this is not an answer: the server broke off or reported an error, in its own words, with the corresponding status. */
  brokeOff: { readonly status: number; readonly words: string } | null;
}

const event = (data: Json): string => `data: ${JSON.stringify(data)}\n\n`;
const chunk = (delta: Json, end: string | null = null, more: Json = {}): string =>
  event({ ...more, choices: [{ index: 0, delta, finish_reason: end }] });

/** The finish reason of an answer that declines in the protocol's own form. */
const REFUSED = 'refusal';
/** The status for a server that stopped answering. */
const OUTAGE = 503;

/** The protocol's own finish reasons. */
const PROTOCOL_END: Readonly<Record<string, string>> = lookup({ stop: 'stop', length: 'length', 'content-filter': 'content_filter' });

/** Reads one answer of a compatible server, in any of the known forms, and rewrites it in the protocol's form. */
export class ChatReader {
  readonly #heard: Heard;
  #content = '';
  #tool = '';
  readonly #thoughts = { reasoning_content: '', reasoning: '' };
  #end: string | null = null;
  #use: Json | null = null;

  constructor(heard: Heard) {
    this.#heard = heard;
  }

  /** Takes one event or a whole answer, and returns the events to pass on now. */
  take(data: Json): string {
    const problem = problemIn(data);
    if (problem !== null) {
      this.#heard.brokeOff ??= { status: statusIn(data), words: problem };
      return '';
    }
    if (isJson(data['usage'])) this.#use = data['usage'];
    const choice = Array.isArray(data['choices']) ? data['choices'].find(isJson) : undefined;
    if (!choice) return '';
    // an answer that declines still ends with 'stop'
    if (typeof choice['finish_reason'] === 'string' && this.#end !== REFUSED) this.#end = choice['finish_reason'];
    const said = [choice['delta'], choice['message']].find(isJson) ?? {};
    const content = plainText(said['content']) || plainText(choice['text']);
    this.#content += content;
    this.#tool += toolArguments(said);
    let thought = '';
    for (const field of ['reasoning_content', 'reasoning'] as const) {
      if (typeof said[field] !== 'string') continue;
      this.#thoughts[field] += said[field];
      thought ||= said[field];
    }
    if (typeof said['refusal'] === 'string' && said['refusal'] !== '') this.#end = REFUSED;
    return content || thought ? chunk({ ...(content && { content }), ...(thought && { reasoning_content: thought }) }) : '';
  }

  /** Returns the rest of the answer: a text from another field, its end, and its usage. */
  close(): string {
    const heard = this.#heard;
    let rest = '';
    // thoughts that used up the limit are not an answer, whatever they quote
    const isCutOff = this.#end !== null && endingOf(this.#end) === 'length';
    if (this.#content.trim() === '' && heard.brokeOff === null) rest = isCutOff ? '' : this.#elsewhere();
    else if (this.#content.trim() !== '') heard.learnt = { ...heard.learnt, text: 'content' };
    const end = this.#endOf(rest);
    if (end !== null) rest += chunk({}, end);
    if (this.#use) rest += event({ choices: [], usage: this.#use });
    return `${rest}data: [DONE]\n\n`;
  }

  /** Some servers put the whole answer into the field for thoughts, or into a tool call that nobody offered. */
  #elsewhere(): string {
    const { reasoning_content: first, reasoning: second } = this.#thoughts;
    const places = [['tool_call', this.#tool] as const, ['reasoning_content', first] as const, ['reasoning', second] as const];
    const found = places.find(([, text]) => text.trim() !== '');
    if (!found) return '';
    const [text, content] = found;
    // an unfinished thought holds no answer
    if (text !== 'tool_call' && !content.includes('{')) return '';
    this.#heard.learnt = { ...this.#heard.learnt, text };
    if (text === 'tool_call' && /^(?:tool|function)_calls?$/.test(this.#end ?? '')) this.#end = 'stop';
    return chunk({ content });
  }

  #endOf(rest: string): string | null {
    const heard = this.#heard;
    if (heard.brokeOff !== null) return null;
    if (this.#end === null || this.#end === '') {
      // nothing came, or the end is missing; a text that is whole is still an answer
      heard.isUnended = true;
      if (this.#content.trim() === '' && rest === '') return null;
      heard.learnt = { ...heard.learnt, ending: '' };
      return 'stop';
    }
    const means = endingOf(this.#end);
    if (means === null) heard.brokeOff = { status: OUTAGE, words: `it ended with "${this.#end.slice(0, 60)}"` };
    else if (means === 'stop') heard.learnt = { ...heard.learnt, ending: this.#end.slice(0, 60) };
    return means === null ? null : (PROTOCOL_END[means] ?? 'stop');
  }
}

/** The arguments of an answer's tool calls, or of a part of them; older servers have a single function call. */
function toolArguments(said: Json): string {
  const calls = Array.isArray(said['tool_calls']) ? said['tool_calls'].filter(isJson) : [];
  return [...calls.map(({ function: called }) => called), said['function_call']]
    .map((called) => (isJson(called) ? called['arguments'] : ''))
    .map((given) => (typeof given === 'string' ? given : isJson(given) ? JSON.stringify(given) : ''))
    .join('');
}

/** Keys of which each protocol's answers have at least one; JSON without any of them is not an answer. */
const CONTENT = ['choices', 'usage', 'output', 'content', 'candidates', 'response', 'delta', 'message_start'];

export const isAnswer = (data: Json): boolean => CONTENT.some((name) => name in data);

/** Returns the error message in JSON that came with a success status, or null. */
export function problemIn(data: Json): string | null {
  const { error, detail, message } = data;
  const isProblem = error !== undefined && error !== null && error !== false && error !== '';
  if (!isProblem && (isAnswer(data) || !('detail' in data || data['object'] === 'error'))) return null;
  const said = isProblem ? error : (detail ?? message);
  const words = isJson(said)
    ? typeof said['message'] === 'string'
      ? `${said['message']} ${JSON.stringify(said)}`
      : JSON.stringify(said)
    : String(said);
  return words.slice(0, 2_000);
}

/** Returns the status that an error in JSON means: its own, otherwise that of an outage. */
export function statusIn(data: Json): number {
  const error = isJson(data['error']) ? data['error'] : data;
  if (/rate_?limit|resource_exhausted|too many requests/i.test(JSON.stringify(error))) return 429;
  const found = [error['code'], error['status'], error['status_code'], data['code'], data['status']]
    .map(Number)
    .find((status) => Number.isInteger(status) && status >= 400 && status <= 599);
  return found ?? (isOfRequest(JSON.stringify(error)) ? 400 : OUTAGE);
}

/** Tells whether an error without a status is about the request, so that repeating it is pointless. */
function isOfRequest(words: string): boolean {
  const reason = failureReason(400, words);
  return isContentRefusal(words) || (reason !== null && reason !== 'refused_parameter');
}

/** Reads a stream of events line by line, and passes it on in the protocol's form. */
export function chatStream(heard: Heard): TransformStream<Uint8Array, Uint8Array> {
  const reader = new ChatReader(heard);
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let line = '';
  let isOver = false;
  let isError = false;
  const lineOf = (text: string): string => {
    // llama.cpp puts its errors into a field of this name; other servers use a preceding event line
    const [, field, said] = /^(data|error|event): ?(.*)$/s.exec(text.replace(/\r$/, '')) ?? [];
    const data = said?.trim();
    if (!data || isOver) return '';
    if (field === 'event') {
      isError = data === 'error';
      return '';
    }
    if (field === 'error' || isError) return reader.take({ error: jsonIn(data) ?? data });
    if (data === '[DONE]') {
      isOver = true;
      return reader.close();
    }
    const json = jsonIn(data);
    if (isJson(json)) return reader.take(json);
    heard.brokeOff ??= { status: OUTAGE, words: 'a part of its answer was no JSON' };
    return '';
  };
  return new TransformStream({
    transform(bytes, controller) {
      line += decoder.decode(bytes, { stream: true });
      const lines = line.split('\n');
      line = lines.pop()!;
      const passed = lines.map(lineOf).join('');
      if (passed) controller.enqueue(encoder.encode(passed));
    },
    flush(controller) {
      const passed = lineOf(line + decoder.decode()) + (isOver ? '' : reader.close());
      if (passed) controller.enqueue(encoder.encode(passed));
    },
  });
}

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
