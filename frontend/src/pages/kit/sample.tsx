import type { ReactNode } from 'react';
import Stack from '@mui/material/Stack';
import StarIcon from '@mui/icons-material/StarOutlined';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';

/** A part of the kit's page under its heading. */
export function Sample({ title, aside, children }: { readonly title: string; readonly aside?: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <SectionHeading aside={aside}>{title}</SectionHeading>
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
