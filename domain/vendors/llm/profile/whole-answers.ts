import { ChatReader, type Heard } from './chat-stream.ts';
import { isJson, type Json, type Protocol } from './wire-forms.ts';

const named = (data: Json): string => `event: ${String(data['type'])}\ndata: ${JSON.stringify(data)}\n\n`;
const plain = (data: Json): string => `data: ${JSON.stringify(data)}\n\n`;
const partsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

/** Anthropic's blocks hold texts or, for an old model held to its schema, the input of a tool. */
function blockEvents(block: Json, index: number): string {
  const isTool = block['type'] === 'tool_use';
  const delta = isTool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block['input'] ?? {}) }
    : { type: 'text_delta', text: block['text'] ?? '' };
  const begun = isTool ? { ...block, input: {} } : { type: 'text', text: '' };
  return (
    named({ type: 'content_block_start', index, content_block: begun }) +
    named({ type: 'content_block_delta', index, delta }) +
    named({ type: 'content_block_stop', index })
  );
}

/** Converts each protocol's whole answer into the events of its stream; chat answers are read part by part elsewhere. */
const EVENTS: Readonly<Record<Exclude<Protocol, 'chat'>, (answer: Json) => string>> = {
  responses: (answer) => {
    const items = partsOf(answer['output']);
    const texts = items.flatMap((item) =>
      partsOf(item['content']).map((part) => {
        const at = { item_id: item['id'] ?? 'answer', output_index: 0, content_index: 0 };
        return part['type'] === 'refusal'
          ? named({ type: 'response.refusal.delta', ...at, delta: part['refusal'] ?? '' })
          : named({ type: 'response.output_text.delta', ...at, delta: part['text'] ?? '', logprobs: [] });
      }),
    );
    const added = items
      .filter(({ type }) => type === 'message')
      .map((item, at) => named({ type: 'response.output_item.added', output_index: at, item: { ...item, content: [] } }));
    const done = items
      .filter(({ type }) => type === 'message')
      .map((item, at) => named({ type: 'response.output_item.done', output_index: at, item }));
    const end = answer['status'] === 'incomplete' ? 'response.incomplete' : 'response.completed';
    return [...added, ...texts, ...done, named({ type: end, response: answer })].join('');
  },
  messages: (answer) => {
    const { content, stop_reason: reason, usage } = answer;
    return (
      named({ type: 'message_start', message: { ...answer, content: [], stop_reason: null } }) +
      partsOf(content).map(blockEvents).join('') +
      named({ type: 'message_delta', delta: { stop_reason: reason ?? 'end_turn', stop_sequence: null }, usage: usage ?? {} }) +
      named({ type: 'message_stop' })
    );
  },
  gemini: (answer) => plain(answer),
};

/** Returns a whole answer as the stream events that the SDK reads, whether or not a stream was requested. */
export const eventsOf = (protocol: Protocol, answers: readonly Json[], heard: Heard): string =>
  protocol === 'chat' ? chatEvents(answers, heard) : answers.map(EVENTS[protocol]).join('');

function chatEvents(answers: readonly Json[], heard: Heard): string {
  const reader = new ChatReader(heard);
  return answers.map((answer) => reader.take(answer)).join('') + reader.close();
}
