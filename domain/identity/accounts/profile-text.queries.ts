import type { Row } from '#domain/platform/rows/table.ts';
import { ACCOUNT_COLUMNS, type Column } from './account-columns.ts';
import type { Account } from './account.model.ts';

type Columns = typeof ACCOUNT_COLUMNS;
type ProfileColumn = { [C in Column]: Columns[C] extends { readonly inProfile: true } ? C : never }[Column];
/** The texts of a profile. */
export type ProfileTexts = Pick<Row<Account>, ProfileColumn>;

export const PROFILE_COLUMNS = (Object.keys(ACCOUNT_COLUMNS) as Column[]).filter(
  (column): column is ProfileColumn => (ACCOUNT_COLUMNS[column] as { readonly inProfile?: boolean }).inProfile === true,
);

/** Returns a profile as one text, as moderators and the services that judge texts read it: the name, and a paragraph for each other text. */
export function profileText({ first_name, last_name, ...texts }: ProfileTexts): string {
  const paragraphs = PROFILE_COLUMNS.flatMap((column) => (column in texts ? [texts[column as keyof typeof texts]] : []));
  return [`${first_name} ${last_name}`, ...paragraphs].join('\n\n').trim();
}
