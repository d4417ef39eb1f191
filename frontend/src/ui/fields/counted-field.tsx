import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField, type TextFieldProps } from '#frontend/ui/fields/field.tsx';

interface CountedFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'helper' | 'maxLength'> {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly most: number;
  readonly help?: string;
}

/** A field with limited length (G45) and a character counter. */
export function CountedField({ value, onText, most, help, ...field }: CountedFieldProps) {
  const counted = t('{n} of {most} characters', { n: formatNumber(value.length), most: formatNumber(most) });
  return (
    <TextField
      {...field}
      value={value}
      maxLength={most}
      onChange={({ target }) => onText(target.value)}
      helper={help === undefined ? counted : `${help} ${counted}`}
    />
  );
}
