import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { signIn } from '#ops/testing/client.ts';
import { createAccount, enter, givePool, PASSWORD, SAMPLE_OPERATOR } from './account.ts';
import { recordRun } from './record-run.ts';
import { recordWorkshop } from './record-workshop.ts';
import { sandbox } from './sandbox.ts';
import type { Album, Scene } from './scenes/scenes.ts';
import { recordMentor } from './scenes/scenes-mentor.ts';
import { recordReading } from './scenes/scenes-reading.ts';

export type People = Partial<Record<Scene['who'], SessionAnswer>>;

interface Recorded {
  readonly album: Album;
  readonly emails: Record<'newcomer' | 'learner' | 'author', string>;
}

/**
 * Returns the users of the scenes, newly signed in, and their recorded data. The first test file records it, which takes half a minute; the
 * others read it from the run's folder.
 */
export async function openAlbum(): Promise<{ people: People; album: Album }> {
  const file = path.join(inject('stackDir'), 'album.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await recordAlbum()));
  const { album, emails } = JSON.parse(readFileSync(file, 'utf8')) as Recorded;
  const people: People = { operator: await enter(SAMPLE_OPERATOR) };
  for (const who of ['newcomer', 'learner', 'author'] as const) people[who] = await enter({ email: emails[who], password: PASSWORD });
  return { people, album };
}

async function recordAlbum(): Promise<Recorded> {
  await sandbox.heal();
  const [newcomer, learner, author] = (await Promise.all([createAccount(), createAccount(), createAccount()])).map(
    ({ user }) => user.email,
  );
  const emails = { newcomer: newcomer!, learner: learner!, author: author! };
  const clientOf = async (email: string) => {
    await givePool(email);
    return signIn(inject('appUrl'), { email, password: PASSWORD });
  };
  const [learning, writing] = [await clientOf(emails.learner), await clientOf(emails.author)];
  const run = await recordRun(learning, {
    age: 34,
    topic: 'Keeping bees on a city roof',
    learning_goals: 'Look after one colony through a whole year',
  });
  await recordReading(learning, run.course);
  await recordMentor(learning, run.course);
  const workshop = await recordWorkshop(writing);
  await sandbox.fault('*', 'down');
  const lost = { age: 34, topic: 'A day without services', learning_goals: 'Wait' };
  const [failed] = await Promise.all([learning, writing].map(async (client) => client.finish((await client.start(lost)).task_id)));
  await sandbox.heal();
  return { emails, album: { userId: learning.userId, run, failed: failed!, workshop } };
}
