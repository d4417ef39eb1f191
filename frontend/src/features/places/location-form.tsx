import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Stack from '@mui/material/Stack';
import type { Position } from '#contract/places/grid.ts';
import { addLocation, AMENITIES, LOCATION_DEFAULTS, LOCATION_TYPES, type StudyLocation } from '#contract/places/places.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { Note } from './note.tsx';
import { listWord } from './place-words.ts';
import { placesKey } from './places-queries.ts';

interface LocationFormProps {
  readonly userId: string;
  readonly at: Position;
  readonly onClose: () => void;
  readonly onDone: (location: StudyLocation) => void;
}

const EMPTY = { name: '', description: '', address: '', hours: '' };

/** Adds the user's current place as a study place. */
export function LocationForm({ userId, at, onClose, onDone }: LocationFormProps) {
  const cache = useQueryClient();
  // a retry does not create a second place
  const id = useRef(randomId());
  const [said, setSaid] = useState(EMPTY);
  const [type, setType] = useState<(typeof LOCATION_TYPES)[number]>(LOCATION_DEFAULTS.type);
  const [amenities, setAmenities] = useState<readonly (typeof AMENITIES)[number][]>(LOCATION_DEFAULTS.amenities);
  const [problem, setProblem] = useState<string | null>(null);
  const field = (name: keyof typeof EMPTY) => ({
    value: said[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => setSaid((old) => ({ ...old, [name]: target.value })),
  });
  const add = useAction({
    mutationFn: () => call(addLocation, { body: { location_id: id.current, ...said, ...at, type, amenities: [...amenities] } }),
    onSuccess: ({ location }) => {
      void cache.invalidateQueries({ queryKey: placesKey(userId) });
      onDone(location);
    },
    onError: (error) => setProblem(errorText(error, t('That did not work. Please try again.'))),
  });
  const submit = () => {
    if (said.name.trim() === '' || said.address.trim() === '') setProblem(t('Please fill in all required fields'));
    else add.mutate();
  };
  return (
    <FormDialog
      title={t('Add a study spot')}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions label={t('Add the place')} isPending={add.isPending} onClose={onClose} />}
    >
      <Stack sx={{ gap: 1.5 }}>
        <TextField label={t('Name')} required maxLength={120} {...field('name')} />
        <SelectField
          label={t('Kind')}
          value={type}
          onChange={(event) => setType(LOCATION_TYPES.find((one) => one === event.target.value) ?? LOCATION_DEFAULTS.type)}
          options={LOCATION_TYPES.map((value) => ({ value, label: listWord(value) }))}
        />
        <TextField label={t('Address')} required maxLength={300} {...field('address')} />
        <Note>{t('The map shows it within 500 m of your current position.')}</Note>
        <TextField label={t('Hours')} maxLength={200} placeholder={listWord(LOCATION_DEFAULTS.hours)} {...field('hours')} />
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <legend>{t('Amenities')}</legend>
          {AMENITIES.map((one) => (
            <CheckField
              key={one}
              label={listWord(one)}
              checked={amenities.includes(one)}
              onChange={(event) => setAmenities((old) => (event.target.checked ? [...old, one] : old.filter((amenity) => amenity !== one)))}
            />
          ))}
        </fieldset>
        <TextField label={t('Description')} multiline maxLength={2_000} {...field('description')} />
        <FormMessage message={problem ? { kind: 'error', text: problem } : null} />
      </Stack>
    </FormDialog>
  );
}
