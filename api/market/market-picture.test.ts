import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { buildContent } from '#domain/courses/content/course.factory.ts';
import { drawSharePicture } from '#domain/courses/pictures/draw-share-picture.command.ts';
import { getMarketPicture } from '#domain/market/listing.queries.ts';
import { givenPublished, givenUnpublished, UNPUBLISHED } from './published.factory.ts';

const api = useTestApi();
let people = 0;
const givenCreator = () => api.givenPerson(`picture-creator-${(people += 1)}@example.com`);
const addressOf = (id: string, key = 'old', query = '') => `/api/market/pictures/${id}/${key}${query}`;

describe('the picture of a course for shared links and feeds', () => {
  it('has the size of its shape, and may be cached under the key of its contents', async () => {
    const { id } = await givenPublished(api, await givenCreator(), { title: 'Bees <b>&</b> honey' });
    for (const [shape, width, height] of [['wide', 1200, 630] as const, ['square', 600, 600] as const]) {
      const { key, bytes } = await getMarketPicture(id, shape);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width, height });
      const { status, headers } = await api.call(addressOf(id, key, `?shape=${shape}`));
      expect([status, headers['content-type'], headers['content-length']]).toEqual([200, 'image/png', String(bytes.length)]);
      expect(headers['cache-control']).toBe('public, max-age=86400, immutable');
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
      // under another picture's key it is not cached for long
      expect((await api.call(addressOf(id, 'old', `?shape=${shape}`))).headers['cache-control']).toBe('public, max-age=300');
    }
  });

  it('has another key when its title changes', async () => {
    const { id } = await givenPublished(api, await givenCreator(), { title: 'Bees in spring' });
    const first = await getMarketPicture(id, 'wide');
    await api.database.knex('creator_course').where({ id }).update({ title: 'Bees in autumn' });
    const renamed = await getMarketPicture(id, 'wide');
    expect(renamed.key).not.toBe(first.key);
    expect(renamed.bytes.equals(first.bytes)).toBe(false);
  });

  it('is drawn once, however many ask for it', async () => {
    const { id } = await givenPublished(api, await givenCreator(), { title: 'Bees in a crowd' });
    const all = await Promise.all(Array.from({ length: 12 }, () => getMarketPicture(id, 'square')));
    expect(new Set(all.map(({ bytes }) => bytes)).size).toBe(1);
  });

  it('is drawn in turns: of many strangers, some are refused, and nobody else waits for all of them', async () => {
    const { id } = await givenPublished(api, await givenCreator(), { title: 'Bees in a queue' });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    // one picture is drawn at a time, and this one waits for its own
    const read = async function* () {
      await released;
      yield* [];
    };
    const held = drawSharePicture({ title: 'Held', category: null, shape: 'wide', picture: { id: 'held', read } }).catch(() => 'none');
    const refused: unknown[] = [];
    const asked = Array.from({ length: 80 }, async () => {
      const { status, json } = await api.call(addressOf(id));
      if (status !== 200) refused.push([status, json.code]);
      return status;
    });
    await vi.waitFor(() => expect(refused[0]).toEqual([429, 'limits.rate'])).finally(release);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200, 429]));
    expect(await held).toBe('none');
  });

  it('is drawn without a title where no font has its letters', async () => {
    const { id } = await givenPublished(api, await givenCreator(), { title: '日本語の文法' });
    const { bytes } = await getMarketPicture(id, 'wide');
    // the title's area is plain paper
    const place = await sharp(bytes).extract({ left: 64, top: 186, width: 384, height: 300 }).greyscale().raw().toBuffer();
    expect(new Set(place).size).toBe(1);
  });

  it('does not exist for a course outside the market or an unknown one, and has two shapes only', async () => {
    const creator = await givenCreator();
    for (const how of UNPUBLISHED) {
      const { id } = await givenUnpublished(api, creator, how, { title: 'Secret hive' }, buildContent());
      const answer = await api.call(addressOf(id));
      expect([answer.status, answer.json.code], how).toEqual([404, 'not_found']);
    }
    for (const id of ['nonsense', '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a99']) expect((await api.call(addressOf(id))).status, id).toBe(404);
    const { id } = await givenPublished(api, creator, { title: 'Bees for all' });
    for (const query of ['?shape=9999x9999', '?shape=', '?shape=wide&shape=square'])
      expect((await api.call(addressOf(id, 'old', query))).status, query).toBe(400);
    expect((await api.call(addressOf(id, 'k'.repeat(41)))).status).toBe(400);
  });
});
