import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { StarIcon } from '#frontend/ui/feature-icons.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';

/** Related samples. */
export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="section" aria-label={title} sx={{ gap: 4 }}>
      <Typography component="h2" variant="h1">
        {title}
      </Typography>
      {children}
    </Stack>
  );
}

/** A section of the kit's page under its heading. */
export function Sample({ title, aside, children }: { readonly title: string; readonly aside?: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <SectionHeading isInner aside={aside}>
        {title}
      </SectionHeading>
      <Stack sx={{ gap: 2 }}>{children}</Stack>
    </section>
  );
}

/** Samples beside each other. */
export function Row({ children }: { readonly children: ReactNode }) {
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      {children}
    </Stack>
  );
}

/** A rating among the facts of a card. */
export function Stars({ rating }: { readonly rating: string }) {
  return (
    <>
      <StarIcon aria-hidden color="secondary" fontSize="inherit" sx={{ verticalAlign: '-0.15em' }} /> {rating}
    </>
  );
}

interface OpenerProps {
  readonly label: string;
  readonly children: (onClose: () => void) => ReactNode;
}

/** A button that opens a sample above the page. */
export function Opener({ label, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
