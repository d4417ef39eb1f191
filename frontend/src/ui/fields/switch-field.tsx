import { useId, type ChangeEventHandler, type FocusEventHandler, type ReactNode, type Ref } from 'react';
import { styled } from '@mui/material/styles';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';

const Line = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 16, minHeight: 44 });
const Label = styled('label')({ fontSize: TYPE_SCALE.body, flex: 1, cursor: 'pointer', paddingBlock: 8 });
const Note = styled('div')(({ theme }) => ({ fontSize: TYPE_SCALE.small, lineHeight: 1.45, color: theme.vars.palette.text.secondary }));

// A native checkbox drawn as a track with a knob: when on, the knob is at the end and the track is filled.
const Switch = styled('input')(({ theme }) => ({
  appearance: 'none',
  flex: 'none',
  width: 40,
  height: 24,
  margin: 0,
  padding: 2,
  boxSizing: 'border-box',
  display: 'inline-flex',
  border: `2px solid ${theme.vars.palette.line.control}`,
  borderRadius: 12,
  backgroundColor: theme.vars.palette.background.paper,
  cursor: 'pointer',
  transition: 'background-color 120ms ease-out, border-color 120ms ease-out',
  '&::before': {
    content: '""',
    width: 16,
    height: 16,
    borderRadius: 8,
    backgroundColor: theme.vars.palette.line.control,
    transition: 'margin-inline-start 120ms ease-out',
    '@media (forced-colors: active)': { backgroundColor: 'ButtonText' },
    '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
  },
  '&:checked': { borderColor: theme.vars.palette.primary.main, backgroundColor: theme.vars.palette.primary.main },
  '&:checked::before': { marginInlineStart: 16, backgroundColor: theme.vars.palette.primary.contrastText },
  '&:disabled': { opacity: 0.5, cursor: 'not-allowed' },
}));

interface SwitchFieldProps {
  readonly label: ReactNode;
  readonly name?: string;
  readonly checked?: boolean;
  readonly defaultChecked?: boolean;
  readonly onChange?: ChangeEventHandler<HTMLInputElement>;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
  readonly disabled?: boolean | undefined;
  readonly helper?: ReactNode;
  /** The checkbox element; react-hook-form's `register` passes it. */
  readonly ref?: Ref<HTMLInputElement>;
}

/** A setting that is on or off, with its label at the start and its switch at the end of the line. */
export function SwitchField({ label, helper, ref, ...control }: SwitchFieldProps) {
  const id = useId();
  return (
    <div>
      <Line>
        <Label htmlFor={id}>{label}</Label>
        <Switch
          {...control}
          ref={ref}
          id={id}
          type="checkbox"
          role="switch"
          aria-describedby={helper === undefined ? undefined : `${id}-note`}
        />
      </Line>
      {helper !== undefined && <Note id={`${id}-note`}>{helper}</Note>}
    </div>
  );
}
