import type { ReactNode } from 'react';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { findOf } from './work-words.ts';

interface RunsLinkProps {
  readonly filter: RunFilter;
  readonly children: ReactNode;
  /** For screen readers, if the content is a figure or a drawing. */
  readonly label?: string;
}

/** A link from a figure to the runs behind it. */
export function RunsLink({ filter, label, children }: RunsLinkProps) {
  return (
    <TextLink to="/operator/$section" params={{ section: 'runs' }} search={{ find: findOf(filter) }} aria-label={label}>
      {children}
    </TextLink>
  );
}
