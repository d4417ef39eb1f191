const JSON_FORM = 'application/json';
const EVENTS = 'text/event-stream';
/** The media types that a conforming client accepts; the SDK’s server rejects any other. */
export const EITHER_FORM = `${JSON_FORM}, ${EVENTS}`;

/** `either`: as the server prefers; otherwise the one form that its client reads. */
export type AnswerForm = 'either' | 'json' | 'events';

/**
 * Returns the form in which a client reads answers, by its `Accept`. The specification has clients take both, and many take one, name none, or write it
 * in capitals. A client that names events reads them; `*` for both, and no header at all, is what programs send that read JSON. Null: it takes neither.
 */
export function formFor(accept: string): AnswerForm | null {
  const taken = rangesIn(accept);
  const readsJson = isTaken(taken, [JSON_FORM, 'application/*', '*/*']);
  if (isTaken(taken, [EVENTS, 'text/*'])) return readsJson ? 'either' : 'events';
  return readsJson ? 'json' : null;
}

/** Reads what a client takes, and whether it does; parameters of a type, such as a charset, change nothing. */
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

/** Returns the server's answer in the form that its client reads. What ends in an error is JSON whatever is read: its status says all. */
export async function answerFor(form: AnswerForm | null, answer: Response): Promise<Response> {
  const type = answer.headers.get('content-type') ?? '';
  if (form === 'json' && type.startsWith(EVENTS)) return asJson(answer);
  if (form === 'events' && answer.status === 200 && type.startsWith(JSON_FORM)) return asEvents(answer);
  return answer;
}

/** Waits for the result, which ends a stream; what the server has told on the way is left out. */
async function asJson({ status, headers, body }: Response): Promise<Response> {
  let result = 'null';
  for await (const data of messagesIn(body!)) if (isResult(data)) result = data;
  return new Response(result, { status, headers: formHeaders(headers, JSON_FORM) });
}

async function asEvents(answer: Response): Promise<Response> {
  // one line: JSON has none inside
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

/** Reads the data of each event. The server writes it on one line. */
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
