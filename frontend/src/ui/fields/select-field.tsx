import type { ChangeEventHandler, FocusEventHandler, ReactNode, Ref } from 'react';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { FieldFrame } from './field-frame.tsx';

const OUTLINED = <OutlinedInput />;

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** For a label in another language, e.g. a user's title. */
  readonly dir?: 'auto';
}

/** Options under a heading. */
export interface SelectGroup {
  readonly group: string;
  readonly options: readonly SelectOption[];
}

interface SelectFieldProps {
  readonly label: string;
  readonly options: readonly (SelectOption | SelectGroup)[];
  readonly name?: string;
  readonly value?: string;
  readonly defaultValue?: string;
  readonly onChange?: ChangeEventHandler<HTMLSelectElement>;
  readonly onBlur?: FocusEventHandler;
  readonly disabled?: boolean | undefined;
  readonly required?: boolean;
  readonly helper?: ReactNode;
  readonly error?: string | undefined;
  /** The select element; react-hook-form's `register` passes it. */
  readonly ref?: Ref<HTMLSelectElement>;
}

const optionOf = ({ value, label, dir }: SelectOption) => (
  <option key={value} value={value} dir={dir}>
    {label}
  </option>
);

/** The native select: it works on phones, is light, and fully supports the keyboard. Works with `{...register('name')}`. */
export function SelectField({ label, options, required = false, helper, error, ref, ...control }: SelectFieldProps) {
  return (
    <FieldFrame label={label} isRequired={required} helper={helper} error={error}>
      {(links) => (
        <NativeSelect {...control} input={OUTLINED} inputRef={ref} inputProps={{ ...links, 'aria-required': required || undefined }}>
          {options.map((one) =>
            'group' in one ? (
              <optgroup key={one.group} label={one.group}>
                {one.options.map(optionOf)}
              </optgroup>
            ) : (
              optionOf(one)
            ),
          )}
        </NativeSelect>
      )}
    </FieldFrame>
  );
}
