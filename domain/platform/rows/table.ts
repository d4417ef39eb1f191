import type { Knex } from 'knex';
import type { Model } from 'objection';

/** A row of a model's table, as the driver returns it. */
export type Row<M extends Model> = Omit<M, keyof Model>;

/** What the database takes for a value: of a moment also its text, of an object its JSON. Which texts a column allows is its check's to say. */
type Taken<Value> = unknown extends Value
  ? unknown
  : Value extends string
    ? string
    : Value extends Date
      ? Date | string
      : Value extends Buffer
        ? Value
        : Value extends string[]
          ? readonly string[]
          : Value extends object
            ? Value | string
            : Value;

/** A row as statements write it: values, or SQL in their place. */
type Written<M extends Model> = {
  [Column in keyof Row<M>]?: Taken<Row<M>[Column]> | Knex.Raw | Knex.QueryBuilder;
};

/**
 * A table for Knex's `Tables`, made from its model. Statements on it know its columns: `database()('course').where({ titel })` does not
 * compile.
 */
export type Table<M extends Model> = Knex.CompositeTableType<Row<M>, Written<M>, Written<M>, Written<M>>;
