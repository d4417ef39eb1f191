// Orders a course when somebody fills in your form. Needs an account's key with courses:read and generate, and a budget.
//   npx node clients/recipes/course-from-form.ts 8080
//   curl -s localhost:8080 -d 'id=42&topic=Keeping bees&goals=Look after one hive for a year&age=30'
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { answerOf, ApiProblem, connect, onlyOnce } from '../typescript/client.ts';

const { COURSEWRIGHT_URL = 'http://localhost:3000', COURSEWRIGHT_KEY = '' } = process.env;
const client = connect({ url: COURSEWRIGHT_URL, key: COURSEWRIGHT_KEY });

const server = createServer(async (request, response) => {
  try {
    const form = new URLSearchParams(await text(request));
    const order = { topic: form.get('topic') ?? '', learning_goals: form.get('goals') ?? '', age: Number(form.get('age')) };
    const id = form.get('id');
    if (!id) {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: 'The form has no id.' }));
      return;
    }
    // your own id of the form: sent twice, one course is written and paid for
    const headers = { Prefer: 'respond-async', ...onlyOnce(`form:${id}`) };
    const run = await answerOf(client.POST('/api/generate-course', { body: order, headers }));
    response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ task_id: run.task_id }));
  } catch (error) {
    const { status, message } = error instanceof ApiProblem ? error : { status: 502, message: 'The course could not be ordered.' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: message }));
  }
});
server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () => console.log(`listening on ${JSON.stringify(server.address())}`));
