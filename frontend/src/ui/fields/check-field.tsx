import type { ChangeEventHandler, FocusEventHandler, ReactNode, Ref } from 'react';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';

interface CheckFieldProps {
  readonly label: ReactNode;
  readonly name?: string;
  /** Of one of several boxes with the same name. */
  readonly value?: string;
  readonly checked?: boolean;
  readonly defaultChecked?: boolean;
  readonly onChange?: ChangeEventHandler<HTMLInputElement>;
  readonly onBlur?: FocusEventHandler;
  readonly disabled?: boolean | undefined;
  readonly required?: boolean;
  /** The checkbox element; react-hook-form's `register` passes it. */
  readonly ref?: Ref<HTMLInputElement>;
}

/** A checkbox with its sentence. Works with `{...register('name')}` of a box that is empty at first. */
export function CheckField({ label, ref, required = false, disabled, ...control }: CheckFieldProps) {
  return (
    <FormControlLabel
      label={label}
      disabled={disabled}
      control={<Checkbox {...control} slotProps={{ input: { ref, 'aria-required': required || undefined } }} />}
      sx={{ display: 'flex', paddingBlock: 0.25 }}
    />
  );
}
