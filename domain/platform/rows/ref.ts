/** The key of a row of `Table`, guaranteed by the column's foreign key. `Key` is a number for the few tables with serial keys. */
export type Ref<_Table extends string, Key = string> = Key;
