import type { ChangeEventHandler, FocusEventHandler, ReactNode, Ref } from 'react';
import { styled } from '@mui/material/styles';
import { controlStyles } from './control-styles.ts';
import { FieldFrame } from './field-frame.tsx';

const Input = styled('input')(({ theme }) => controlStyles(theme));
// Grows with its text where the browser supports it; elsewhere it has a resize handle.
const TextArea = styled('textarea')(({ theme }) => ({
  ...controlStyles(theme),
  display: 'block',
  resize: 'vertical',
  fieldSizing: 'content',
}));
const WithEnd = styled('div')({ position: 'relative', '& > input': { paddingInlineEnd: 72 } });
const End = styled('div')({ position: 'absolute', insetBlock: 0, insetInlineEnd: 2, display: 'flex', alignItems: 'center' });

/** Height of this many lines, with the padding and border of controlStyles. */
const heightOf = (rows: number) => `calc(${rows * 1.4}em + 18px)`;

type Control = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps {
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'date' | 'time';
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
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'search';
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
  /** A button at the end of the field, inside it. */
  readonly endAdornment?: ReactNode;
  /** The input element; react-hook-form's `register` passes it. */
  readonly ref?: Ref<Control>;
}

/** A text field with its label above it, its help below, and its error announced and linked. Works with `{...register('name')}`. */
export function TextField({
  label,
  type = 'text',
  required = false,
  helper,
  error,
  multiline = false,
  minRows = 2,
  maxRows,
  endAdornment,
  ref,
  ...control
}: TextFieldProps) {
  return (
    <FieldFrame label={label} isRequired={required} helper={helper} error={error}>
      {(links) => {
        if (multiline) {
          const { min: _min, max: _max, step: _step, ...rest } = control;
          return (
            <TextArea
              {...rest}
              {...links}
              ref={ref as Ref<HTMLTextAreaElement>}
              rows={minRows}
              style={{ minHeight: heightOf(minRows), ...(maxRows !== undefined && { maxHeight: heightOf(maxRows) }) }}
            />
          );
        }
        const input = <Input {...control} {...links} ref={ref as Ref<HTMLInputElement>} type={type} />;
        return endAdornment === undefined ? (
          input
        ) : (
          <WithEnd>
            {input}
            <End>{endAdornment}</End>
          </WithEnd>
        );
      }}
    </FieldFrame>
  );
}
