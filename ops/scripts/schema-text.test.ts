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
    ['a column', 'alter table account add column shoe_size integer'],
    ['a default', `alter table run alter column lane set default 'batch'`],
    ['what must not be null', 'alter table run alter column subject drop not null'],
    ['a constraint', 'alter table run add constraint any_name check (progress <> 7)'],
    ['an index', 'create index any_name on run (subject) where progress > 7'],
    ['a trigger', 'create trigger any_name after insert on run for each row execute function suppress_redundant_updates_trigger()'],
    ['a function', `create function any_name() returns integer language sql as 'select 1'`],
  ])('describes %s', async (_, change) => {
    const before = await schemaText(store.knex);
    await store.knex.raw(change);
    expect(await schemaText(store.knex)).not.toBe(before);
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
