import type { Knex } from 'knex';

// The whole market is counted and paged without reading the texts of its courses.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index market_facets on creator_course (category, difficulty, language, price_cents, duration_minutes, rating_count, rating_sum)
      where status = 'published';
    create index market_popular on creator_course (students desc, rating_sum desc, id desc) where status = 'published';
    create index market_cheapest on creator_course (price_cents, students desc, id desc) where status = 'published';
    create index market_rated on creator_course
      ((case when rating_count = 0 then 0 else rating_sum::float / rating_count end) desc, rating_count desc, id desc) where status = 'published';
  `);
}
