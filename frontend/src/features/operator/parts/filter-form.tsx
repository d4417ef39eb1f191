import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useConsoleKeys } from './console-keys.ts';

interface FilterFormProps {
  /** Names the search for screen readers. */
  readonly label: string;
  /** How many filters apply now. */
  readonly active: number;
  readonly onSend: (event: FormEvent<HTMLFormElement>) => void;
  readonly onClear: () => void;
  /** The filters that are used most. */
  readonly children: ReactNode;
  /** The others: shown on demand, and while one of them applies. */
  readonly more?: ReactNode;
  readonly isMoreActive?: boolean;
}

/** The filters of a list of the console; on a phone they unfold from a button. */
export function FilterForm({ label, active, onSend, onClear, children, more, isMoreActive = false }: FilterFormProps) {
  const [isOpen, setOpen] = useState(false);
  const [isMore, setMore] = useState(isMoreActive);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const search = () => {
    // while they are folded, none of the fields can take the focus
    flushSync(() => setOpen(true));
    form.current?.querySelector('input')?.focus();
    return true;
  };
  useConsoleKeys({ '/': search }, true);
  return (
    <>
      {/* on a phone the filters would push the list below the screen */}
      <Button
        sx={{ display: { sm: 'none' }, marginBlockEnd: 2 }}
        variant="outlined"
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {active === 0 ? t('Filters') : t('Filters ({n})', { n: formatNumber(active) })}
      </Button>
      <Box
        component="form"
        ref={form}
        id={id}
        role="search"
        aria-label={label}
        sx={{
          display: { xs: isOpen ? 'grid' : 'none', sm: 'grid' },
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 10rem), 1fr))',
          gap: '8px 12px',
          alignItems: 'end',
          marginBlockEnd: 2,
        }}
        onSubmit={(event) => {
          event.preventDefault();
          onSend(event);
        }}
      >
        {children}
        {isMore && more}
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', gridColumn: '1 / -1' }}>
          <Button type="submit" variant="contained">
            {t('Find')}
          </Button>
          {active > 0 && (
            <Button type="button" color="inherit" onClick={onClear}>
              {t('Clear')}
            </Button>
          )}
          {more !== undefined && (
            <Button type="button" color="inherit" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
              {isMore ? t('Fewer filters') : t('More filters')}
            </Button>
          )}
        </Stack>
      </Box>
    </>
  );
}
