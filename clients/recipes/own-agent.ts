// A learner's own agent over MCP: it reads the due questions, and asks them at the terminal. Needs an account's key with courses:read and
// learn.
//   npx node clients/recipes/own-agent.ts
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { COURSEWRIGHT_URL = 'http://localhost:3000', COURSEWRIGHT_KEY = '' } = process.env;
const agent = new Client({ name: 'own-agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await agent.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', COURSEWRIGHT_URL), { authProvider: { token: async () => COURSEWRIGHT_KEY } }),
);

interface Question {
  readonly course_id: string;
  readonly lesson_id: string;
  readonly question_id: string;
  readonly question: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
}

const due = await agent.callTool({ name: 'due_reviews', arguments: {} });
const { cards } = due.structuredContent as { cards: readonly Question[] };
console.log(`${cards.length} questions are due.`);
const terminal = createInterface({ input: process.stdin });
const lines = terminal[Symbol.asyncIterator]();
for (const { course_id, lesson_id, question_id, question, options } of cards) {
  console.log(`\n${question}`);
  options.forEach(({ text }, at) => console.log(`  ${at + 1}. ${text}`));
  process.stdout.write('Which ones? ');
  const { value: typed, done } = await lines.next();
  if (done) break;
  const chosen_ids = typed.split(/\D+/).flatMap((number) => options[Number(number) - 1]?.id ?? []);
  const marked = await agent.callTool({ name: 'answer_question', arguments: { course_id, lesson_id, question_id, chosen_ids } });
  const { is_right, explanation, detail } = marked.structuredContent as { is_right?: boolean; explanation?: string; detail?: string };
  console.log(marked.isError ? detail : `${is_right ? 'Right.' : 'Not right.'} ${explanation}`);
}
terminal.close();
await agent.close();
