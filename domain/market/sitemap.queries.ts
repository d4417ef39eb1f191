import { database } from '#domain/platform/database.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { isInMarket } from './in-market.queries.ts';

/** Courses per part of the sitemap; the maximum is 50,000. */
const COURSES_A_PART = 10_000;

const published = () => database()('creator_course').where(expression(database(), isInMarket(sql`creator_course`)));

/** Returns the number of parts for the published courses. */
export async function sitemapParts(): Promise<number> {
  const row = await published().count({ count: '*' }).first();
  return Math.ceil(Number(row!['count']) / COURSES_A_PART);
}

/** Lists the published courses of one part, from 0, oldest first, so that a part changes little. */
export async function sitemapPart(part: number): Promise<{ id: string; renewed_at: Date }[]> {
  return published()
    .orderBy([{ column: 'published_at' }, { column: 'id' }])
    .limit(COURSES_A_PART)
    .offset(part * COURSES_A_PART)
    .select('id', 'renewed_at');
}
