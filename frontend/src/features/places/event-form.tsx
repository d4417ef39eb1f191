import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Stack from '@mui/material/Stack';
import { EVENT_PRICE_CENTS } from '#contract/billing/catalogue.ts';
import { ATTENDEES_MAX, createEvent, DURATION, EVENT_TYPES, type LocalEvent } from '#contract/places/events.contract.ts';
import type { Position } from '#contract/places/grid.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatPrice } from '#frontend/lib/format.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { Note } from './note.tsx';
import { listWord } from './place-words.ts';
import { placesKey } from './places-queries.ts';

interface EventFormProps {
  readonly userId: string;
  /** The event's position: the centre of the map. */
  readonly at: Position;
  readonly onClose: () => void;
  readonly onDone: (event: LocalEvent) => void;
}

const EMPTY = { title: '', description: '', date: '', time: '18:00', minutes: '90', place: '', address: '', seats: '10' };

/** Creates an event at the user's position, in this device's time zone. */
export function EventForm({ userId, at, onClose, onDone }: EventFormProps) {
  const cache = useQueryClient();
  // a retry does not create a second event
  const id = useRef(randomId());
  const [said, setSaid] = useState(EMPTY);
  const [type, setType] = useState<(typeof EVENT_TYPES)[number]>(EVENT_TYPES[0]);
  const [isPaid, setPaid] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = (name: keyof typeof EMPTY) => ({
    value: said[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => setSaid((old) => ({ ...old, [name]: target.value })),
  });
  const create = useAction({
    mutationFn: () =>
      call(createEvent, {
        body: {
          event_id: id.current,
          title: said.title,
          description: said.description,
          starts_at: new Date(`${said.date}T${said.time}`).toISOString(),
          time_zone: ownTimeZone(),
          duration: Number(said.minutes),
          location_name: said.place,
          address: said.address,
          ...at,
          event_type: type,
          max_attendees: Number(said.seats),
          price_cents: isPaid ? EVENT_PRICE_CENTS : 0,
        },
      }),
    onSuccess: ({ event }) => {
      void cache.invalidateQueries({ queryKey: placesKey(userId) });
      onDone(event);
    },
    onError: (error) => setProblem(errorText(error, t('That did not work. Please try again.'))),
  });
  const submit = () => {
    const isWhole = [said.title, said.place, said.address].every((text) => text.trim() !== '');
    if (!isWhole || Number.isNaN(Date.parse(`${said.date}T${said.time}`))) setProblem(t('Please fill in all required fields'));
    else create.mutate();
  };
  return (
    <FormDialog
      title={t('Arrange an event')}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions label={t('Create the event')} isPending={create.isPending} onClose={onClose} />}
    >
      <Stack sx={{ gap: 1.5 }}>
        <TextField label={t('Title')} required maxLength={200} {...field('title')} />
        <SelectField
          label={t('Kind')}
          value={type}
          onChange={(event) => setType(EVENT_TYPES.find((one) => one === event.target.value) ?? EVENT_TYPES[0])}
          options={EVENT_TYPES.map((value) => ({ value, label: listWord(value) }))}
        />
        <TextField label={t('Description')} multiline maxLength={4_000} {...field('description')} />
        <TextField label={t('Date')} type="date" required {...field('date')} />
        <TextField label={t('Time')} required placeholder="18:00" helper={t('Hours and minutes, such as 18:00')} {...field('time')} />
        <TextField label={t('Minutes')} type="number" min={DURATION.least} max={DURATION.most} {...field('minutes')} />
        <TextField
          label={t('Place')}
          required
          maxLength={120}
          helper={t('The name people know, such as Town library')}
          {...field('place')}
        />
        <TextField label={t('Address')} required maxLength={300} {...field('address')} />
        <Note>{t('The map shows it within 500 m of your current position.')}</Note>
        <TextField label={t('Seats')} type="number" min={1} max={ATTENDEES_MAX} {...field('seats')} />
        <SelectField
          label={t('Price')}
          value={isPaid ? 'paid' : 'free'}
          onChange={(event) => setPaid(event.target.value === 'paid')}
          options={[
            { value: 'free', label: t('Free') },
            { value: 'paid', label: t('{price} a seat', { price: formatPrice(EVENT_PRICE_CENTS / 100) }) },
          ]}
        />
        {isPaid && <Note>{t('Fees are paid to the platform and refunded if you cancel the event.')}</Note>}
        <FormMessage message={problem ? { kind: 'error', text: problem } : null} />
      </Stack>
    </FormDialog>
  );
}
