import { inject } from 'vitest';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { signIn } from '#ops/testing/client.ts';
import { createAccount, enter, givePool, PASSWORD, SAMPLE_OPERATOR } from './account.ts';
import { recordRun } from './record-run.ts';
import { recordWorkshop } from './record-workshop.ts';
import { sandbox } from './sandbox.ts';
import type { Album, Scene } from './scenes.ts';

export type People = Partial<Record<Scene['who'], SessionAnswer>>;

/** The people of the scenes, and what they have had written. Takes some minutes of the sandbox's time. */
export async function recordAlbum(): Promise<{ people: People; album: Album }> {
  await sandbox.heal();
  const people: People = { newcomer: await createAccount(), operator: await enter(SAMPLE_OPERATOR) };
  const clientOf = async (who: 'learner' | 'author') => {
    const session = (people[who] = await createAccount());
    await givePool(session.user.email);
    return signIn(inject('appUrl'), { email: session.user.email, password: PASSWORD });
  };
  const [learner, author] = [await clientOf('learner'), await clientOf('author')];
  const run = await recordRun(learner, {
    age: 34,
    topic: 'Keeping bees on a city roof',
    learning_goals: 'Look after one colony through a whole year',
  });
  const workshop = await recordWorkshop(author);
  await sandbox.fault('*', 'down');
  const lost = { age: 34, topic: 'A day without services', learning_goals: 'Wait' };
  const [failed] = await Promise.all([learner, author].map(async (client) => client.finish((await client.start(lost)).task_id)));
  await sandbox.heal();
  return { people, album: { userId: learner.userId, run, failed: failed!, workshop } };
}
