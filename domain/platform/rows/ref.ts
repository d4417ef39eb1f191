/** The key of a row of `Table`, which a foreign key of the column guarantees. `Key` is a number for the few tables with counted keys. */
export type Ref<_Table extends string, Key = string> = Key;
