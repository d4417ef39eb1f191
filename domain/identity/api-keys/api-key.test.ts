import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KEY_PATTERN, KEYS_AT_MOST } from '#contract/identity/api-keys.contract.ts';
import { givenLapse, givenOrganisation, givenPerson } from '#domain/organisations/organisation.factory.ts';
import { database, transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { endKey, endKeysOf, isKey, isKeyInForce, useKey } from './api-key.commands.ts';
import { listKeys } from './api-key.queries.ts';
import { givenKey } from './key-holder.factory.ts';
import { storeKeyCalls } from './key-calls.ts';

const db = useTestDatabase();
const HERE = '203.0.113.9';
const update = (accountId: string, changes: object) => db.knex('account').where({ id: accountId }).update(changes);
const refusedAs = (code: string) => expect.objectContaining({ code });

describe('a key', () => {
  it('has a prefix and a checksum that scanners recognise, and only its hash is stored', async () => {
    const { id: accountId } = await givenPerson();
    const { id, secret } = await givenKey({ accountId });
    expect(secret).toMatch(KEY_PATTERN);
    const row = await db.knex('api_key').where({ id }).first();
    expect(row!.secret_hash.equals(createHash('sha256').update(secret).digest())).toBe(true);
    const stored = await db.knex.raw(`select to_jsonb(k)::text as row from api_key k union all select to_jsonb(m)::text from outgoing_mail m
      union all select to_jsonb(a)::text from audit_entry a`);
    expect(stored.rows.map(({ row: text }: { row: string }) => text).join('\n')).not.toContain(secret.slice(9, 40));
  });

  it('with a typo is invalid, whatever the typo', async () => {
    const { id: accountId } = await givenPerson();
    const { secret } = await givenKey({ accountId });
    expect(isKey(secret)).toBe(true);
    for (let at = 9; at < secret.length; at += 1) {
      const other = secret[at] === 'a' ? 'b' : 'a';
      expect(isKey(secret.slice(0, at) + other + secret.slice(at + 1)), String(at)).toBe(false);
    }
    expect(isKey(secret.slice(0, -1))).toBe(false);
  });

  it('is announced to its owner by email, and recorded in the audit', async () => {
    const { id: accountId } = await givenPerson();
    const { id } = await givenKey({ accountId });
    expect(await db.knex('outgoing_mail').where({ account_id: accountId, kind: 'security-changed' })).toHaveLength(1);
    const [entry] = await db.knex('audit_entry').where({ actor: `account:${accountId}`, action: 'api_key.create' });
    expect(entry!.detail).toMatchObject({ api_key: id, holder: 'account', scopes: ['courses:read'] });
  });

  it('counts its calls, and records the time of the last one', async () => {
    const { id: accountId } = await givenPerson();
    const { id, secret } = await givenKey({ accountId });
    await Promise.all(Array.from({ length: 7 }, () => useKey(secret, HERE)));
    const [key] = await listKeys({ accountId, holder: 'account' });
    expect(key).toMatchObject({ api_key_id: id, calls: 7, ending: secret.slice(-4) });
    expect(Date.parse(key!.last_used_at!)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('stores its counts in one statement, and retries counts that could not be stored', async () => {
    const { id: accountId } = await givenPerson();
    const [one, other] = [await givenKey({ accountId }), await givenKey({ accountId })];
    const stored = async () => (await db.knex('api_key').where({ account_id: accountId }).orderBy('id')).map(({ calls }) => calls);
    for (const { secret } of [one, one, other]) await useKey(secret, HERE);
    expect(await stored()).toEqual([0, 0]);
    await db.knex.raw('alter table api_key rename to api_key_away');
    await expect(storeKeyCalls()).rejects.toThrow('api_key');
    await db.knex.raw('alter table api_key_away rename to api_key');
    await useKey(one.secret, HERE);
    await storeKeyCalls();
    expect(await stored()).toEqual([3, 1]);
    await storeKeyCalls();
    expect(await stored()).toEqual([3, 1]);
    const [latest] = await db.knex('api_key').where({ id: one.id });
    expect(latest!.last_used_at!.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('costs one statement a call, and none once it has expired or if it never existed', async () => {
    const { id: accountId } = await givenPerson();
    const { id, secret } = await givenKey({ accountId });
    // otherwise earlier calls, whose counts are stored some seconds later, would count too
    await storeKeyCalls();
    const statements: string[] = [];
    database().on('query', ({ sql: text }: { sql: string }) => statements.push(text));
    for (let n = 0; n < 5; n += 1) await useKey(secret, HERE);
    expect([statements.length, statements.filter((text) => /update/i.test(text))]).toEqual([5, []]);
    await endKey({ accountId, holder: 'account', keyId: id });
    statements.length = 0;
    for (let n = 0; n < 5; n += 1) await expect(useKey(secret, HERE)).rejects.toEqual(refusedAs('key.invalid'));
    expect(statements).toHaveLength(1);
  });

  it('is one of fifty at most', async () => {
    const { id: accountId } = await givenPerson();
    const { id } = await givenKey({ accountId });
    await db.knex.raw(
      `insert into api_key (id, account_id, holder, name, secret_hash, ending, scopes, day_budget, expires_at)
       select gen_random_uuid(), account_id, holder, name, sha256(n::text::bytea || secret_hash), ending, scopes, day_budget, expires_at
         from api_key, generate_series(2, ?) n where id = ?`,
      [KEYS_AT_MOST, id],
    );
    await expect(givenKey({ accountId })).rejects.toEqual(refusedAs('keys.too_many'));
    await endKey({ accountId, holder: 'account', keyId: id });
    await expect(givenKey({ accountId })).resolves.toBeDefined();
  });
});

describe('a key is refused at the next call', () => {
  it('once it was revoked, by its owner or with all keys of the account', async () => {
    const { id: accountId } = await givenPerson();
    const first = await givenKey({ accountId });
    const second = await givenKey({ accountId });
    await useKey(first.secret, HERE);
    await endKey({ accountId, holder: 'account', keyId: first.id });
    await expect(useKey(first.secret, HERE)).rejects.toEqual(refusedAs('key.invalid'));
    await useKey(second.secret, HERE);
    await transact((trx) => endKeysOf(trx, accountId));
    await expect(useKey(second.secret, HERE)).rejects.toEqual(refusedAs('key.invalid'));
  });

  it('once it has expired', async () => {
    const { id: accountId } = await givenPerson();
    const { id, secret } = await givenKey({ accountId });
    await db
      .knex('api_key')
      .where({ id })
      .update({ expires_at: new Date(Date.now() - 1) });
    await expect(useKey(secret, HERE)).rejects.toEqual(refusedAs('key.invalid'));
  });

  it.each([
    ['is suspended', { suspended_at: new Date() }, { suspended_at: null }],
    ['asks to be deleted', { deletion_due_at: new Date(Date.now() + 1e9) }, { deletion_due_at: null }],
  ])('while its owner %s', async (_, away, back) => {
    const { id: accountId } = await givenPerson();
    const { id, secret } = await givenKey({ accountId });
    await update(accountId, away);
    await expect(useKey(secret, HERE)).rejects.toEqual(refusedAs('key.invalid'));
    // a stream to its program ends
    expect(await isKeyInForce(id)).toBe(false);
    await update(accountId, back);
    await expect(useKey(secret, HERE)).resolves.toMatchObject({ userId: accountId });
    expect(await isKeyInForce(id)).toBe(true);
  });

  it('of operators, once its creator is no longer an operator', async () => {
    const { id: accountId } = await givenPerson();
    await update(accountId, { roles: ['learner', 'operator'] });
    const { id, secret } = await givenKey({ accountId, holder: 'operator', scopes: ['operate:read'] });
    expect((await useKey(secret, HERE)).roles).toContain('operator');
    await update(accountId, { roles: ['learner'] });
    expect(await isKeyInForce(id)).toBe(false);
    await expect(useKey(secret, HERE)).rejects.toEqual(refusedAs('key.invalid'));
  });

  it('of an organisation, once its creator has lost that permission, or the organisation’s year has ended', async () => {
    const { id, owner } = await givenOrganisation();
    const { secret } = await givenKey({ accountId: owner.id, holder: 'organisation', scopes: ['organisation'] });
    await useKey(secret, HERE);
    await db.knex('organisation_member').where({ account_id: owner.id }).update({ role: 'member' });
    await expect(useKey(secret, HERE)).rejects.toEqual(refusedAs('key.invalid'));
    await db.knex('organisation_member').where({ account_id: owner.id }).update({ role: 'owner' });
    await useKey(secret, HERE);
    await givenLapse(id);
    await expect(useKey(secret, HERE)).rejects.toEqual(refusedAs('key.invalid'));
  });
});

describe('a key never has more permissions than its holder', () => {
  it('an operator’s own key lacks the operator role', async () => {
    const { id: accountId } = await givenPerson();
    await update(accountId, { roles: ['learner', 'creator', 'operator', 'admin'] });
    const { secret } = await givenKey({ accountId });
    expect((await useKey(secret, HERE)).roles).toEqual(['learner', 'creator']);
  });

  it.each([
    ['account', 'operate'],
    ['account', 'organisation'],
    ['organisation', 'operate:read'],
    ['operator', 'generate'],
  ] as const)('a key of %s cannot have the scope %s', async (holder, scope) => {
    const { owner } = await givenOrganisation();
    await update(owner.id, { roles: ['learner', 'operator'] });
    await expect(givenKey({ accountId: owner.id, holder, scopes: [scope] })).rejects.toEqual(refusedAs('validation.failed'));
  });

  it('keys of an organisation belong to its owner alone, and keys of operators to operators', async () => {
    const { id: accountId } = await givenPerson();
    for (const holder of ['organisation', 'operator'] as const) {
      await expect(givenKey({ accountId, holder, scopes: ['courses:read'] })).rejects.toBeInstanceOf(Error);
      await expect(listKeys({ accountId, holder })).rejects.toEqual(refusedAs('not_found'));
    }
    const { owner } = await givenOrganisation();
    const { id: keyId } = await givenKey({ accountId: owner.id, holder: 'organisation' });
    await expect(endKey({ accountId, holder: 'account', keyId })).rejects.toEqual(refusedAs('not_found'));
    await expect(endKey({ accountId: owner.id, holder: 'account', keyId })).rejects.toEqual(refusedAs('not_found'));
    await expect(endKey({ accountId: owner.id, holder: 'organisation', keyId })).resolves.toMatchObject({ api_key_id: keyId });
  });

  it.each([
    [['203.0.113.0/24'], '203.0.113.9', true],
    [['203.0.113.9'], '203.0.113.9', true],
    [['203.0.113.8'], '203.0.113.9', false],
    [['198.51.100.0/24', '203.0.113.0/28'], '203.0.113.9', true],
    [['2001:db8::/32'], '2001:db8:1::7', true],
    [['2001:db8::/32'], '2001:db9::7', false],
    [['2001:db8::/32'], '203.0.113.9', false],
    [['0.0.0.0/0'], '2001:db8::7', false],
    [[], '2001:db8::7', true],
    [['203.0.113.0/24'], '', false],
  ])('from %j it is used at %s: %s', async (networks, address, isLetIn) => {
    const { id: accountId } = await givenPerson();
    const { secret } = await givenKey({ accountId, networks });
    const used = useKey(secret, address);
    if (isLetIn) await expect(used).resolves.toMatchObject({ userId: accountId });
    else await expect(used).rejects.toEqual(refusedAs('key.network'));
  });
});

it('A33 a child creates no key without consent; an existing one is inactive, says why, and works again with consent', async () => {
  const { id: accountId } = await givenPerson();
  const { id, secret } = await givenKey({ accountId });
  await update(accountId, { birth_year: new Date().getUTCFullYear() - 10 });
  const isResting = async () => {
    await expect(useKey(secret, HERE)).rejects.toEqual(refusedAs('age.consent_needed'));
    expect(await isKeyInForce(id)).toBe(false);
  };
  await expect(givenKey({ accountId })).rejects.toEqual(refusedAs('age.consent_needed'));
  await isResting();
  await db.knex('parental_consent').insert({ account_id: accountId, given_by: 'parent', parent_email: 'parent@example.com' });
  expect((await useKey(secret, HERE)).userId).toBe(accountId);
  expect(await isKeyInForce(id)).toBe(true);
  await db.knex('parental_consent').where({ account_id: accountId }).delete();
  await isResting();
  // anybody may revoke it
  expect((await endKey({ accountId, holder: 'account', keyId: id })).ended_at).not.toBeNull();
});
