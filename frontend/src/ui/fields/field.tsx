import type { ChangeEventHandler, FocusEventHandler, ReactNode, Ref } from 'react';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { FONTS, TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { FieldFrame } from './field-frame.tsx';

const Input = styled(OutlinedInput)(({ theme }) => ({
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
  // a placeholder that would be cut off on a phone is shown below the field there
  [theme.breakpoints.down('sm')]: { '&[data-long-example] input::placeholder': { color: 'transparent' } },
}));

/** Characters of a placeholder that fit into a field on a phone, also in heading type. */
const SHORT_EXAMPLE = 24;

type Control = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps {
  readonly label: string;
  /** A search uses a `SearchField` instead. */
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'time';
  readonly name?: string;
  readonly value?: string | number;
  readonly defaultValue?: string | number;
  readonly onChange?: ChangeEventHandler<Control>;
  readonly onBlur?: FocusEventHandler<Control>;
  readonly disabled?: boolean | undefined;
  /** Can be read and copied, but not changed. */
  readonly readOnly?: boolean;
  /** An example of the input; on a phone a long one is shown below the field. */
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
  /** Interval between valid numbers, counted from `min`; by default only whole numbers are valid. */
  readonly step?: number | string | undefined;
  /** Multi-line: `minRows` lines at first, growing to `maxRows`. */
  readonly multiline?: boolean;
  readonly minRows?: number;
  readonly maxRows?: number;
  /** The address of a page: left to right in every language. */
  readonly isAddress?: boolean;
  /** Source text: in a monospaced font. */
  readonly isSource?: boolean;
  /** The first field of a screen: in heading type. */
  readonly isLarge?: boolean;
  /** A button inside the field, at its end. */
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
    isAddress = false,
    isSource = false,
    isLarge = false,
    endAdornment,
    ref,
    ...rest
  } = props;
  const { inputMode, minLength, maxLength, min, max, step, ...control } = rest;
  const isLong = !multiline && (control.placeholder?.length ?? 0) > SHORT_EXAMPLE;
  return (
    <FieldFrame
      label={label}
      isRequired={required}
      helper={isLong ? <WithExample example={control.placeholder}>{helper}</WithExample> : helper}
      error={error}
    >
      {(links) => (
        <Input
          data-source={isSource || undefined}
          data-large={isLarge || undefined}
          data-long-example={isLong || undefined}
          {...control}
          {...links}
          {...(multiline && { multiline, inputComponent: 'textarea', rows: minRows })}
          inputRef={ref}
          slotProps={{
            input: {
              inputMode: isAddress ? 'url' : inputMode,
              dir: isAddress ? 'ltr' : undefined,
              minLength,
              maxLength,
              // not `required`: the browser would add its own message, in its own language
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

interface WithExampleProps {
  readonly example: string | undefined;
  readonly children: ReactNode;
}

/** The help of a field; on a phone, the example before it. */
const WithExample = ({ example, children }: WithExampleProps) => (
  <>
    <Box component="span" sx={{ display: { xs: 'block', sm: 'none' } }}>
      {example}
    </Box>
    {children}
  </>
);
