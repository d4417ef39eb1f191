import { t } from '#frontend/lib/text.ts';

interface LeftAloneProps {
  readonly runs: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
}

/** The runs that an action on several runs had to skip, with the reasons. */
export function LeftAlone({ runs }: LeftAloneProps) {
  if (runs.length === 0) return null;
  return (
    <ul aria-label={t('Unchanged')}>
      {runs.map(({ id, name, reason }) => (
        <li key={id}>
          <bdi>{name}</bdi>: {reason}
        </li>
      ))}
    </ul>
  );
}
