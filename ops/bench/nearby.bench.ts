import type { Knex } from 'knex';
import { cellOf, type Position } from '#contract/places/grid.ts';
import { localEvents } from '#domain/places/events/event.queries.ts';
import { nearbyLearners } from '#domain/places/nearby-learners.queries.ts';
import { studyLocations } from '#domain/places/spots/study-location.queries.ts';
import { onBenchStore } from './bench-store.ts';
import { line } from './figures.ts';

const PEOPLE = 1_000_000;
const PLACES = 100_000;
const EVENTS = 20_000;
const CITIES = 200;
const LOOKS = 200;
const BASELINE_LOOKS = 10;
const BATCH = 20_000;

/**
 * Nearby queries as the screen sends them, over 1,000,000 people and 100,000 places in cities, the largest as large as the smallest hundred
 * together; the baseline computes the distance of every row, which the index avoids.
 */
export const bench = (): Promise<void> =>
  onBenchStore(4, async ({ knex }) => {
    const cities = Array.from({ length: CITIES }, (_, n) => ({
      latitude: Math.sin(n * 12.9898) * 55,
      longitude: ((n * 137.508) % 360) - 180,
      // Zipf's law: the first city is the largest
      weight: 1 / (n + 1),
    }));
    await givenPeople(knex, cities);
    await givenSpots(knex, cities);
    await givenEvents(knex, cities);
    await knex.raw('vacuum analyze');
    const { rows: lookers } = await knex.raw(
      'select account_id as id, cell_y as y, cell_x as x from learner_position tablesample system (1) repeatable (1) limit :looks',
      { looks: LOOKS },
    );
    line('people who agreed, places, events', [PEOPLE, PLACES, EVENTS].map((count) => count.toLocaleString('en')).join(', '));
    const near = (n: number): { accountId: string } & Position => ({
      accountId: lookers[n % lookers.length].id,
      // searches start where people are: mostly in the large cities
      ...scattered(cities, n),
    });
    const full: number[] = [];
    for (let n = 0; n < BASELINE_LOOKS; n += 1) full.push(await timed(() => fullScan(knex, near(n))));
    const baseline = at(full, 0.95);
    line('every row for its distance (baseline), p95', `${baseline.toFixed(1)} ms`);
    for (const [name, look] of [
      ['learners within 10 km', (n: number) => nearbyLearners({ ...near(n), radius_km: 10, limit: 50 })],
      ['events within 25 km', (n: number) => localEvents({ ...near(n), radius_km: 25, limit: 50 })],
      ['places within 5 km', (n: number) => studyLocations({ ...near(n), radius_km: 5, limit: 50 })],
      ['learners within 10 km, the largest city', (n: number) => nearbyLearners({ ...near(n), ...cities[0]!, radius_km: 10, limit: 50 })],
    ] as const) {
      const times: number[] = [];
      let found = 0;
      for (let n = 0; n < LOOKS; n += 1) {
        times.push(
          await timed(async () => {
            found += (await look(n)).total;
          }),
        );
      }
      const [p50, p95] = [at(times, 0.5), at(times, 0.95)];
      line(
        `${name}, p50 / p95 (target ≤ 50 ms)`,
        `${p50.toFixed(1)} / ${p95.toFixed(1)} ms, ${(baseline / p95).toFixed(0)} times faster, ${Math.round(found / LOOKS)} found on average`,
      );
    }
  });

type City = Position & { readonly weight: number };

/** A pseudo-random position in a city, weighted by size; the same for the same number. */
function scattered(cities: readonly City[], n: number): Position {
  const total = cities.reduce((sum, { weight }) => sum + weight, 0);
  const random = (salt: number) => Math.abs((Math.sin(n * 78.233 + salt) * 43_758.5453) % 1);
  let left = random(1) * total;
  const city = cities.find(({ weight }) => (left -= weight) <= 0) ?? cities[0]!;
  // most within 15 km, some farther out
  const [km, turn] = [15 * Math.sqrt(-Math.log(1 - random(2) * 0.999) / 2), random(3) * 2 * Math.PI];
  const latitude = city.latitude + (km / 111.2) * Math.sin(turn);
  return { latitude, longitude: city.longitude + ((km / 111.2) * Math.cos(turn)) / Math.cos((latitude * Math.PI) / 180) };
}

const inBatches = async (count: number, write: (from: number, size: number) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < count; from += BATCH) await write(from, Math.min(BATCH, count - from));
};
const cellsOf = (cities: readonly City[], from: number, size: number) =>
  Array.from({ length: size }, (_, n) => cellOf(scattered(cities, from + n)));

async function givenPeople(knex: Knex, cities: readonly City[]): Promise<void> {
  await inBatches(PEOPLE, async (from, size) => {
    const cells = cellsOf(cities, from, size);
    await knex.raw(
      `with person as (
         insert into account (id, email, first_name, last_name, terms_version, terms_accepted_at, birth_year)
         select gen_random_uuid(), 'person-' || n || '@example.com', 'Ada', 'Okafor', '1', now(), 1990 from generate_series(?::int, ?::int) n
         returning id),
       numbered as (select id, row_number() over () as n from person)
       insert into learner_position (account_id, cell_y, cell_x, subjects)
       select id, y, x, '{Bees}' from numbered join unnest(?::int[], ?::int[]) with ordinality as cell (y, x, n) using (n)`,
      [from, from + size - 1, cells.map(({ y }) => y), cells.map(({ x }) => x)],
    );
  });
}

async function givenSpots(knex: Knex, cities: readonly City[]): Promise<void> {
  await inBatches(PLACES, (from, size) => {
    const cells = cellsOf(cities, from, size);
    return knex.raw(
      `insert into study_place (id, name, address, cell_y, cell_x, type)
       select gen_random_uuid(), 'Library', '1 Main Street', y, x, 'Library' from unnest(?::int[], ?::int[]) as cell (y, x)`,
      [cells.map(({ y }) => y), cells.map(({ x }) => x)],
    );
  });
}

async function givenEvents(knex: Knex, cities: readonly City[]): Promise<void> {
  await inBatches(EVENTS, (from, size) => {
    const cells = cellsOf(cities, from, size);
    return knex.raw(
      `insert into local_event (id, title, event_type, location_name, address, cell_y, cell_x, starts_at, ends_at, time_zone, max_attendees)
       select gen_random_uuid(), 'Bees', 'Talk', 'Library', '1 Main Street', y, x, now() + n * interval '1 minute', now() + n * interval '1 minute' + interval '2 hours', 'UTC', 20
         from unnest(?::int[], ?::int[]) with ordinality as cell (y, x, n)`,
      [cells.map(({ y }) => y), cells.map(({ x }) => x)],
    );
  });
}

/** Computes the distance of every row in SQL, without a grid. */
function fullScan(knex: Knex, { latitude, longitude }: Position): Promise<unknown> {
  const degrees = 360 / (40_030 / 0.5);
  return knex.raw(
    `select account_id, 12742 * asin(sqrt(power(sin(radians(cell_y * :degrees::float8 - :latitude::float8) / 2), 2)
            + cos(radians(:latitude::float8)) * cos(radians(cell_y * :degrees::float8)) * power(sin(radians(cell_x * :degrees::float8 - 180 - :longitude::float8) / 2), 2))) as km
       from learner_position order by km limit 50`,
    { degrees, latitude, longitude },
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

const at = (values: readonly number[], share: number): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
