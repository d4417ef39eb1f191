import { useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';

const Row = styled('label')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  paddingBlock: 12,
  paddingInline: '19px 12px',
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  cursor: 'pointer',
  transition: 'background-color 120ms ease-out',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    borderInlineStart: `3px solid ${theme.vars.palette.line.hairline}`,
    transition: 'border-color 120ms ease-out',
  },
  '&:hover': { backgroundColor: theme.vars.palette.background.sunken },
  // The chosen row has a margin rule, a background and a mark.
  '&:has(:checked)': { backgroundColor: theme.vars.palette.background.sunken },
  '&:has(:checked)::before': { borderColor: theme.vars.palette.primary.main },
  '&:has(:disabled)': { cursor: 'not-allowed' },
}));
const Mark = styled('input')(({ theme }) => ({
  flex: 'none',
  width: 20,
  height: 20,
  margin: '2px 0 0',
  accentColor: theme.vars.palette.primary.main,
  cursor: 'inherit',
}));
const Body = styled('span')({ flex: 1, minWidth: 0 });

interface ChoiceRowProps {
  /** Shared by the rows of one group; the group element is a fieldset with a legend. */
  readonly name: string;
  /** A short accessible name. The rest of the row is its description. */
  readonly label: ReactNode;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly isDisabled?: boolean;
  readonly children?: ReactNode;
}

/** One of several options as a ruled row: radio button, name, and description. */
export function ChoiceRow({ name, label, isChosen, onChoose, isDisabled = false, children }: ChoiceRowProps) {
  const id = useId();
  return (
    <Row>
      <Mark
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        disabled={isDisabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={children === undefined ? undefined : `${id}-more`}
      />
      <Body>
        <span id={`${id}-label`}>{label}</span>
        {children !== undefined && <span id={`${id}-more`}>{children}</span>}
      </Body>
    </Row>
  );
}
