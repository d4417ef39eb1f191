import { useId, type ReactNode } from 'react';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Typography from '@mui/material/Typography';
import { ExpandMoreIcon } from '#frontend/ui/icons.tsx';

interface FoldProps {
  readonly title: string;
  /** What is inside, in a few words at the end of the line; not on a phone, which would cut it off. */
  readonly line?: string;
  /** Whether it is open at first. */
  readonly isOpenFirst?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** Rarely needed content, folded under its title. Adjacent folds form one card. */
export function Fold({ title, line, isOpenFirst = false, onToggle, children }: FoldProps) {
  const id = useId();
  return (
    <Accordion
      defaultExpanded={isOpenFirst}
      onChange={(_event, isOpen) => onToggle?.(isOpen)}
      slotProps={{ heading: { component: 'div' }, region: { 'aria-labelledby': `${id}-title` } }}
    >
      <AccordionSummary
        id={id}
        aria-controls={`${id}-inside`}
        expandIcon={<ExpandMoreIcon />}
        slotProps={{ content: { sx: { flexWrap: 'wrap', alignItems: 'baseline', gap: '0 16px', minWidth: 0 } } }}
      >
        <span id={`${id}-title`}>{title}</span>
        {line !== undefined && (
          <Typography
            component="span"
            variant="body2"
            color="textSecondary"
            noWrap
            sx={{ display: { xs: 'none', sm: 'block' }, flex: '1 1 6rem', minWidth: 0, textAlign: 'end' }}
          >
            {line}
          </Typography>
        )}
      </AccordionSummary>
      <AccordionDetails>{children}</AccordionDetails>
    </Accordion>
  );
}
