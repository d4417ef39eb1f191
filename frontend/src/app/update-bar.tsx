import { useEffect, useState } from 'react';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { createNote } from '#contract/notes/notes.contract.ts';
import { completeLesson } from '#contract/progress/progress.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { queryClient } from '#frontend/lib/query-client.ts';
import { readSession, subscribeSession } from '#frontend/lib/session/token-store.ts';
import { toast } from '#frontend/lib/toast.ts';
import { readOffline, takeUpdate } from '#frontend/worker/read-offline.ts';
import { t } from '#frontend/lib/text.ts';
import { removeAction, queuedActions, type QueuedAction } from '../lib/outbox/outbox.ts';

/** Installs the service worker for offline reading, sends queued actions, and asks before activating a new version of the app. */
export default function UpdateBar() {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    // in development a cached bundle would hide changes
    if (import.meta.env.PROD) void readOffline(() => setWaiting(true));
    deliverWhenOnline();
  }, []);
  if (!isWaiting) return null;
  return (
    <Snackbar
      open
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      role="status"
      slotProps={{ content: { role: 'none' } }}
      message={t('A newer version is ready.')}
      action={
        <>
          <Button color="inherit" onClick={() => void takeUpdate()}>
            {t('Reload')}
          </Button>
          <Button color="inherit" onClick={() => setWaiting(false)}>
            {t('Later')}
          </Button>
        </>
      }
    />
  );
}

/** Sends the queued actions now, and whenever the connection returns or a user signs in. Call once per document. */
function deliverWhenOnline(): void {
  const deliver = () => void oneTabOnly(sendQueuedActions);
  addEventListener('online', deliver);
  let person = readSession().user?.user_id;
  subscribeSession(() => {
    const now = readSession().user?.user_id;
    if (now !== person) deliver();
    person = now;
  });
  deliver();
}

const oneTabOnly = (work: () => Promise<void>): Promise<void> => ('locks' in navigator ? navigator.locks.request('outbox', work) : work());

/**
 * Sends the queued actions in the order they were made. The server applies each once, however often it arrives. A rejected action is
 * reported and dropped; while the server is unreachable, the rest stays queued.
 */
export async function sendQueuedActions(): Promise<void> {
  const userId = readSession().user?.user_id;
  if (userId === undefined || !navigator.onLine) return;
  let sent = 0;
  for (const act of queuedActions(userId)) {
    const outcome = await send(userId, act);
    if (outcome === 'later') break;
    removeAction(userId, act);
    if (outcome === 'sent') sent += 1;
  }
  if (sent === 0) return;
  toast('success', t('Your offline changes have been sent.'));
  await queryClient.invalidateQueries();
}

async function send(userId: string, act: QueuedAction): Promise<'sent' | 'refused' | 'later'> {
  const { courseId: course_id, lessonId: lesson_id } = act;
  try {
    if (act.kind === 'lesson') await call(completeLesson, { body: { user_id: userId, course_id, lesson_id } });
    else await call(createNote, { body: { note_id: act.noteId, course_id, lesson_id, passage: act.passage, text: act.text } });
    return 'sent';
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    const isFinal = status === 400 || status === 403 || status === 404 || status === 409 || status === 422;
    if (!isFinal) return 'later';
    // the text of a rejected note is the user's own, so it is shown once more before it is dropped
    toast(
      'error',
      act.kind === 'note'
        ? t('A note could not be saved: {text}', { text: act.text || (act.passage?.quote ?? '') })
        : t('Failed to mark lesson as complete'),
    );
    return 'refused';
  }
}
