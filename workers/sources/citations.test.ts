import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { checkLanguage } from '#domain/generation/checks/check-language.ts';
import { checkLeaks } from '#domain/generation/checks/check-leaks.ts';
import { everyRule } from '#domain/generation/prompts/every-prompt.factory.ts';
import { containsQuote } from '#domain/generation/sources/resolve-citations.ts';
import { addSource } from '#domain/sources/source.commands.ts';
import { listSources, readPassage } from '#domain/sources/sources.queries.ts';
import { SHORT, usePipeline, type Outcome } from '#workers/generation/pipeline.factory.ts';
import { SOURCE_ORDERS } from './source-orders.factory.ts';

const { database, write, control } = usePipeline();

const FACTS = [
  'A colony of honey bees counts about fifty thousand workers in the middle of June.',
  'The queen lays up to two thousand eggs on a single day of early summer.',
  'Drones leave the hive in the afternoon and gather high above the trees.',
  'Bees keep the brood nest at thirty-five degrees, whatever the weather is outside.',
  'A swarm rests on a branch while its scouts look for a hollow tree to live in.',
  'Honey is ripe when the bees have closed its cells with a lid of fresh wax.',
];
/** Returns a text long enough for several passages. */
const tell = (orders: readonly string[] = []) =>
  FACTS.map((fact, at) =>
    [
      `## Chapter ${at + 1}`,
      ...Array.from({ length: 14 }, (_, n) => `${fact} This was seen in ${n + 2} of ${n + 9} apiaries.`),
      ...orders,
    ].join('\n\n'),
  ).join('\n\n');

async function givenSource(accountId: string, text: string, name = 'bees.md'): Promise<string> {
  const { source_id: id } = await addSource({ accountId, requestId: randomUUID(), file: new File([text], name) });
  await vi.waitUntil(async () => (await listSources(accountId)).every(({ status }) => status === 'ready'), {
    timeout: 60_000,
    interval: 20,
  });
  return id;
}
const citationsOf = ({ content }: Outcome) => lessonsOf(content!).flatMap(({ citations }) => citations ?? []);
const statesOf = (outcome: Outcome) => [...new Set(citationsOf(outcome).map(({ state }) => state))].toSorted();

async function expectResolved(accountId: string, outcome: Outcome): Promise<void> {
  for (const lesson of lessonsOf(outcome.content!)) {
    const markers = [...lesson.content.matchAll(/\[\^(\d+)\]/g)].map(([, marker]) => Number(marker));
    expect(lesson.citations!.map(({ marker }) => marker)).toEqual([...new Set(markers)]);
    for (const { quote, passage } of lesson.citations!) {
      const { text } = await readPassage(accountId, { sourceId: passage!.source_id, number: String(passage!.number) });
      expect(containsQuote(quote, text)).toBe(true);
    }
  }
}

const factsOf = async ({ runId, run, content }: Outcome) => ({
  shape: content!.modules.map(({ lessons }) => lessons.length),
  quality: content!.quality_level,
  reserved: run.tokens_reserved,
  charged: run.tokens_charged,
  calls: await database.knex('vendor_call').where({ run_id: runId }).groupBy('purpose').orderBy('purpose').select('purpose').count(),
});
/** The facts of a course from a source without orders, to compare with the others. */
let plain: Awaited<ReturnType<typeof factsOf>>;

describe('a course that is written from sources', () => {
  it('has citations in every lesson, each of which resolves to a passage and is checked by a second service', async () => {
    const accountId = await givenOwner();
    const sourceId = await givenSource(accountId, tell());
    const outcome = await write({ ...SHORT, source_ids: [sourceId] }, accountId);
    expect(outcome.run.status).toBe('completed');
    await expectResolved(accountId, outcome);
    expect(statesOf(outcome)).toEqual(['supported']);
    expect(lessonsOf(outcome.content!).every(({ citations }) => citations!.length > 0)).toBe(true);
    expect(await database.knex('run_source').where({ run_id: outcome.runId }).pluck('name')).toEqual(['bees.md']);
    // quizzes ask about the text, not about its markers
    for (const { quiz } of lessonsOf(outcome.content!)) expect(JSON.stringify(quiz)).not.toContain('[^');
    plain = await factsOf(outcome);
  });

  it('has none without sources, and refuses those of other users and unread ones', async () => {
    const [accountId, other] = [await givenOwner(), await givenOwner()];
    expect(citationsOf(await write(SHORT, accountId))).toEqual([]);
    const theirs = await givenSource(other, tell());
    await expect(write({ source_ids: [theirs] }, accountId)).rejects.toMatchObject({ code: 'source.not_ready' });
  });

  it(
    'requests wrong quotes again, reports what a quote does not support, and keeps markers through corrections',
    { tags: 'slow' },
    async () => {
      const accountId = await givenOwner();
      const sourceId = await givenSource(accountId, tell());
      await control('PUT', 'citations', { unsupported_share: 0.4 });
      await control('PUT', 'review', { revise_share: 0.5 });
      const doubtful = await write({ ...SHORT, source_ids: [sourceId] }, accountId);
      await control('PUT', 'review', { revise_share: 0 });
      await expectResolved(accountId, doubtful);
      expect(statesOf(doubtful)).toEqual(['supported', 'unsupported']);

      await control('PUT', 'citations', { wrong_quote_share: 0.4 });
      const corrected = await write({ ...SHORT, source_ids: [sourceId], topic: 'Wasps' }, accountId);
      await expectResolved(accountId, corrected);
      expect(statesOf(corrected)).toEqual(['supported']);
      const tried = await database.knex('step').where({ run_id: corrected.runId, job: 'write-lesson' }).pluck('tried');
      expect(JSON.stringify(tried)).toContain('do not stand in their passages word for word');
    },
  );
});

describe('instructions in a source are data', () => {
  const prompts = everyRule();

  it('there are twenty', () => expect(SOURCE_ORDERS).toHaveLength(20));

  // each is in every chapter, and so in every passage of a prompt
  it.each([0, 10])('%i and the nine that follow change nothing', async (first) => {
    const accountId = await givenOwner();
    const sourceId = await givenSource(accountId, tell(SOURCE_ORDERS.slice(first, first + 10)));
    const outcome = await write({ ...SHORT, source_ids: [sourceId] }, accountId);
    expect(await factsOf(outcome)).toEqual(plain);
    expect(checkLeaks(outcome.content, prompts, '')).toEqual([]);
    for (const { content } of lessonsOf(outcome.content!)) expect(checkLanguage([content], 'english')).toEqual([]);
    await expectResolved(accountId, outcome);
    expect(statesOf(outcome)).toEqual(['supported']);
    expect((await database.knex('account').where({ id: accountId }).first('roles'))!.roles).toEqual(
      (await database.knex('account').first('roles'))!.roles,
    );
  });
});
