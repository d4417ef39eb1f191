import { useId, useState, type FormEvent, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

// on a phone the filters would push the list below the screen
const Toggle = styled(Button)(({ theme }) => ({ marginBlockEnd: 16, [theme.breakpoints.up('sm')]: { display: 'none' } }));
const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 10rem), 1fr))',
  gap: '8px 12px',
  alignItems: 'end',
  marginBlockEnd: 16,
  [theme.breakpoints.down('sm')]: { '&:not([data-open])': { display: 'none' } },
}));

interface FilterFormProps {
  /** Names the search for screen readers. */
  readonly label: string;
  /** How many filters apply now. */
  readonly active: number;
  readonly onSend: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}

/** The filters of a list of the console; on a phone they unfold from a button. */
export function FilterForm({ label, active, onSend, children }: FilterFormProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Toggle variant="outlined" color="inherit" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {active === 0 ? t('Filters') : t('Filters ({n})', { n: formatNumber(active) })}
      </Toggle>
      <Form
        id={id}
        role="search"
        aria-label={label}
        data-open={isOpen ? '' : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          onSend(event);
        }}
      >
        {children}
      </Form>
    </>
  );
}
