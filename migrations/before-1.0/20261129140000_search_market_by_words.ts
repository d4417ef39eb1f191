import type { Knex } from 'knex';

// The market is searched in titles, tags and creators' names; a typo is looked up among the words that occur, not in every course.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index market_search;
    alter table creator_course drop column search_text;
    drop function market_search_text(text, text, text[]);

    create table market_word (word text primary key);
    create index market_word_alike on market_word using gin (word gin_trgm_ops);

    alter table creator_course add column search_text text not null default '';
    create function note_market_words() returns trigger language plpgsql as $$
    begin
      new.search_text := lower(concat_ws(' ', new.title, array_to_string(new.tags, ' '),
        (select first_name || ' ' || last_name from account where id = new.account_id)));
      if new.status = 'published' then
        -- no names of people: the words stay when somebody goes. In one order, so that two courses published at once never wait in a circle
        insert into market_word
        select distinct word from regexp_split_to_table(lower(concat_ws(' ', new.title, array_to_string(new.tags, ' '))), '\\s+') word where char_length(word) between 2 and 60 order by word
            on conflict do nothing;
      end if;
      return new;
    end $$;
    create trigger market_words_noted before insert or update of title, tags, account_id, status, search_text on creator_course
      for each row execute function note_market_words();

    create function note_creator_name() returns trigger language plpgsql as $$
    begin
      update creator_course set search_text = '' where account_id = new.id;
      return null;
    end $$;
    create trigger creator_name_noted after update of first_name, last_name on account
      for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
      execute function note_creator_name();

    update creator_course set search_text = '';
    create index market_search on creator_course using gin (search_text gin_trgm_ops) where status = 'published';
  `);
}
