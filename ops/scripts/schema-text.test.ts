import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { schemaText } from './schema-text.ts';

const store = useTestDatabase();

describe('migrations/schema.sql', () => {
  it('matches the migrations; `npm run migrate -- --schema` regenerates it', async () => {
    const committed = readFileSync(new URL('../../migrations/schema.sql', import.meta.url), 'utf8');
    expect(await schemaText(store.knex)).toBe(committed);
  });

  it.each([
    ['view any_view', 'create view any_view as select 1 as one', 'drop view any_view'],
    ['type any_type', `create type any_type as enum ('one')`, 'drop type any_type'],
    ['sequence any_sequence', 'create sequence any_sequence', 'drop sequence any_sequence'],
  ])('does not leave out what it cannot describe: %s', async (name, make, drop) => {
    await store.knex.raw(make);
    await expect(schemaText(store.knex)).rejects.toThrow(`cannot describe ${name}`);
    await store.knex.raw(drop);
  });
});
