import { useId, type ChangeEventHandler, type FocusEventHandler, type ReactNode, type Ref } from 'react';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';

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
  /** Why it must be ticked; its presence marks the box invalid. */
  readonly error?: string | undefined;
  /** The checkbox element; react-hook-form's `register` passes it. */
  readonly ref?: Ref<HTMLInputElement>;
}

/** A checkbox with its sentence. Works with `{...register('name')}` of a box that is empty at first. */
export function CheckField({ label, ref, required = false, disabled, error, ...control }: CheckFieldProps) {
  const id = useId();
  const links = error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id };
  return (
    <>
      <FormControlLabel
        label={label}
        disabled={disabled}
        control={<Checkbox {...control} slotProps={{ input: { ref, 'aria-required': required || undefined, ...links } }} />}
        sx={{ display: 'flex', paddingBlock: 0.25 }}
      />
      {error !== undefined && (
        <FormHelperText id={id} error role="alert">
          {error}
        </FormHelperText>
      )}
    </>
  );
}
