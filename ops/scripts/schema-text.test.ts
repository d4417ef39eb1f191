import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { migrateToLatest, undoNewestMigration } from '#domain/platform/migrate.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { schemaText } from './schema-text.ts';

const store = useTestDatabase();
const committed = readFileSync(new URL('../../migrations/schema.sql', import.meta.url), 'utf8');

describe('migrations/schema.sql', () => {
  it('matches the migrations; `npm run migrate -- --schema` regenerates it', async () => {
    expect(await schemaText(store.knex)).toBe(committed);
  });

  it.each([
    ['view any_view', 'create view any_view as select 1 as one', 'drop view any_view'],
    ['type any_type', `create type any_type as enum ('one')`, 'drop type any_type'],
    ['sequence any_sequence', 'create sequence any_sequence', 'drop sequence any_sequence'],
  ])('fails instead of leaving out what it cannot describe: %s', async (name, make, drop) => {
    await store.knex.raw(make);
    await expect(schemaText(store.knex)).rejects.toThrow(`cannot describe ${name}`);
    await store.knex.raw(drop);
  });

  it('is the same after every migration was undone, which leaves nothing, and applied again', async () => {
    while ((await undoNewestMigration(store.knex)).length > 0);
    const { rows } = await store.knex.raw(
      `select relname from pg_class where relkind in ('r', 'v', 'S') and relnamespace = 'public'::regnamespace and relname not like 'schema\\_migration%'
        union all select proname from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([]);
    await migrateToLatest(store.knex);
    expect(await schemaText(store.knex)).toBe(committed);
  });
});
