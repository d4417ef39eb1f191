import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import {
  cancelEvent,
  eventAttendees,
  eventCalendar,
  leaveEvent,
  type LocalEvent,
  joinLocalEvent,
} from '#contract/places/events.contract.ts';
import { call, callForFile } from '#frontend/lib/api-client.ts';
import { errorText, ApiError, failureText } from '#frontend/lib/api-error.ts';
import { formatDuration, formatTime } from '#frontend/lib/format.ts';
import { navigateToPayment } from '#frontend/lib/payment-address.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { ReportButton } from '#frontend/ui/report-button.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { costWord, sampleWord, directionsTo, distanceWord, eventWhen, listWord, seatsWord } from './place-words.ts';
import { Note } from './note.tsx';
import { placesKey } from './places-queries.ts';

/** LOC-12: the details of an event, with the actions available to its reader. */
export function EventCard({ userId, event }: { readonly userId: string; readonly event: LocalEvent }) {
  const { attendance } = event;
  return (
    <>
      <Note>
        <MetaLine facts={[listWord(event.event_type), eventWhen(event), formatDuration(event.duration * 60), costWord(event)]} />
      </Note>
      <Note dir="auto">
        {event.location.name}, {event.location.address}
        {event.distance_km !== null && ` · ${distanceWord(event.distance_km)}`}
      </Note>
      <Note>
        {seatsWord(event)}
        {event.organiser !== null && ` · ${t('Arranged by {name}', { name: event.organiser })}`}
        {event.is_sample && ` · ${sampleWord()}`}
      </Note>
      {event.description && (
        <p dir="auto" style={{ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {event.description}
        </p>
      )}
      {attendance?.confirmation_code && (
        <p style={{ margin: 0 }}>{t('You have a seat. Confirmation: {code}', { code: attendance.confirmation_code })}</p>
      )}
      {attendance?.state === 'waiting' && <Note>{t('You are on the waiting list.')}</Note>}
      {attendance?.held_until && (
        <Note>{t('A seat is reserved for you until {time}. Pay to confirm it.', { time: formatTime(attendance.held_until) })}</Note>
      )}
      {event.state === 'cancelled' && (
        <Note role="status">
          {event.cost > 0 && attendance ? t('This event was cancelled. Your payment will be refunded.') : t('This event was cancelled.')}
        </Note>
      )}
      {event.state === 'over' && <Note>{t('This event is over.')}</Note>}
      <EventActions userId={userId} event={event} />
    </>
  );
}

function EventActions({ userId, event }: { readonly userId: string; readonly event: LocalEvent }) {
  const cache = useQueryClient();
  const [asking, setAsking] = useState<'leave' | 'cancel' | null>(null);
  const join = useJoin(userId);
  const params = { event_id: event.event_id };
  const settled = () => {
    setAsking(null);
    void cache.invalidateQueries({ queryKey: placesKey(userId) });
  };
  const onError = (error: Error) => toast('error', errorText(error, t('That did not work. Please try again.')));
  const leave = useAction({ mutationFn: () => call(leaveEvent, { params }), onSettled: settled, onError });
  const cancel = useAction({ mutationFn: () => call(cancelEvent, { params }), onSettled: settled, onError });
  const calendar = useAction({
    mutationFn: () => callForFile(eventCalendar, { params }),
    onSuccess: ({ file, name }) => saveFile(file, name ?? 'event.ics'),
    onError,
  });
  const { attendance, is_mine: isMine, state } = event;
  const isOpen = state === 'open';
  const mayJoin = isOpen && !isMine && (attendance === null || attendance.held_until !== null);
  return (
    <ActionRow>
      {mayJoin && (
        <Button variant="contained" size="small" aria-busy={join.isPending} onClick={() => join.mutate(event.event_id)}>
          {t('Join Event')}
        </Button>
      )}
      {isOpen && attendance && (
        <Button color="inherit" size="small" onClick={() => setAsking('leave')}>
          {t('Give up my place')}
        </Button>
      )}
      <Button variant="outlined" color="inherit" size="small" aria-busy={calendar.isPending} onClick={() => calendar.mutate()}>
        {t('Add to calendar')}
      </Button>
      {!event.is_sample && (
        <Button
          component="a"
          nativeButton={false}
          role={undefined}
          variant="outlined"
          color="inherit"
          size="small"
          href={directionsTo(event.location.address)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('Get Directions')}
        </Button>
      )}
      {isMine ? <Attendees eventId={event.event_id} /> : <ReportButton type="event" id={event.event_id} about={event.title} />}
      {isMine && isOpen && (
        <Button color="inherit" size="small" onClick={() => setAsking('cancel')}>
          {t('Cancel the event')}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={asking === 'leave' ? t('Give up your place?') : t('Cancel this event?')}
          act={asking === 'leave' ? t('Give up my place') : t('Cancel the event')}
          keep={t('Keep it')}
          isPending={leave.isPending || cancel.isPending}
          onConfirm={() => (asking === 'leave' ? leave.mutate() : cancel.mutate())}
          onClose={() => setAsking(null)}
        >
          <p>
            {asking === 'cancel'
              ? t('Everyone with a seat is notified, and all payments are refunded.')
              : event.cost > 0
                ? t('The next person on the waiting list gets it. A fee you paid is refunded only if the event is cancelled.')
                : t('The next person on the waiting list gets it.')}
          </p>
        </ConfirmDialog>
      )}
    </ActionRow>
  );
}

/** The attendees, for the event's organiser. */
function Attendees({ eventId }: { readonly eventId: string }) {
  const list = useAction({
    mutationFn: () => call(eventAttendees, { params: { event_id: eventId } }),
    onError: (error) => toast('error', errorText(error, t('That did not work. Please try again.'))),
  });
  if (!list.data)
    return (
      <Button variant="outlined" color="inherit" size="small" aria-busy={list.isPending} onClick={() => list.mutate()}>
        {t('Attendees')}
      </Button>
    );
  const { attendees } = list.data;
  return attendees.length === 0 ? (
    <Note role="status">{t('No seats are taken yet.')}</Note>
  ) : (
    <ul style={{ margin: 0, flexBasis: '100%' }}>
      {attendees.map(({ name, confirmation_code: code }) => (
        <li key={code} dir="auto">
          <MetaLine facts={[name, code]} />
        </li>
      ))}
    </ul>
  );
}

/** LOC-16: joins an event, which leads to a seat, the waiting list, or the payment page; refetches the events. */
function useJoin(userId: string) {
  const cache = useQueryClient();
  const sendOnce = useSendOnce();
  return useAction({
    mutationFn: async (eventId: string) => {
      const body = { user_id: userId, event_id: eventId, origin_url: location.origin };
      const joined = await sendOnce(body, (headers) => call(joinLocalEvent, { body, headers, fallback: t('Failed to join event') }));
      if (joined.payment) await navigateToPayment(cache, joined.payment.url);
      return joined;
    },
    onSuccess: ({ status, confirmation_code: code }) => {
      if (status === 'joined') toast('success', t('Successfully joined event! Confirmation: {code}', { code: code ?? '' }));
      if (status === 'waiting') toast('info', t('You are on the waiting list. We will tell you when you get a seat.'));
    },
    onError: (error) =>
      toast(
        'error',
        error instanceof ApiError && error.status === 401
          ? t('Please log in to join events')
          : failureText(error, t('Failed to join event')),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: placesKey(userId) }),
  });
}
