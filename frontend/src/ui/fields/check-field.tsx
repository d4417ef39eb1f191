import { useId, type ChangeEventHandler, type FocusEventHandler, type ReactNode, type Ref } from 'react';
import { styled } from '@mui/material/styles';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';

const Line = styled('div')({ display: 'flex', alignItems: 'flex-start', gap: 10 });
const Box = styled('input')(({ theme }) => ({
  flex: 'none',
  width: 24,
  height: 24,
  margin: '8px 0 0',
  accentColor: theme.vars.palette.primary.main,
  cursor: 'pointer',
}));
const Label = styled('label')({ fontSize: TYPE_SCALE.body, lineHeight: 1.5, paddingBlock: 9, cursor: 'pointer' });

interface CheckFieldProps {
  readonly label: ReactNode;
  readonly name?: string;
  readonly checked?: boolean;
  readonly defaultChecked?: boolean;
  readonly onChange?: ChangeEventHandler<HTMLInputElement>;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
  readonly disabled?: boolean | undefined;
  readonly required?: boolean;
  /** The checkbox element; react-hook-form's `register` passes it. */
  readonly ref?: Ref<HTMLInputElement>;
}

/** A checkbox with its sentence. Works with `{...register('name')}`. */
export function CheckField({ label, ref, required = false, ...control }: CheckFieldProps) {
  const id = useId();
  return (
    <Line>
      <Box {...control} ref={ref} id={id} type="checkbox" aria-required={required || undefined} />
      <Label htmlFor={id}>{label}</Label>
    </Line>
  );
}
