import type { Knex } from 'knex';

// Flash cards: from lessons, written by their owner, or from Anki; reviewed like questions.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table flash_card (
      account_id uuid not null references account on delete cascade,
      id uuid not null,
      guid text not null check (char_length(guid) between 1 and 120),
      deck text not null check (char_length(deck) between 1 and 120),
      course_id uuid references course on delete set null,
      lesson_id uuid,
      front text not null check (char_length(front) between 1 and 1000),
      back text not null check (char_length(back) between 1 and 2000),
      passage text,
      due_at timestamptz not null default now(),
      card jsonb not null default 'null',
      reviews integer not null default 0,
      created_at timestamptz not null default clock_timestamp(),
      search_text text generated always as (folded_text(front || ' ' || back)) stored,
      primary key (account_id, id),
      unique (account_id, guid)
    );
    create index flash_card_deck on flash_card (account_id, deck, created_at desc, id desc);
    create index flash_card_newest on flash_card (account_id, created_at desc, id desc);
    create index flash_card_due on flash_card (account_id, due_at);
    create index flash_card_course on flash_card (course_id, account_id, lesson_id) where course_id is not null;

    create table flash_card_rating (
      account_id uuid not null references account on delete cascade,
      id uuid not null,
      card_id uuid not null,
      rating text not null check (rating in ('again', 'hard', 'good', 'easy')),
      rated_at timestamptz not null default clock_timestamp(),
      -- the card before it, to which taking it back returns
      card_before jsonb,
      due_before timestamptz,
      -- how often the card had been rated before: the latest rating is the one to which the card's own count is next, whatever clocks say
      reviews_before integer,
      undone_at timestamptz,
      primary key (account_id, id),
      foreign key (account_id, card_id) references flash_card on delete cascade
    );
    create index flash_card_rating_card on flash_card_rating (account_id, card_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table flash_card_rating, flash_card');
}
