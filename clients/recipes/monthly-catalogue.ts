// Regenerates a catalogue each month: plans a batch, prints its estimated cost, and starts it within a budget. Run it from cron, with a key
// of operators with operate and operate:read:  0 4 1 * *  npx node clients/recipes/monthly-catalogue.ts "Safety" 5000
import { answerOf, connect } from '../typescript/client.ts';

const { COURSEWRIGHT_URL = 'http://localhost:3000', COURSEWRIGHT_KEY = '' } = process.env;
const [title = 'Safety', cents = '5000'] = process.argv.slice(2);
const client = connect({ url: COURSEWRIGHT_URL, key: COURSEWRIGHT_KEY });

const name = `${title}, ${new Date().toISOString().slice(0, 7)}`;
// a second run in a month, or a run after a kill, continues with the existing batch
const { batches } = await answerOf(client.GET('/api/operator/batches'));
const there = batches.find((batch) => batch.name === name);
const plan = { name, what: 'refresh_all', selection: { title }, budget_cents: Number(cents) } as const;
const batch = there ?? (await answerOf(client.POST('/api/operator/batches', { body: plan }))).batch;
console.log(`${batch.name}: ${batch.total} courses, ${batch.state}`);
if (batch.acts.includes('start')) {
  const params = { path: { batch_id: batch.batch_id } };
  const started = await answerOf(client.POST('/api/operator/batches/{batch_id}/acts', { params, body: { act: 'start' } }));
  console.log(`started: ${started.state}. The first courses wait for an operator's look.`);
}
// failed courses are listed for a person to look at
const query = { status: 'failed', size: 100 } as const;
const { runs } = await answerOf(client.GET('/api/operator/runs', { params: { query } }));
for (const run of runs) console.log(`failed: ${run.task_id} ${run.subject} ${run.error_code ?? ''}`);
