import { useId, type ChangeEventHandler, type FocusEventHandler, type ReactNode, type Ref } from 'react';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useTicked } from './use-ticked.ts';

interface CheckFieldProps {
  readonly label: ReactNode;
  readonly name?: string;
  /** The value, for one of several boxes with the same name. */
  readonly value?: string;
  readonly checked?: boolean;
  readonly defaultChecked?: boolean;
  readonly onChange?: ChangeEventHandler<HTMLInputElement>;
  readonly onBlur?: FocusEventHandler;
  readonly disabled?: boolean | undefined;
  readonly required?: boolean;
  /** Why the box must be ticked; its presence marks the box invalid. */
  readonly error?: string | undefined;
  /** The checkbox element; react-hook-form's `register` passes it. */
  readonly ref?: Ref<HTMLInputElement>;
}

/** A checkbox with its sentence. Works with `{...register('name')}`. */
export function CheckField({ label, ref: given, required = false, disabled, error, checked: isOn, onChange, ...control }: CheckFieldProps) {
  const id = useId();
  const { ref, ...ticked } = useTicked({ checked: isOn, onChange, ref: given });
  const links = error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id };
  return (
    <>
      <FormControlLabel
        label={label}
        disabled={disabled}
        control={<Checkbox {...control} {...ticked} slotProps={{ input: { ref, 'aria-required': required || undefined, ...links } }} />}
        // aligns the box with the first line
        sx={{ display: 'flex', alignItems: 'flex-start', paddingBlock: 0.25, '& > span:last-of-type': { paddingBlock: '9px' } }}
      />
      {error !== undefined && (
        <FormHelperText id={id} error role="alert">
          {error}
        </FormHelperText>
      )}
    </>
  );
}
