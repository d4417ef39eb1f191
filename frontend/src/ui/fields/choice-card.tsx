import { useId, type ReactNode } from 'react';
import Card from '@mui/material/Card';
import Radio from '@mui/material/Radio';
import { styled } from '@mui/material/styles';

/** A set of cards to choose from, beside each other where there is room. */
export const ChoiceCards = styled('div')({
  display: 'grid',
  gap: 14,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 13.5rem), 1fr))',
  marginBlockStart: 10,
});

const Choice = styled(Card)(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  alignContent: 'start',
  gap: 10,
  padding: '16px 18px 18px',
  cursor: 'pointer',
  boxShadow: 'none',
  transition: 'background-color 120ms ease-out, border-color 120ms ease-out',
  '&:hover': { borderColor: theme.vars.palette.line.control },
  '&:has(:checked)': {
    backgroundColor: theme.vars.palette.background.tint,
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
  '&:has(:focus-visible)': { outline: `3px solid ${theme.vars.palette.focus.main}`, outlineOffset: 1 },
  '&:has(:disabled)': { cursor: 'default', borderColor: theme.vars.palette.line.hairline },
  // keeps the end of the first line free for the button
  '& > .MuiRadio-root': { position: 'absolute', insetBlockStart: 6, insetInlineEnd: 6 },
  '& > div > :first-of-type': { paddingInlineEnd: 32 },
})) as typeof Card;

interface ChoiceCardProps {
  /** Shared by the cards of one group; the group element is a fieldset with a legend. */
  readonly name: string;
  /** A short accessible name; the content of the card is its description. */
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

/** One of several options as a card: its content and a radio button. */
export function ChoiceCard({ name, label, isChosen, onChoose, isDisabled = false, children }: ChoiceCardProps) {
  const id = useId();
  return (
    <Choice component="label">
      <Radio
        name={name}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
        slotProps={{ input: { 'aria-label': label, 'aria-describedby': id } }}
      />
      <div id={id} style={{ display: 'grid', gap: 10 }}>
        {children}
      </div>
    </Choice>
  );
}
