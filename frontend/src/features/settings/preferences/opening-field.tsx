import { useState } from 'react';
import { chooseOpeningPlace, openingPlace, openingPlaces, type OpeningPlace } from '#frontend/lib/preferences/opening-place.ts';
import { useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';

const placeWord = (place: OpeningPlace): string =>
  ({ builder: t('AI Builder'), courses: t('My Courses'), studio: t('Creator Studio'), console: t('Console') })[place];

/** What the product opens on after a sign-in. Kept at once, for this person in this browser. */
export function OpeningField() {
  const { user } = useSession();
  return user && <Field user={user} />;
}

function Field({ user }: { readonly user: Parameters<typeof openingPlace>[0] }) {
  const [place, setPlace] = useState(() => openingPlace(user));
  return (
    <SelectField
      label={t('Open on')}
      value={place}
      options={openingPlaces(user).map((value) => ({ value, label: placeWord(value) }))}
      onChange={({ target }) => {
        const next = openingPlaces(user).find((one) => one === target.value) ?? place;
        chooseOpeningPlace(user, next);
        setPlace(next);
      }}
      helper={t('The page you see after signing in. This browser remembers it at once.')}
    />
  );
}
