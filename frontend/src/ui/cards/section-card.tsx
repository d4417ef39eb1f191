import { useId, type ReactNode } from 'react';
import Card from '@mui/material/Card';
import CardActions from '@mui/material/CardActions';
import CardContent from '@mui/material/CardContent';
import CardHeader from '@mui/material/CardHeader';

interface SectionCardProps {
  readonly title: ReactNode;
  /** One sentence below the title. */
  readonly line?: ReactNode;
  /** A figure, a word, a link or a control at the end of the heading's line. */
  readonly aside?: ReactNode;
  /** Buttons below the content. */
  readonly actions?: ReactNode;
  /** The content is a list or a table, which has its own edges. */
  readonly isFlush?: boolean;
  /** Anchor for links to this section. */
  readonly id?: string;
  readonly children?: ReactNode;
}

/** A section of a screen, as a card under a heading. */
export function SectionCard({ title, line, aside, actions, isFlush = false, id, children }: SectionCardProps) {
  const headingId = useId();
  return (
    <Card component="section" aria-labelledby={headingId} id={id}>
      <CardHeader
        title={title}
        subheader={line}
        action={aside}
        slotProps={{ title: { component: 'h2', id: headingId }, subheader: { component: 'div' } }}
      />
      {children !== undefined && (isFlush ? children : <CardContent sx={{ paddingBlockStart: 0.5 }}>{children}</CardContent>)}
      {actions && <CardActions>{actions}</CardActions>}
    </Card>
  );
}
