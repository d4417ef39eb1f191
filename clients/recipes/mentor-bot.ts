// A bot: each line that comes in is a question to the AI Mentor, each line that goes out its answer. Put your chat between them. A key of an
// account with mentor, and a budget.
//   echo "When do bees swarm?" | npx node clients/recipes/mentor-bot.ts
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { answerOf, ApiProblem, connect } from '../typescript/client.ts';

const { COURSEWRIGHT_URL = 'http://localhost:3000', COURSEWRIGHT_KEY = '' } = process.env;
const client = connect({ url: COURSEWRIGHT_URL, key: COURSEWRIGHT_KEY });

const { user_id } = await answerOf(client.GET('/api/caller'));
let session_id: string | undefined;
for await (const message of createInterface({ input: process.stdin })) {
  if (message.trim() === '') continue;
  // the id of your chat's message, if it has one: asked twice, it is answered and paid for once
  const body = { user_id, message, message_id: randomUUID(), ...(session_id && { session_id }) };
  try {
    const answer = await answerOf(client.POST('/api/ai-mentor', { body }));
    session_id = answer.session_id;
    console.log(answer.response);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    console.log(`(${error.message})`);
  }
}
