import type { AgeChange, ConsolePerson } from '#contract/operator/people.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { Mark, Quiet } from '../parts/console-table.tsx';

/** A person's year of birth, and who changed it, or tried to: whoever tries to be older may be a child. */
export function AgeFacts({ person: { birth_year: year, age_changes: changes } }: { readonly person: ConsolePerson }) {
  return (
    <>
      {year !== null && (
        <>
          {' '}
          <Quiet>{t('born in {year}', { year: String(year) })}</Quiet>
        </>
      )}
      {changes.map((change) => (
        <div key={`${change.at} ${change.by}`}>
          {change.by === 'refused' ? <Mark>{changeWords(change)}</Mark> : <Quiet>{changeWords(change)}</Quiet>}
        </div>
      ))}
    </>
  );
}

function changeWords({ at, by, from, to }: AgeChange): string {
  const values = { day: formatDate(at), from: bandWord(from), to: bandWord(to) };
  if (by === 'refused') return t('{day}: tried to be older, refused ({from} → {to})', values);
  if (by === 'parent') return t('{day}: a parent changed the year ({from} → {to})', values);
  return t('{day}: an operator changed the year ({from} → {to})', values);
}

const bandWord = (band: AgeChange['from']): string =>
  ({ unknown: t('not given'), child: t('under 13'), minor: t('13 to 17'), adult: t('18 or older') })[band];
