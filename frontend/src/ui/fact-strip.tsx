import { FigureCard, StatRow } from '#frontend/ui/cards/stat-row.tsx';

/** One figure at the top of a page. */
export interface Fact {
  readonly name: string;
  readonly figure: string;
  readonly note?: string;
}

/** The figures at the top of a page, each with its name and meaning. */
export function FactStrip({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <StatRow>
      {facts.map((fact) => (
        <FigureCard key={fact.name} {...fact} />
      ))}
    </StatRow>
  );
}
