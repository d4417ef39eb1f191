import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { signIn } from '#ops/testing/client.ts';
import { createAccount, enter, givePool, PASSWORD, SAMPLE_OPERATOR } from './account.ts';
import { recordRun } from './record-run.ts';
import { recordWorkshop } from './record-workshop.ts';
import { sandbox } from './sandbox.ts';
import type { Album, Scene } from './scenes/scene.ts';
import { recordMentor, recordReading } from './scenes/scenes-reading.ts';
import { installation } from './installation.ts';

type Visitor = NonNullable<Scene['who']>;

interface Recorded {
  readonly album: Album;
  readonly emails: Record<'newcomer' | 'learner' | 'author', string>;
}

/** Returns the recorded data of the scenes, which the installation's first file records and the others read from its folder. */
export async function openAlbum(owner: string): Promise<Recorded> {
  const file = path.join(installation().stackDir, `album-${owner}.json`);
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await recordAlbum()));
  return JSON.parse(readFileSync(file, 'utf8')) as Recorded;
}

/** Well before a session would renew itself: a page that does so would end the others' session. */
const REUSED_MS = 300_000;
const sessions = new Map<Visitor, { readonly since: number; readonly session: Promise<SessionAnswer> }>();

/** Returns a recent session of a scene's user; none for a visitor. */
export async function sessionOf(who: Visitor, albumOf: string): Promise<SessionAnswer | undefined> {
  const { emails } = await openAlbum(albumOf);
  if (who !== 'operator' && !(who in emails)) return undefined;
  const known = sessions.get(who);
  if (known && Date.now() - known.since < REUSED_MS) return known.session;
  const account = who === 'operator' ? SAMPLE_OPERATOR : { email: emails[who as keyof Recorded['emails']], password: PASSWORD };
  const session = enter(account);
  sessions.set(who, { since: Date.now(), session });
  return session;
}

async function recordAlbum(): Promise<Recorded> {
  await sandbox.heal();
  const [newcomer, learner, author] = (await Promise.all([createAccount(), createAccount(), createAccount()])).map(
    ({ user }) => user.email,
  );
  const emails = { newcomer: newcomer!, learner: learner!, author: author! };
  const clientOf = async (email: string) => {
    await givePool(email);
    return signIn(installation().appUrl, { email, password: PASSWORD });
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
  const lost = { age: 34, topic: 'Black holes', learning_goals: 'Wait' };
  const [failed] = await Promise.all([learning, writing].map(async (client) => client.finish((await client.start(lost)).task_id)));
  await sandbox.heal();
  return { emails, album: { userId: learning.userId, run, failed: failed!, workshop } };
}
