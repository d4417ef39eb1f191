import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAssignment } from '#domain/classes/assignment.commands.ts';
import { givenClass } from '#domain/classes/class.factory.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { exportData, exportParts } from './export-data.command.ts';
import { columnsOf } from '#domain/platform/export-part.ts';
import { givenFullAccount, type FullAccount } from './export/full-account.factory.ts';
import { EXCLUDED_TABLES } from './export/excluded-tables.ts';

/** Where the parts are declared. */
const WHERE = '`exported` of the kind of work that fills the table, else domain/settings/export/*-parts.ts';

const db = useTestDatabase();
let ada: FullAccount;
let ben: FullAccount;
let files: Record<string, string>;

/** Returns names and texts of an export, unpacked. */
async function unpack(accountId: string): Promise<Record<string, string>> {
  const zip = unzipSync(new Uint8Array(await buffer(await exportData(accountId))));
  return Object.fromEntries(Object.entries(zip).map(([name, bytes]) => [name, strFromU8(bytes)]));
}
const listOf = (file: string, from = files): any[] => JSON.parse(from[`${file}.json`]!);
const allOf = (from: Record<string, string>): string => Object.values(from).join('\n');

/** Returns the columns of every table of ours. */
async function schema(): Promise<Map<string, string[]>> {
  const { rows } = await db.knex.raw(
    `select table_name, array_agg(column_name::text) as columns from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name`,
  );
  return new Map(rows.map((row: { table_name: string; columns: string[] }) => [row.table_name, row.columns]));
}

beforeAll(async () => {
  ada = await givenFullAccount('ada-mark-51c7');
  ben = await givenFullAccount('ben-mark-83f2');
  files = await unpack(ada.accountId);
});

describe('the declaration of a data export', () => {
  it('G56 covers every table of the schema: it is exported, or there is a reason why not', async () => {
    const tables = await schema();
    const exported = new Set(exportParts().map(({ table }) => table));
    for (const table of tables.keys()) {
      const named = [...(exported.has(table) ? ['a part'] : []), ...(Object.hasOwn(EXCLUDED_TABLES, table) ? ['excluded-tables.ts'] : [])];
      const says = `the table ${table} is in one of two places: ${WHERE}, or domain/settings/export/excluded-tables.ts with the reason why it is not exported`;
      expect.soft(named, says).toHaveLength(1);
    }
    for (const table of [...exported, ...Object.keys(EXCLUDED_TABLES)])
      expect.soft(tables.has(table), `there is no table ${table} any more: take it out of ${WHERE}, or of excluded-tables.ts`).toBe(true);
  });

  it('G56 covers every column of an exported table: it is exported, or there is a reason why not', async () => {
    const tables = await schema();
    for (const part of exportParts()) {
      const exported = columnsOf(part).map(([name]) => name);
      const named = [...exported, ...Object.keys(part.withheld ?? {})];
      const has = tables.get(part.table) ?? [];
      for (const column of new Set([...has, ...named])) {
        const says = has.includes(column)
          ? `${part.table}.${column} is named once: in \`columns\` of the part '${part.file}' (${WHERE}), or in its \`withheld\` with the reason why it is not exported`
          : `${part.table} has no column ${column}: take it out of the part '${part.file}' (${WHERE})`;
        expect.soft(named.filter((one) => one === column).length, says).toBe(has.includes(column) ? 1 : 0);
      }
    }
  });

  it('exports nothing with a name like a secret or a hash', () => {
    for (const part of exportParts())
      for (const [name] of columnsOf(part))
        expect
          .soft(name, `${part.table}.${name} sounds like a secret: put it into \`withheld\` of the part '${part.file}' (${WHERE})`)
          .not.toMatch(/hash|secret|password|cookie|token_|_url/);
  });

  it('orders rows by a unique key', async () => {
    const { rows } = await db.knex.raw(
      `select conrelid::regclass::text as table, array_agg(attname::text) as key from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
        where contype in ('p', 'u') and connamespace = 'public'::regnamespace group by conrelid, pg_constraint.oid`,
    );
    for (const { file, table, key, condition } of exportParts()) {
      // all rows of a user have the same account
      const names = new Set([...Object.keys(key), ...(/^t\.account_id = :me$/.test(condition) ? ['account_id'] : [])]);
      const unique = rows.filter((row: { table: string }) => row.table === table).map((row: { key: string[] }) => row.key);
      expect
        .soft(
          unique.some((columns: string[]) => columns.every((column) => names.has(column))),
          `the \`key\` of the part '${file}' (${WHERE}) has no unique key of ${table}`,
        )
        .toBe(true);
    }
  });
});

describe('a data export', () => {
  it('EXP-01 has a list for everything, and a README that describes each', () => {
    expect(Object.keys(files)).toEqual(['README.txt', ...exportParts().map(({ file }) => `${file}.json`)]);
    for (const { file, description } of exportParts()) expect(files['README.txt']).toContain(`${file}.json\n  ${description}`);
    expect(files['README.txt']).toContain('What is put into one stands here only while it waits, because it is erased once it is sent.');
    expect(listOf('account')).toMatchObject([
      { id: ada.accountId, email: ada.email, first_name: ada.mark, bio: ada.mark, birth_year: 1990 },
    ]);
    expect(listOf('course-versions')[0].content.modules[0].lessons[0]).toMatchObject({ title: 'The hive in spring' });
    expect(listOf('audit').map((entry) => entry.action)).toEqual(['order.fulfil', 'role.grant', 'account.exported']);
  });

  it('has the person’s rows of every table, and no word of anybody else', async () => {
    for (const { file, table } of exportParts())
      expect
        .soft(listOf(file).length, `domain/settings/export/full-account.factory.ts gives nobody a row of ${table}, for '${file}'`)
        .toBeGreaterThan(0);
    const everything = allOf(files);
    for (const word of [ben.accountId, ben.email, ben.mark, `invited-by-${ada.mark}`]) expect(everything).not.toContain(word);
    const bens = await unpack(ben.accountId);
    for (const { file } of exportParts()) expect(listOf(file, bens).length, file).toBe(listOf(file).length);
    expect(allOf(bens)).not.toContain(ada.accountId);
  });

  it('contains no secret, no hash and no link that works by itself', async () => {
    const everything = allOf(files);
    let looked = 0;
    for (const { table, withheld = {} } of exportParts()) {
      for (const column of Object.keys(withheld)) {
        // balances and counters are short numbers that also occur elsewhere
        const rows = await db.knex(table).distinct(db.knex.raw('to_jsonb(??)::text as value', [column]));
        for (const { value } of rows as { value: string | null }[]) {
          const text = value?.replaceAll(/^"(\\\\x)?|"$/g, '') ?? '';
          if (text.length < 16 || text.startsWith('{') || /^\d{4}-\d\d-\d\dT/.test(text)) continue;
          looked += 1;
          expect(everything, `${table}.${column}`).not.toContain(text);
        }
      }
    }
    expect(looked).toBeGreaterThan(20);
    const seeds = await db.knex('outgoing_mail').whereRaw(`data->>'seed' is not null or data->>'link' is not null`).pluck('data');
    expect(seeds.length).toBeGreaterThan(3);
    for (const { seed, link } of seeds) expect(everything).not.toContain(seed ?? link);
  });

  it('contains the assignments of a class that are for the person, and for everyone', async () => {
    const { teacher, students, classId } = await givenClass({ students: 2 });
    const [one, other] = students as [string, string];
    const assign = async (note: string, student_ids: string[] | null) => {
      const courseId = await givenCourse(teacher);
      await createAssignment({ accountId: teacher, classId, assignmentId: uuidv7(), courseId, note, student_ids });
    };
    await assign('for all', null);
    await assign('for one', [one]);
    const notesOf = async (accountId: string) => listOf('assignments', await unpack(accountId)).map(({ note }) => note);
    expect(await notesOf(one)).toEqual(['for all', 'for one']);
    expect(await notesOf(other)).toEqual(['for all']);
    expect(await notesOf(teacher)).toEqual(['for all', 'for one']);
  });

  it('names no other user in the audit, and omits an operator’s actions on others', async () => {
    const operator = await givenFullAccount('op-mark-77aa');
    await db
      .knex('audit_entry')
      .insert([
        { actor: `account:${operator.accountId}`, action: 'tokens.grant', subject: `account:${ada.accountId}`, detail: '{"tokens":5}' },
      ]);
    const mine = listOf('audit', await unpack(ada.accountId)).find((entry) => entry.action === 'tokens.grant');
    expect(mine).toMatchObject({
      actor: 'somebody who runs this installation',
      subject: `account:${ada.accountId}`,
      detail: { tokens: 5 },
    });
    const theirs = listOf('audit', await unpack(operator.accountId)).find((entry) => entry.action === 'tokens.grant');
    expect(theirs).toMatchObject({ actor: `account:${operator.accountId}`, subject: 'account', detail: {} });
  });

  it('contains texts sent to an address only if the person has confirmed it', async () => {
    await db.knex('account').where({ id: ada.accountId }).update({ email_verified_at: null });
    const before = [listOf('mails'), listOf('organisation-invites')].map(({ length }) => length);
    const unproved = await unpack(ada.accountId);
    await db.knex('account').where({ id: ada.accountId }).update({ email_verified_at: new Date() });
    expect([listOf('mails', unproved), listOf('organisation-invites', unproved)].map(({ length }) => length)).toEqual([
      before[0]! - 1,
      before[1]! - 1,
    ]);
  });

  it('of a new user is empty lists', async () => {
    const accountId = await givenOwner({ tokens: 0 });
    const own = await unpack(accountId);
    expect(listOf('account', own)).toHaveLength(1);
    expect(listOf('courses', own)).toEqual([]);
    expect(own['courses.json']).toBe('[]\n');
  });

  it('is complete over many pages, and occupies no connection while the client does not read', async () => {
    const accountId = await givenOwner({ tokens: 0 });
    const ids: string[] = [];
    for (let n = 0; n < 9; n += 1) ids.push(await givenCourse(accountId, { document: { title: `Course ${n}` } }));
    await db.knex.raw(
      `insert into notification (account_id, kind, cause, subject) select ?, 'run.completed', n::text, n::text from generate_series(1, 1001) n`,
      [accountId],
    );
    const stream = (await exportData(accountId))[Symbol.asyncIterator]();
    const pieces: Uint8Array[] = [];
    for (let next = await stream.next(); !next.done; next = await stream.next()) {
      pieces.push(next.value);
      // the statement that brought it may just be ending
      await expect.poll(() => db.knex.client.pool.numUsed()).toBe(0);
    }
    const unpacked = unzipSync(new Uint8Array(Buffer.concat(pieces)));
    const list = (file: string) => JSON.parse(strFromU8(unpacked[`${file}.json`]!));
    expect(
      list('course-versions')
        .map((version: any) => version.course_id)
        .toSorted(),
    ).toEqual(ids.toSorted());
    expect(new Set(list('notifications').map((one: any) => one.subject)).size).toBe(1001);
  });

  it('is read from the database no faster than its reader reads it', async () => {
    const accountId = await givenOwner({ tokens: 0 });
    const content = randomBytes(45_000).toString('base64');
    const document = { modules: [{ title: 'M', summary: 'S', lessons: [buildLesson({ content })] }] };
    const courseId = await givenCourse(accountId, { document });
    await db.knex.raw(
      `insert into course_version (course_id, number, content) select course_id, n, content from course_version, generate_series(2, 80) n where course_id = ?`,
      [courseId],
    );
    let pages = 0;
    const count = ({ sql }: { sql: string }) => (pages += sql.includes('from course_version t') ? 1 : 0);
    db.knex.on('query', count);
    let bytes = 0;
    for await (const piece of await exportData(accountId)) {
      bytes += piece.length;
      // four versions per page, plus some in the compressor's buffer
      const taken = bytes / (content.length * 0.7);
      expect(pages).toBeLessThanOrEqual(taken / 4 + 3);
    }
    db.knex.removeListener('query', count);
    expect([pages, bytes > 3e6]).toEqual([21, true]);
  });

  it('is not found for a missing account', async () => {
    await expect(exportData('00000000-0000-7000-8000-000000000000')).rejects.toMatchObject({ code: 'not_found' });
  });
});
