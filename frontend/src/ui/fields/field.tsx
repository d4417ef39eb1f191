import type { ChangeEventHandler, FocusEventHandler, ReactNode, Ref } from 'react';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { FONTS, TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { FieldFrame } from './field-frame.tsx';

const Input = styled(OutlinedInput)({
  '&[data-source]': { fontFamily: FONTS.mono },
  '&[data-large] input': {
    height: 'auto',
    paddingBlock: 12,
    fontFamily: FONTS.reading,
    fontSize: TYPE_SCALE.title,
    fontWeight: 600,
    lineHeight: 1.3,
  },
  '&[data-large] input::placeholder': { fontWeight: 400 },
});

type Control = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps {
  readonly label: string;
  /** Words that something is searched for are typed into a `SearchField`. */
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'time';
  readonly name?: string;
  readonly value?: string | number;
  readonly defaultValue?: string | number;
  readonly onChange?: ChangeEventHandler<Control>;
  readonly onBlur?: FocusEventHandler<Control>;
  readonly disabled?: boolean | undefined;
  /** Can be read and copied, not changed. */
  readonly readOnly?: boolean;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly required?: boolean;
  readonly helper?: ReactNode;
  /** The validation message; its presence marks the field invalid. */
  readonly error?: string | undefined;
  readonly autoComplete?: string;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email';
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  /** Strings as react-hook-form's `register` types them. */
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
  /** Interval between valid numbers, counted from `min`; by default only whole ones are valid. */
  readonly step?: number | string | undefined;
  /** Multi-line: `minRows` lines at first, growing to `maxRows`. */
  readonly multiline?: boolean;
  readonly minRows?: number;
  readonly maxRows?: number;
  /** Source text: in letters of one width. */
  readonly isSource?: boolean;
  /** What a screen begins with: in the letters of a heading. */
  readonly isLarge?: boolean;
  /** A button at the end of the field, inside it. */
  readonly endAdornment?: ReactNode;
  /** The input element; react-hook-form's `register` passes it. */
  readonly ref?: Ref<Control>;
}

/** A text field with its label above it, its help below, and its error announced and linked. Works with `{...register('name')}`. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    required = false,
    helper,
    error,
    multiline = false,
    minRows = 2,
    maxRows,
    isSource = false,
    isLarge = false,
    endAdornment,
    ref,
    ...rest
  } = props;
  const { inputMode, minLength, maxLength, min, max, step, ...control } = rest;
  return (
    <FieldFrame label={label} isRequired={required} helper={helper} error={error}>
      {(links) => (
        <Input
          data-source={isSource || undefined}
          data-large={isLarge || undefined}
          {...control}
          {...links}
          {...(multiline && { multiline, inputComponent: 'textarea', rows: minRows })}
          inputRef={ref}
          slotProps={{
            input: {
              inputMode,
              minLength,
              maxLength,
              // not `required`: the browser's own message would be a second one, in its language
              'aria-required': required || undefined,
              ...(multiline
                ? {
                    type: undefined,
                    style: { minBlockSize: `${minRows}lh`, ...(maxRows !== undefined && { maxBlockSize: `${maxRows}lh` }) },
                  }
                : { min, max, step }),
            },
          }}
          endAdornment={endAdornment !== undefined && <InputAdornment position="end">{endAdornment}</InputAdornment>}
        />
      )}
    </FieldFrame>
  );
}
