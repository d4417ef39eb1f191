import { useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';

const Label = styled('label')({ display: 'block', marginBlockEnd: 4, fontSize: TYPE_SCALE.body, fontWeight: 600 });
const Mark = styled('span')(({ theme }) => ({ fontWeight: 400, color: theme.vars.palette.text.secondary }));
const Note = styled('div')(({ theme }) => ({
  marginBlockStart: 4,
  fontSize: TYPE_SCALE.small,
  lineHeight: 1.45,
  color: theme.vars.palette.text.secondary,
  '&[data-error]': { color: theme.vars.palette.error.main },
}));

/** Attributes that link a control to its label and note. */
export interface ControlLinks {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

interface FieldFrameProps {
  readonly label: string;
  readonly isRequired: boolean;
  readonly helper: ReactNode;
  /** The validation message; it replaces the help text. */
  readonly error: string | undefined;
  readonly children: (links: ControlLinks) => ReactNode;
}

/** Label above, control, and below it the help or the error, announced and linked. Required fields are marked by a word. */
export function FieldFrame({ label, isRequired, helper, error, children }: FieldFrameProps) {
  const id = useId();
  const note = error ?? helper;
  return (
    <div>
      <Label htmlFor={id}>
        {label}
        {isRequired && <Mark> {t('(required)')}</Mark>}
      </Label>
      {children({
        id,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': isRequired || undefined,
      })}
      {note !== undefined && (
        <Note id={`${id}-note`} data-error={error === undefined ? undefined : ''} role={error === undefined ? undefined : 'alert'}>
          {note}
        </Note>
      )}
    </div>
  );
}
