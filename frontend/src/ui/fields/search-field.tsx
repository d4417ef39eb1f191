import type { ChangeEventHandler, FocusEventHandler } from 'react';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { SearchIcon } from '#frontend/ui/icons.tsx';

interface SearchFieldProps {
  /** What is searched: shown while the field is empty, and its name for screen readers. */
  readonly label: string;
  readonly name?: string;
  readonly value?: string;
  readonly defaultValue?: string | undefined;
  readonly maxLength?: number;
  readonly onChange?: ChangeEventHandler<HTMLInputElement>;
  readonly onBlur?: FocusEventHandler;
  /** As wide as its container, on a phone or in a dialog; otherwise as wide as typical search words. */
  readonly isWide?: boolean;
}

/** in a column, the width of a search in a row would become its height */
const IN_A_COLUMN = { maxHeight: '3.5rem' } as const;

/** The only search field: an icon and an input, as high as the button beside it. It grows within its row. */
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
