import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { getAccount } from '#contract/identity/account.contract.ts';
import { saveSettings, takeReminderQuestion } from '#contract/settings/settings.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { readStoredChoice, writeStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';
import { timeOf } from '#frontend/lib/calendar.ts';
import { formatTime } from '#frontend/lib/format.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { isPushWanted } from '#frontend/lib/push-choice.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { pushState, subscribeToPush, supportsPush } from '../push/push-subscription.ts';

/** The account of this browser that needs not be asked about again. */
const ASKED = 'reminder_asked_of';
const QUARTER_MS = 900_000;

/** How reminders reach the learner: in this browser, by email, by email once the address is confirmed, or only in the list of notifications. */
type Way = 'browser' | 'email' | 'unconfirmed' | 'list';

/** Returns the nearest quarter of an hour. */
const nearestQuarter = (): Date => new Date(Math.round(Date.now() / QUARTER_MS) * QUARTER_MS);

/**
 * The one question whether the learner wants a daily reminder at this hour. The server says once per account that it is to be asked.
 * @returns `ask`, to be called when a lesson has ended; whether the question is being asked for or shown; and the question
 */
export function useReminderQuestion(userId: string): { readonly ask: () => void; readonly isOpen: boolean; readonly question: ReactNode } {
  const [isShown, setShown] = useState(false);
  const taking = useAction({
    mutationFn: () => call(takeReminderQuestion, {}),
    onSuccess: ({ is_asked: isAsked }) => {
      writeStoredChoice(ASKED, userId);
      setShown(isAsked);
    },
  });
  return {
    ask: () => {
      if (readStoredChoice(ASKED) !== userId) taking.mutate();
    },
    isOpen: taking.isPending || isShown,
    question: isShown ? <ReminderQuestion userId={userId} /> : null,
  };
}

/** The question for a screen that is itself the end of a lesson. Renders nothing if it is not to be asked. */
export function ReminderAtEnd({ userId }: { readonly userId: string }) {
  const { ask, question } = useReminderQuestion(userId);
  const askNow = useEffectEvent(ask);
  useEffect(() => askNow(), []);
  return question;
}

/** The question and, in its place, what became of it. */
function ReminderQuestion({ userId }: { readonly userId: string }) {
  const [time] = useState(nearestQuarter);
  const [isDeclined, setDeclined] = useState(false);
  const shown = formatTime(time.toISOString());
  const accept = useAction({
    mutationFn: async (): Promise<Way> => {
      // the browser asks for its permission first, while the press still counts as one
      const isPushed = await turnOnPush();
      await call(saveSettings, {
        body: {
          user_id: userId,
          notifications: { course_reminders: true },
          reminder_time: timeOf(time),
          time_zone: ownTimeZone(),
        },
      });
      return isPushed ? 'browser' : mailWay();
    },
  });
  const failure = accept.error && errorText(accept.error, t('The reminder could not be turned on.'));
  if (accept.data || isDeclined)
    return (
      <Typography role="status" variant="body2">
        {accept.data ? wayText(accept.data, shown) : t('No reminders, then. You can turn them on in your settings.')}
      </Typography>
    );
  return (
    <Stack role="group" aria-label={t('Reminder')} sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Typography variant="subtitle1" component="p">
        {t('Shall we remind you at {time} tomorrow and on the days after?', { time: shown })}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t('Silently, and only on days on which you have not learned yet. One press stops it.')}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="outlined" color="inherit" aria-busy={accept.isPending} onClick={() => accept.mutate()}>
          {t('Remind me')}
        </Button>
        <Button color="inherit" onClick={() => setDeclined(true)}>
          {t('No reminders')}
        </Button>
      </Stack>
      <FormMessage message={failure ? { kind: 'error', text: failure } : null} />
    </Stack>
  );
}

/** Has this browser show reminders; false if it cannot, or the learner does not let it. */
async function turnOnPush(): Promise<boolean> {
  if (!supportsPush() || !isPushWanted() || Notification.permission === 'denied') return false;
  try {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return false;
    const { public_key: key, subscription } = await pushState();
    const { subscription: stored } = await subscribeToPush(key, { runs: false, replies: false, ...subscription, reminders: true });
    return stored?.reminders === true;
  } catch {
    // an email comes instead
    return false;
  }
}

async function mailWay(): Promise<Way> {
  try {
    const account = await call(getAccount, {});
    if (!account.mail_configured) return 'list';
    return account.email_verified ? 'email' : 'unconfirmed';
  } catch {
    return 'email';
  }
}

const wayText = (way: Way, time: string): string =>
  ({
    browser: t('Reminders come at {time}, in this browser.', { time }),
    email: t('Reminders come at {time}, by email.', { time }),
    unconfirmed: t('Reminders come at {time}, by email once you have confirmed your address.', { time }),
    list: t('Reminders come at {time}, in your notifications here.', { time }),
  })[way];
