import { useId, type ReactNode } from 'react';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import { styled } from '@mui/material/styles';
import { RADIUS } from '#frontend/theme/tokens.ts';

// the chosen row has a background, an outline and a mark
const Row = styled(FormControlLabel)(({ theme }) => ({
  alignItems: 'flex-start',
  margin: 0,
  marginBlockStart: 8,
  padding: '6px 16px 6px 6px',
  borderRadius: RADIUS.control,
  border: `1px solid ${theme.vars.palette.line.hairline}`,
  transition: 'background-color 120ms ease-out, border-color 120ms ease-out',
  '&:hover:not(.Mui-disabled)': { borderColor: theme.vars.palette.line.control },
  '&:has(:checked)': {
    backgroundColor: theme.vars.palette.background.tint,
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
  '& > span:last-of-type': { flex: 1, minWidth: 0, paddingBlock: 9 },
}));

interface ChoiceRowProps {
  /** Shared by the rows of one group; the group element is a fieldset with a legend. */
  readonly name: string;
  /** A short accessible name; the rest of the row is its description. */
  readonly label: ReactNode;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly isDisabled?: boolean;
  readonly children?: ReactNode;
}

/** One of several options as a row: radio button, name, and description. */
export function ChoiceRow({ name, label, isChosen, onChoose, isDisabled = false, children }: ChoiceRowProps) {
  const id = useId();
  const more = children === undefined ? undefined : `${id}-more`;
  return (
    <Row
      disabled={isDisabled}
      control={
        <Radio
          name={name}
          checked={isChosen}
          onChange={onChoose}
          slotProps={{ input: { 'aria-labelledby': `${id}-label`, 'aria-describedby': more } }}
        />
      }
      label={
        <>
          <span id={`${id}-label`}>{label}</span>
          {more && <span id={more}>{children}</span>}
        </>
      }
    />
  );
}
