const JSON_FORM = 'application/json';
const EVENTS = 'text/event-stream';
/** The media types that a conforming client accepts; the SDK’s server refuses any other. */
export const EITHER_FORM = `${JSON_FORM}, ${EVENTS}`;

/** `either`: the server chooses; otherwise the only form that the client reads. */
export type AnswerForm = 'either' | 'json' | 'events';

/**
 * Returns the form in which a client reads answers, according to its `Accept`. The specification requires clients to accept both, but many
 * accept one, name none, or write it in capitals. Clients that name events read them; programs that send `*` or no header at all read JSON.
 * Null if the client accepts neither.
 */
export function formFor(accept: string): AnswerForm | null {
  const taken = rangesIn(accept);
  const readsJson = isTaken(taken, [JSON_FORM, 'application/*', '*/*']);
  if (isTaken(taken, [EVENTS, 'text/*'])) return readsJson ? 'either' : 'events';
  return readsJson ? 'json' : null;
}

/** Returns the media types that a client names, and whether it accepts each; parameters such as a charset are ignored. */
function rangesIn(accept: string): Map<string, boolean> {
  if (accept.trim() === '') return new Map([['*/*', true]]);
  return new Map(
    accept.split(',').map((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      return [type, !parameters.some((one) => /^q=0(?:\.0*)?$/.test(one))];
    }),
  );
}

/** The most specific range decides. */
const isTaken = (taken: ReadonlyMap<string, boolean>, ranges: readonly string[]): boolean =>
  taken.get(ranges.find((range) => taken.has(range)) ?? '') ?? false;

/** Returns the server's answer in the form that the client reads. Errors are always JSON: their status says enough. */
export async function answerFor(form: AnswerForm | null, answer: Response): Promise<Response> {
  const type = answer.headers.get('content-type') ?? '';
  if (form === 'json' && type.startsWith(EVENTS)) return asJson(answer);
  if (form === 'events' && answer.status === 200 && type.startsWith(JSON_FORM)) return asEvents(answer);
  return answer;
}

/** Waits for the result, which ends a stream; earlier progress messages are left out. */
async function asJson({ status, headers, body }: Response): Promise<Response> {
  let result = 'null';
  for await (const data of messagesIn(body!)) if (isResult(data)) result = data;
  return new Response(result, { status, headers: formHeaders(headers, JSON_FORM) });
}

async function asEvents(answer: Response): Promise<Response> {
  // on one line, because JSON contains no line breaks
  const message = JSON.stringify(await answer.json());
  return new Response(`event: message\ndata: ${message}\n\n`, { status: answer.status, headers: formHeaders(answer.headers, EVENTS) });
}

function formHeaders(headers: Headers, type: string): Headers {
  const changed = new Headers(headers);
  changed.set('content-type', type);
  changed.delete('content-length');
  return changed;
}

const isResult = (data: string): boolean => {
  const message = JSON.parse(data) as { result?: unknown; error?: unknown };
  return message.result !== undefined || message.error !== undefined;
};

/** Reads the data of each event, which the server writes on one line. */
async function* messagesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    text = lines.pop()!;
    for (const line of lines) {
      const [, data] = /^data: ?(.+)$/.exec(line) ?? [];
      if (data !== undefined) yield data;
    }
  }
}
