import { OPENING_PLACES, type OpeningPlace } from '#contract/identity/opening-place.ts';
import { openingPlace, openingPlaces } from '#frontend/lib/preferences/opening-place.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';

const placeWord = (place: OpeningPlace): string =>
  ({ builder: t('AI Builder'), courses: t('My Courses'), studio: t('Creator Studio'), console: t('Console') })[place];

interface OpeningFieldProps {
  /** null: never chosen. */
  readonly value: OpeningPlace | null;
  readonly onChange: (place: OpeningPlace) => void;
}

/** What the product opens on after a sign-in. */
export function OpeningField({ value, onChange }: OpeningFieldProps) {
  const { roles } = useUser();
  const opener = { roles, ...(value && { opens_on: value }) };
  return (
    <SelectField
      label={t('Open on')}
      value={openingPlace(opener)}
      options={openingPlaces(opener).map((place) => ({ value: place, label: placeWord(place) }))}
      onChange={({ target }) => onChange(OPENING_PLACES.find((place) => place === target.value)!)}
      helper={t('The page you see after signing in.')}
    />
  );
}
