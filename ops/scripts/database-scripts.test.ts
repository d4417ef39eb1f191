import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { checkPassword } from '#domain/identity/passwords/password.ts';
import { config } from '#domain/platform/config.ts';
import { pendingMigrations } from '#domain/platform/migrate.ts';
import { seal, unseal } from '#domain/platform/secrets/sealed.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { givenWebhook } from '#domain/webhooks/webhook.factory.ts';
import { sampleCourseSlugs } from '../seeds/published-courses.ts';
import { scenarioOf } from '../seeds/scenarios.ts';
import { ScriptError } from './run-script.ts';

const db = useTestDatabase();
let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-scripts-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs a script as a separate process, as npm does. */
function run(script: string, words: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<{ code: number; out: string; err: string }> {
  const file = fileURLToPath(new URL(`./${script}.ts`, import.meta.url));
  const full = {
    ...process.env,
    NODE_ENV: 'development',
    PUBLIC_ORIGIN: '',
    DATABASE_URL: db.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...env,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...words], { env: full }, (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }));
  });
}

const sampleRows = () => db.knex('account').whereLike('email', '%@example.com').orderBy('email').select('email', 'roles', 'password_hash');

describe('the installation’s secret is changed', () => {
  it('keys of services and authenticators’ secrets are readable with the new one, and a second run changes nothing', async () => {
    const account = await insertAccount(db.knex);
    const before = path.join(dataDir, 'old-secret');
    writeFileSync(before, new TextDecoder().decode(config().sessionSecret));
    const [key, totp] = [seal(Buffer.from('sk-key'), 'service-connection:openai'), seal(Buffer.alloc(20), `totp:${account}`)];
    const connection = { kind: 'vendor', base_url: 'https://api.openai.com/v1', model: 'm', key_sealed: key } as const;
    await db.knex('service_connection').insert({ service: 'openai', ...connection });
    await db.knex('second_factor').insert({ account_id: account, secret: totp, confirmed_at: new Date() });
    const webhook = await givenWebhook({ accountId: account });
    const env = { SESSION_SECRET: 'the secret that takes its place, as long as needed' };
    const done = await run('rotate-secret', [before], env);
    expect(done).toMatchObject({
      code: 0,
      out: '1 keys of services, 0 secrets of organisations, 0 for learning platforms, 1 authenticators, 1 webhooks and 0 keys of the OAuth provider are encrypted with the new secret.\n',
    });
    expect((await run('rotate-secret', [before], env)).out).toMatch(
      /^0 keys of services, 0 secrets of organisations, 0 for learning platforms, 0 auth/,
    );
    const secret = new TextEncoder().encode(env.SESSION_SECRET);
    const [row] = await db.knex('service_connection').select();
    expect(unseal(row!.key_sealed!, 'service-connection:openai', secret)?.toString()).toBe('sk-key');
    const { secret_sealed: signing } = (await db.knex('webhook').where({ id: webhook.id }).first())!;
    expect(unseal(signing, `webhook:${webhook.id}`, secret)?.toString()).toBe(webhook.secret);
    const factor = await db.knex('second_factor').where({ account_id: account }).first();
    expect(unseal(factor!.secret, `totp:${account}`, secret)).toEqual(Buffer.alloc(20));
    await db.knex('service_connection').delete();
    await db.knex('account').where({ id: account }).delete();
  });
});

describe('the sample accounts', () => {
  it('are refused outside development', { tags: 'slow' }, async () => {
    for (const env of [
      { NODE_ENV: 'production', AI_MODE: 'live', OPENAI_API_KEY: 'k', SESSION_SECRET: 's'.repeat(40) },
      { PUBLIC_ORIGIN: 'https://learn.example.com', AI_MODE: 'live', OPENAI_API_KEY: 'k', SESSION_SECRET: 's'.repeat(40) },
    ]) {
      const { code, err } = await run('seed', ['sample-accounts'], env);
      expect([code, err.trim().split('\n').length]).toEqual([1, 1]);
      expect(err).toContain('Seeds are for development on this machine');
    }
    expect(await sampleRows()).toEqual([]);
  });

  it('are created once, with their roles and the password that the launcher prints', async () => {
    const first = await run('seed', ['sample-accounts']);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out.trim().split('\n')).toHaveLength(11);
    const rows = await sampleRows();
    expect(rows.map((row) => [row.email, row.roles])).toEqual([
      ['creator@example.com', ['learner', 'creator']],
      ['learner@example.com', ['learner']],
      ['operator@example.com', ['learner', 'operator', 'admin']],
    ]);
    expect(await checkPassword('coursewright-demo', rows[0]!.password_hash)).toBe(true);
    expect(await db.knex('session').whereNull('revoked_at')).toEqual([]);
    const gifts = () => db.knex('token_lot').where({ source: 'admin' }).select('amount', 'remaining');
    expect(await gifts()).toEqual(Array.from({ length: 3 }, () => ({ amount: 10_000_000, remaining: 10_000_000 })));

    expect(await run('seed', ['sample-accounts'])).toEqual({ code: 0, out: 'Nothing to do: these rows already exist.\n', err: '' });
    expect(await sampleRows()).toEqual(rows);
    expect(await gifts()).toHaveLength(3);
  });

  it('CRE-26 the creator has two drafts, and a deleted one does not return; a lost role does', { tags: 'slow' }, async () => {
    const drafts = () => db.knex('creator_course').where({ status: 'draft' }).orderBy('id').select('status', 'title');
    expect(await drafts()).toEqual([
      { status: 'draft', title: 'Bread at home: four loaves in four weekends' },
      { status: 'draft', title: 'Bookkeeping for a business of one' },
    ]);
    await db.knex('creator_course').whereLike('title', 'Bread%').delete();
    await db
      .knex('account')
      .where({ email: 'operator@example.com' })
      .update({ roles: ['learner'] });
    const out = 'operator@example.com (operator), password coursewright-demo\n';
    expect(await run('prepare', ['sample-accounts'])).toEqual({ code: 0, out, err: '' });
    expect(await drafts()).toHaveLength(1);
    expect((await sampleRows())[2]!.roles).toEqual(['learner', 'operator', 'admin']);
  });

  it('three creators have finished courses in the market, sold and taken long before the installation', async () => {
    const { rows } = await db.knex.raw(
      `select c.title, c.account_id, c.students, c.lesson_count, c.price_cents, c.published_at < now() - interval '30 days' as is_old from creator_course c
        where c.status = 'published' order by c.title`,
    );
    expect(rows).toHaveLength(sampleCourseSlugs().length);
    expect(rows).toHaveLength(12);
    expect(new Set(rows.map(({ account_id: id }: { account_id: string }) => id)).size).toBe(3);
    for (const row of rows) expect(row, row.title).toMatchObject({ is_old: true, price_cents: 0, students: expect.any(Number) });
    expect(Math.min(...rows.map(({ students }: { students: number }) => students))).toBeGreaterThan(1);
    const { rows: sold } = await db.knex.raw(
      `select count(*)::int as moves, count(*) filter (where o.detail->>'sample' = 'yes')::int as marked, bool_and(t.at < now()) as is_past
         from ledger_transaction t left join billing_order o on o.id::text = t.order_id where t.unit = 'USD'`,
    );
    // 96 and twice 12 sales to students, two to the learner, and a twelfth refunded
    expect(sold[0]).toEqual({ moves: 96 + 24 + 2 + 10, marked: 132, is_past: true });
    expect(await ledgerFaults(db.knex)).toEqual([]);
  });

  it('are listed when the scenario is not known', () => {
    const words =
      "There is no scenario 'samples'. Scenarios: sample-accounts (a learner, a creator and an operator to sign in as, and samples to look at), " +
      'remove-samples (removes the samples and keeps the accounts).';
    expect(() => scenarioOf('samples')).toThrow(new ScriptError(words));
  });
});

describe('npm run grant', () => {
  it('assigns a role and records who did', { tags: 'slow' }, async () => {
    expect(await run('grant', ['Learner@Example.com', 'operator'])).toEqual({
      code: 0,
      out: 'Learner@Example.com is now learner, operator.\n',
      err: '',
    });
    const [entry] = await db.knex('audit_entry').orderBy('id', 'desc').limit(1);
    expect(entry).toMatchObject({ action: 'role.grant', detail: { role: 'operator' } });
    expect(entry!.actor).toMatch(/^script:./);
  });

  it('grants tokens and records who did', async () => {
    // 100,000 of the sample account and 45 of the free plan's day and month
    expect(await run('grant', ['learner@example.com', 'tokens:1000'])).toEqual({
      code: 0,
      out: 'learner@example.com was given 1000 tokens and can spend 101045 now.\n',
      err: '',
    });
    const [entry] = await db.knex('audit_entry').orderBy('id', 'desc').limit(1);
    expect(entry).toMatchObject({ action: 'tokens.grant', detail: { tokens: 1000 } });
    expect(entry!.actor).toMatch(/^script:./);
  });
});

describe('npm run contract', () => {
  const words = ['university_elite', 'learner@example.com', 'State University', '--reference', 'SU-1'];

  it('records a signed contract once, and who did', { tags: 'slow' }, async () => {
    const first = await run('contract', words);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/^Recorded SU-1: University Elite for State University, .* 20000 seats, 2000000 tokens\.\n/);
    expect((await run('contract', words)).out).toMatch(/^SU-1 is already recorded; nothing changed\.\n/);
    const entries = await db.knex('audit_entry').where({ action: 'contract.record' });
    expect(entries.map(({ actor }) => actor)).toEqual([expect.stringMatching(/^script:./)]);
  });

  it.each([
    [
      ['enterprise', 'nobody@example.com', 'U', '--reference', 'U-1'],
      'No account has the email nobody@example.com. The owner registers first.',
    ],
    [['gold', 'learner@example.com', 'U', '--reference', 'U-1'], 'The package must be one of small_business, corporate_starter,'],
    [['enterprise', 'learner', 'U', '--reference', 'U-1'], 'owner_email: '],
  ])('reports the problem with %j in one line', { tags: 'slow' }, async (wrong, message) => {
    const { code, out, err } = await run('contract', wrong);
    expect([code, out, err.trim().split('\n').length]).toEqual([1, '', 1]);
    expect(err).toContain(message);
  });
});

describe('npm run end-keys', () => {
  const listOf = (lines: readonly string[]) => {
    const file = path.join(dataDir, 'found-keys.txt');
    writeFileSync(file, lines.join('\r\n'));
    return file;
  };

  it('revokes the keys of a scanner’s list, counts the lines that were no keys or are unknown here, and shows no key', async () => {
    const accountId = await insertAccount(db.knex);
    const [leaked, kept] = [await givenKey({ accountId }), await givenKey({ accountId })];
    const other = await givenKey({ accountId });
    await db.knex('api_key').where({ id: other.id }).delete();
    const file = listOf([`repo/.env:3:KEY="${leaked.secret}"`, other.secret, '', 'a line without a key', leaked.secret.slice(0, -1)]);
    const first = await run('end-keys', [file]);
    expect(first).toEqual({ code: 0, out: '1 revoked, 0 already revoked, 1 unknown here, 2 lines without a key.\n', err: '' });
    // repeated, it revokes nothing, and sends no mail
    expect((await run('end-keys', [file])).out).toBe('0 revoked, 1 already revoked, 1 unknown here, 2 lines without a key.\n');
    const inForce = await db.knex('api_key').where({ account_id: accountId }).whereNull('ended_at').pluck('id');
    expect(inForce).toEqual([kept.id]);
    const mails = await db.knex('outgoing_mail').where({ account_id: accountId, kind: 'security-changed' }).pluck('data');
    expect(mails.filter(({ change }) => change === 'api_key_leaked')).toHaveLength(1);
    const [entry] = await db.knex('audit_entry').where({ action: 'api_key.end_leaked' });
    expect(entry).toMatchObject({ actor: `script:${userInfo().username}`, subject: `account:${accountId}` });
    await db.knex('account').where({ id: accountId }).delete();
  });

  it('reports in one line, with exit code 1, that there is no file, or that it cannot be read', async () => {
    for (const [words, said] of [
      [[], 'npm run end-keys -- <file>'],
      [['one', 'two'], 'npm run end-keys -- <file>'],
      [[path.join(dataDir, 'none.txt')], 'The file cannot be read: ENOENT.'],
      [[dataDir], 'The file cannot be read: EISDIR.'],
    ] as const) {
      const { code, out, err } = await run('end-keys', [...words]);
      expect([code, out, err.trim().split('\n').length], said).toEqual([1, '', 1]);
      expect(err).toContain(said);
    }
    expect(await run('end-keys', [listOf([])])).toMatchObject({ code: 0, out: expect.stringMatching(/^0 revoked, .* 0 lines/) });
  });

  it('is an npm command, which also reads the list from standard input', async () => {
    const npm = spawn('npm', ['run', '--silent', 'end-keys', '--', '-'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, NODE_ENV: 'development', PUBLIC_ORIGIN: '', DATABASE_URL: db.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      shell: process.platform === 'win32',
    });
    npm.stdin.end('no key here\n');
    const [out, [code]] = await Promise.all([text(npm.stdout), once(npm, 'close')]);
    expect([code, out]).toEqual([0, '0 revoked, 0 already revoked, 0 unknown here, 1 lines without a key.\n']);
  });
});

describe('npm run migrate', () => {
  it('undoes the newest migration and applies it again, by name, even past the lock of a killed process', async () => {
    const down = await run('migrate', ['--down']);
    const [, name] = /^undone {2}(\d{4}_\w+\.ts)\n$/.exec(down.out) ?? [];
    expect(await pendingMigrations(db.knex)).toEqual([name]);
    await db.knex('schema_migration_lock').update({ is_locked: 1 });
    const up = await run('migrate');
    expect(up.out).toBe(`applied  ${name}\n`);
    expect(await pendingMigrations(db.knex)).toEqual([]);
    expect((await run('migrate')).out).toBe('The schema is at the newest version.\n');
  });

  it('lists the options', async () => {
    const err = expect.stringContaining("There is no option '--schema'. Use: npm run migrate [-- --down | --schema]");
    expect(await run('migrate', ['--down', '--schema'])).toMatchObject({ code: 1, out: '', err });
  });

  it.each([
    ['postgres://nobody@no-such-host.invalid/nothing', /ENOTFOUND|EAI_AGAIN/],
    [() => db.url.replace(/[^/]+$/, 'no_such_database'), /does not exist/],
  ])('the preparation of a start also reports it in one line: %s', async (url, why) => {
    const { code, out, err } = await run('prepare', ['sample-accounts'], { DATABASE_URL: typeof url === 'string' ? url : url() });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^The database at \S+ \(DATABASE_URL\) cannot be reached: .+\.\n$/);
    expect(err).toMatch(why);
  });

  it('reports in one line that the database is unavailable, or that the setting is wrong', async () => {
    const away = await run('migrate', [], { DATABASE_URL: 'postgres://127.0.0.1:9/none' });
    expect([away.code, away.err]).toEqual([
      1,
      expect.stringMatching(/^The database at 127\.0\.0\.1:9 \(DATABASE_URL\) cannot be reached: .*ECONNREFUSED.*\n$/),
    ]);
    const wrong = await run('migrate', [], { PORT: 'many' });
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/^PORT: /)]);
  });
});
