import type { ReactNode } from 'react';
import { FigureCard, StatSheet } from '#frontend/ui/cards/stat-sheet.tsx';

/** One figure at the top of a page. */
export interface Fact {
  readonly name: string;
  readonly figure: string;
  readonly note?: ReactNode;
}

/** The figures at the top of a page, each with its name and meaning. */
export function FactStrip({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <StatSheet>
      {facts.map((fact) => (
        <FigureCard key={fact.name} {...fact} />
      ))}
    </StatSheet>
  );
}
