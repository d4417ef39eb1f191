import { useId, type ChangeEventHandler, type FocusEventHandler, type ReactNode, type Ref } from 'react';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useTicked } from './use-ticked.ts';

interface SwitchFieldProps {
  readonly label: ReactNode;
  readonly name?: string;
  readonly checked?: boolean;
  readonly defaultChecked?: boolean;
  readonly onChange?: ChangeEventHandler<HTMLInputElement>;
  readonly onBlur?: FocusEventHandler;
  readonly disabled?: boolean | undefined;
  readonly helper?: ReactNode;
  /** The checkbox element; react-hook-form's `register` passes it. */
  readonly ref?: Ref<HTMLInputElement>;
}

/** A setting that is on or off: its label at the start of the line, the switch at the end. */
export function SwitchField({ label, helper, ref: given, disabled, checked: isOn, onChange, ...control }: SwitchFieldProps) {
  const id = useId();
  const { ref, ...ticked } = useTicked({ checked: isOn, onChange, ref: given });
  const note = helper === undefined ? undefined : `${id}-note`;
  return (
    <div>
      <FormControlLabel
        labelPlacement="start"
        label={label}
        disabled={disabled}
        control={<Switch {...control} {...ticked} slotProps={{ input: { ref, 'aria-describedby': note } }} />}
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          gap: 2,
          minHeight: 44,
          marginInline: 0,
          // space around a label of two lines, which the help below takes back
          '& .MuiFormControlLabel-label': { flex: 1, paddingBlock: '6px' },
        }}
      />
      {note && (
        // its help belongs to its own label, not to the next one
        <FormHelperText component="div" id={note} sx={{ marginBlockStart: '-6px', paddingInlineEnd: { sm: 9 } }}>
          {helper}
        </FormHelperText>
      )}
    </div>
  );
}
