import { useId, type ReactNode } from 'react';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';

/** Attributes that link a control to its label and note. */
export interface ControlLinks {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
}

interface FieldFrameProps {
  readonly label: string;
  readonly isRequired: boolean;
  readonly helper: ReactNode;
  /** The validation message; it replaces the help text. */
  readonly error: string | undefined;
  readonly children: (links: ControlLinks) => ReactNode;
}

/** Label above, control, and below it the help or the error, announced and linked. A word marks required fields. */
export function FieldFrame({ label, isRequired, helper, error, children }: FieldFrameProps) {
  const id = useId();
  const note = error ?? helper;
  return (
    <FormControl fullWidth error={error !== undefined}>
      <FormLabel htmlFor={id} sx={{ marginBlockEnd: 0.5 }}>
        {label}
        {isRequired && (
          <Typography component="span" variant="body2" color="textSecondary">
            {' '}
            {t('(required)')}
          </Typography>
        )}
      </FormLabel>
      {children({ id, 'aria-describedby': note === undefined ? undefined : `${id}-note` })}
      {note !== undefined && (
        <FormHelperText component="div" id={`${id}-note`} role={error === undefined ? undefined : 'alert'}>
          {note}
        </FormHelperText>
      )}
    </FormControl>
  );
}
