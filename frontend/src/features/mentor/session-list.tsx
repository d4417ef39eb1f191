import { useDeferredValue, useState } from 'react';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MENTOR_SEARCH_LENGTH, MENTOR_TITLE_LENGTH, type MentorSession } from '#contract/mentor/mentor.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { AddIcon } from '#frontend/ui/feature-icons.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { allSessions, useDeleteSession, useRenameSession } from './mentor-queries.ts';

interface SessionListProps {
  readonly userId: string;
  readonly current: string | undefined;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Called when the open conversation was deleted or a new one is requested. */
  readonly onNew: () => void;
}

/** All conversations: search, open, rename and delete. */
export function SessionList({ userId, current, query, onQuery, onNew }: SessionListProps) {
  const q = useDeferredValue(query.trim().slice(0, MENTOR_SEARCH_LENGTH));
  const list = useInfiniteQuery(allSessions(userId, q));
  return (
    <section aria-label={t('Conversations')}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1, marginBlockEnd: 1 }}>
        <Typography variant="h3" component="h2">
          {t('Conversations')}
        </Typography>
        <Tooltip title={t('New conversation')}>
          <IconButton aria-label={t('New conversation')} onClick={onNew}>
            <AddIcon aria-hidden />
          </IconButton>
        </Tooltip>
      </Stack>
      <SearchField
        label={t('Search conversations')}
        maxLength={MENTOR_SEARCH_LENGTH}
        value={query}
        onChange={({ target }) => onQuery(target.value)}
      />
      <PagedList
        pages={list}
        rowsOf={(page) => page.sessions}
        failed={t('The conversations could not be loaded')}
        loading={t('Loading the conversations')}
        empty={
          <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 2 }}>
            {q === '' ? t('Your conversations will be listed here.') : t('No conversation matches.')}
          </Typography>
        }
      >
        {(sessions, rows) => (
          <List ref={rows}>
            {sessions.map((session) => (
              <SessionRow
                key={session.session_id}
                userId={userId}
                session={session}
                isCurrent={session.session_id === current}
                onGone={onNew}
              />
            ))}
          </List>
        )}
      </PagedList>
    </section>
  );
}

interface SessionRowProps {
  readonly userId: string;
  readonly session: MentorSession;
  readonly isCurrent: boolean;
  readonly onGone: () => void;
}

function SessionRow({ userId, session, isCurrent, onGone }: SessionRowProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const { session_id: sessionId, title } = session;
  const close = () => setDialog(null);
  return (
    <ListItem
      disableGutters
      sx={{
        paddingInline: 1.5,
        borderRadius: `${RADIUS.control}px`,
        ...(isCurrent && { bgcolor: 'background.tint', '[data-scheme="contrast"] &': { outline: '1px solid' } }),
      }}
    >
      <ListItemText
        dir="auto"
        sx={{ overflowWrap: 'anywhere' }}
        primary={
          <TextLink
            to="/mentor"
            search={(old) => ({ ...old, session: sessionId })}
            aria-current={isCurrent ? 'true' : undefined}
            underline="hover"
            sx={{ fontWeight: 650, color: isCurrent ? undefined : 'text.primary' }}
          >
            <FormulaText text={title} dir="rtl" />
          </TextLink>
        }
        secondary={[...(session.tutor ? [t('Vortex')] : []), formatDate(session.updated_at)].join(' · ')}
      />
      <OptionsButton title={title}>
        {(anchor, onClose) => (
          <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}>
            <MenuItem onClick={() => (onClose(), setDialog('rename'))}>{t('Rename')}</MenuItem>
            <MenuItem onClick={() => (onClose(), setDialog('delete'))}>{t('Delete')}</MenuItem>
          </Menu>
        )}
      </OptionsButton>
      {dialog === 'rename' && <RenameDialog userId={userId} session={session} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteDialog
          userId={userId}
          session={session}
          onClose={close}
          onDeleted={() => {
            close();
            if (isCurrent) onGone();
          }}
        />
      )}
    </ListItem>
  );
}

interface SessionDialogProps {
  readonly userId: string;
  readonly session: MentorSession;
  readonly onClose: () => void;
}

function RenameDialog({ userId, session, onClose }: SessionDialogProps) {
  const [title, setTitle] = useState(session.title);
  const rename = useRenameSession(userId, onClose);
  const isBlank = title.trim() === '';
  return (
    <FormDialog
      title={t('Rename the conversation')}
      onClose={onClose}
      onSubmit={() => isBlank || rename.mutate({ sessionId: session.session_id, title })}
      actions={<FormActions label={t('Rename')} isDisabled={isBlank} isPending={rename.isPending} onClose={onClose} />}
    >
      <TextField
        label={t('Title')}
        value={title}
        maxLength={MENTOR_TITLE_LENGTH}
        ref={focusOnMount}
        onChange={({ target }) => setTitle(target.value)}
      />
    </FormDialog>
  );
}

function DeleteDialog({ userId, session, onClose, onDeleted }: SessionDialogProps & { readonly onDeleted: () => void }) {
  const remove = useDeleteSession(userId, onDeleted);
  return (
    <ConfirmDialog
      title={t('Delete “{title}”?', { title: session.title })}
      act={t('Delete the conversation')}
      keep={t('Keep it')}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(session.session_id)}
      onClose={onClose}
    >
      <p>{t('All of its questions and answers will be permanently deleted.')}</p>
    </ConfirmDialog>
  );
}
