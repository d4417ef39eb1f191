import type { ChangeEventHandler, FocusEventHandler } from 'react';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { SearchIcon } from '#frontend/ui/icons.tsx';

interface SearchFieldProps {
  /** What is looked through: shown while the field is empty, and its name for screen readers. */
  readonly label: string;
  readonly name?: string;
  readonly value?: string;
  readonly defaultValue?: string | undefined;
  readonly maxLength?: number;
  readonly onChange?: ChangeEventHandler<HTMLInputElement>;
  readonly onBlur?: FocusEventHandler;
  /** As wide as its place, on a phone or in a dialog; else as wide as words that people look for. */
  readonly isWide?: boolean;
}

/** What is as wide as a search in a row would be as high as that in a column. */
const IN_A_COLUMN = { maxHeight: '3.5rem' } as const;

/** The one field to search with: its icon, its words, and as high as the button beside it. It grows in the row it stands in. */
export function SearchField({ label, maxLength = 200, isWide = false, ...control }: SearchFieldProps) {
  return (
    <OutlinedInput
      {...control}
      type="search"
      data-search-field=""
      placeholder={label}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon aria-hidden fontSize="small" />
        </InputAdornment>
      }
      slotProps={{ input: { 'aria-label': label, maxLength, enterKeyHint: 'search' } }}
      sx={{
        flex: '1 1 14rem',
        width: '100%',
        minWidth: 0,
        ...IN_A_COLUMN,
        '&& > input': { paddingInlineStart: 0 },
        ...(!isWide && { maxWidth: '28rem' }),
      }}
    />
  );
}
