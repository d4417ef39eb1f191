import { useEffect, useState } from 'react';
import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useConnection } from '#frontend/lib/connection.ts';
import { copyText } from '#frontend/lib/copy-text.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { actName, actText, writtenIn } from '#frontend/lib/outbox/act-words.ts';
import { dismissAct, isKeptOnDevice, retryAct, sendNow, useSentAt, useWaitingActs, type WaitingAct } from '#frontend/lib/outbox/outbox.ts';
import { t } from '#frontend/lib/text.ts';
import { CloudOffIcon, CloudSyncIcon } from '#frontend/ui/feature-icons.tsx';
import { CheckIcon } from '#frontend/ui/icons.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { Panel } from '#frontend/ui/panel.tsx';

/** How old an act must be to be shown as waiting, in ms: all others are on their way. */
const WAITS_FROM_MS = 4_000;
/** How long the sign says that everything was sent, in ms. */
const SENT_MS = 8_000;

interface State {
  readonly waiting: readonly WaitingAct[];
  readonly refused: readonly WaitingAct[];
  readonly canReach: boolean;
  readonly wasSent: boolean;
}

/** Returns the time, which moves on at the given moments, in ms. */
function useNowAt(moments: readonly number[]): number {
  const [now, setNow] = useState(Date.now);
  const next = Math.min(...moments.filter((moment) => moment > now));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()) + 1);
    return () => clearTimeout(timer);
  }, [next]);
  return now;
}

function useOutboxState(): State {
  const acts = useWaitingActs();
  const canReach = useConnection();
  const sentAt = useSentAt();
  const shownAt = acts.map(({ at }) => Date.parse(at) + WAITS_FROM_MS);
  const now = useNowAt([...shownAt, (sentAt ?? 0) + SENT_MS]);
  return {
    waiting: acts.filter(({ refusal }, place) => refusal === null && (!canReach || shownAt[place]! <= now)),
    refused: acts.filter(({ refusal }) => refusal !== null),
    canReach,
    wasSent: sentAt !== null && now < sentAt + SENT_MS,
  };
}

/** What the sign says, in one sentence; empty when there is nothing to say. */
function signWords({ waiting, refused, canReach, wasSent }: State): string {
  if (refused.length > 0)
    return t('{n, plural, one {# change could not be saved} other {# changes could not be saved}}', { n: refused.length });
  const [first] = waiting;
  if (first)
    return t('{n, plural, one {# change waits on this device since {when}} other {# changes wait on this device since {when}}}', {
      n: waiting.length,
      when: formatWhen(first.at),
    });
  if (!canReach) return t('No connection');
  return wasSent ? t('Everything has been sent') : '';
}

/** The one quiet sign of what has not reached the server: how much waits, since when, and that it was sent. Shown only while it has to say something. */
export default function OutboxSign() {
  const state = useOutboxState();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const words = signWords(state);
  const count = state.refused.length + state.waiting.length;
  const Icon = count === 0 && state.canReach ? CheckIcon : state.canReach ? CloudSyncIcon : CloudOffIcon;
  if (words === '' && anchor === null) return null;
  return (
    <>
      <IconButton
        aria-label={words || t('Changes on this device')}
        title={words}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Badge
          badgeContent={count || null}
          max={99}
          color={state.refused.length > 0 ? 'error' : 'secondary'}
          slotProps={{ badge: { 'aria-hidden': true } }}
        >
          <Icon />
        </Badge>
      </IconButton>
      {anchor && <OutboxPanel state={state} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}

interface OutboxPanelProps {
  readonly state: State;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

function OutboxPanel({ state, anchor, onClose }: OutboxPanelProps) {
  const { waiting, refused, canReach } = state;
  const [isLasting, setLasting] = useState(true);
  useEffect(() => {
    let isGone = false;
    void isKeptOnDevice().then((lasts) => isGone || setLasting(lasts));
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <Panel label={t('Changes on this device')} anchor={anchor} onClose={onClose}>
      <Stack sx={{ gap: 1.5 }}>
        <Typography variant="h3" component="h2">
          {signWords(state) || t('Everything has been sent')}
        </Typography>
        {!canReach && (
          <Typography color="textSecondary">
            {t('You can go on learning. Writing courses, the mentor and search need a connection.')}
          </Typography>
        )}
        {refused.length > 0 && (
          <EntryList aria-label={t('Could not be saved')}>
            {refused.map((act) => (
              <Entry
                key={act.seq}
                title={actText(act)}
                lines={[act.refusal, writtenIn(act), formatWhen(act.at)].filter(Boolean)}
                actions={
                  <>
                    {writtenIn(act) !== '' && (
                      <Button color="inherit" onClick={() => copyText(writtenIn(act))}>
                        {t('Copy the text')}
                      </Button>
                    )}
                    <Button color="inherit" onClick={() => void retryAct(act)}>
                      {t('Retry')}
                    </Button>
                    <Button color="inherit" onClick={() => void dismissAct(act)}>
                      {t('Remove')}
                    </Button>
                  </>
                }
              />
            ))}
          </EntryList>
        )}
        {waiting.length > 0 && (
          <>
            <Typography color="textSecondary">
              {isLasting
                ? t('They are sent by themselves when there is a connection, and count for the time at which you made them.')
                : t('This browser stores nothing: keep this tab open until they are sent.')}
            </Typography>
            <EntryList aria-label={t('Waiting')}>
              {waiting.map((act) => (
                <Entry key={act.seq} title={actName(act)} lines={[writtenIn(act), formatWhen(act.at)].filter(Boolean)} />
              ))}
            </EntryList>
            <Button variant="outlined" color="inherit" onClick={sendNow}>
              {t('Send now')}
            </Button>
          </>
        )}
      </Stack>
    </Panel>
  );
}
