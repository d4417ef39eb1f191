import { styled } from '@mui/material/styles';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';

const Group = styled('fieldset')({ margin: 0, padding: 0, border: 0 });
const Legend = styled('legend')({ padding: 0, marginBlockEnd: 4, fontSize: TYPE_SCALE.body, fontWeight: 600 });
const Choice = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 36,
  fontSize: TYPE_SCALE.body,
  cursor: 'pointer',
  '@media (pointer: coarse)': { minHeight: 44 },
  '& input': { width: 18, height: 18, margin: 0, accentColor: theme.vars.palette.primary.main },
}));

interface ChoiceFieldProps<Option extends string> {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly onChoose: (option: Option) => void;
  readonly captionOf: (option: Option) => string;
}

/** A labelled group of radio buttons in the profile menu. */
export function ChoiceField<Option extends string>(props: ChoiceFieldProps<Option>) {
  const { name, legend, options, chosen, onChoose, captionOf } = props;
  return (
    <Group>
      <Legend>{legend}</Legend>
      {options.map((option) => (
        <Choice key={option}>
          <input type="radio" name={name} checked={option === chosen} onChange={() => onChoose(option)} />
          <span>{captionOf(option)}</span>
        </Choice>
      ))}
    </Group>
  );
}
