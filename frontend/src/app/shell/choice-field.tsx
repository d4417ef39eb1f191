import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';

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
    <FormControl component="fieldset">
      <FormLabel component="legend">{legend}</FormLabel>
      {options.map((option) => (
        <FormControlLabel
          key={option}
          label={captionOf(option)}
          control={<Radio size="small" name={name} checked={option === chosen} onChange={() => onChoose(option)} />}
        />
      ))}
    </FormControl>
  );
}
