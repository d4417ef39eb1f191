// Writes a person's courses and their progress as lines of JSON, for a warehouse to load. A key of an account with courses:read.
//   npx node clients/recipes/results-to-warehouse.ts > courses.ndjson
import { answerOf, connect, pagesOf } from '../typescript/client.ts';

const { COURSEWRIGHT_URL = 'http://localhost:3000', COURSEWRIGHT_KEY = '' } = process.env;
const client = connect({ url: COURSEWRIGHT_URL, key: COURSEWRIGHT_KEY });

const { user_id } = await answerOf(client.GET('/api/caller'));
const pages = pagesOf(
  (after) => answerOf(client.GET('/api/courses/{user_id}', { params: { path: { user_id }, query: { origin: 'all', limit: 100, after } } })),
  ({ next }) => next,
);
for await (const { courses } of pages) {
  for (const { course_id, title, progress, lesson_count, status, created_at } of courses) {
    console.log(
      JSON.stringify({ user_id, course_id, title, progress, lesson_count, status, created_at, read_at: new Date().toISOString() }),
    );
  }
}
