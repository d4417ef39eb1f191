import { scenarioOf } from '../seeds/scenarios.ts';
import { runWithDatabase } from './with-database.ts';

// npm run seed -- <scenario>: inserts a named set of rows into a development database. Repeating it changes nothing.
await runWithDatabase(async ([name]) => {
  const done = await scenarioOf(name).seed();
  for (const line of done) console.log(line);
  if (done.length === 0) console.log('Nothing to do: these rows already exist.');
});
