import type { Knex } from 'knex';

// A class's limits outlive the places of its students: what a former student has spent still counts against the class, and who leaves by
// themselves is still limited when they come back. A trigger keeps ended places, because most of them end by a cascade. The person is known
// again by the account or, with a new one after deleting it, by a hash of the address.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table former_student (
      classroom_id uuid not null references classroom on delete cascade,
      account_id uuid not null references account,
      email_hash bytea,
      binds boolean not null,
      ended_at timestamptz not null default now(),
      primary key (classroom_id, account_id)
    );
    create index former_student_of on former_student (account_id) where binds;
    create index former_student_address on former_student (email_hash) where binds;

    create function note_former_student() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and old.role = 'student' or tg_op = 'UPDATE' and old.role = 'student' and new.role <> 'student' then
          -- nothing is kept of a class that is deleted
          insert into former_student (classroom_id, account_id, email_hash, binds)
          select c.id, old.account_id,
                 (select sha256(convert_to(p.email, 'UTF8')) from organisation_person p
                   where p.organisation_id = c.organisation_id and p.account_id = old.account_id order by p.changed_at desc limit 1),
                 tg_op = 'DELETE'
            from classroom c where c.id = old.classroom_id;
        elsif tg_op <> 'DELETE' and new.role = 'student' then
          delete from former_student where classroom_id = new.classroom_id and account_id = new.account_id;
        elsif tg_op <> 'DELETE' then
          update former_student set binds = false, email_hash = null where classroom_id = new.classroom_id and account_id = new.account_id;
        end if;
        return null;
      end $$;
    create trigger former_student_noted after insert or delete or update of role on classroom_member
      for each row execute function note_former_student();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger former_student_noted on classroom_member;
    drop function note_former_student;
    drop table former_student;
  `);
}
