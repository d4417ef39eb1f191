import type { Knex } from 'knex';
import type { Model } from 'objection';

/** A row of a model's table, as the driver returns it. */
export type Row<M extends Model> = Omit<M, keyof Model>;

/**
 * The values that the database accepts for a column: for a timestamp also its text, for an object its JSON. The column's check decides
 * which texts are allowed.
 */
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
 * A table for Knex's `Tables`, derived from its model, so that statements are checked against its columns: `database()('course').where({
 * titel })` does not compile.
 */
export type Table<M extends Model> = Knex.CompositeTableType<Row<M>, Written<M>, Written<M>, Written<M>>;
