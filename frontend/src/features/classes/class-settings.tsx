import { useState } from 'react';
import Button from '@mui/material/Button';
import type { Class } from '#contract/classes/classes.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EditClassDialog } from './class-form.tsx';
import { useUpdateClass } from './class-queries.ts';
import { termWords } from './classes-view.tsx';
import { CopyClassDialog } from './copy-class-dialog.tsx';
import { lateWorkSentence } from './late-work-words.ts';

interface ClassSettingsProps {
  readonly userId: string;
  readonly group: Class;
  readonly onCopied: (classId: string) => void;
}

/** The settings of a class, its copy for the next term, and its end; each says what it does. */
export function ClassSettings({ userId, group, onCopied }: ClassSettingsProps) {
  const [open, setOpen] = useState<'edit' | 'copy' | 'end' | null>(null);
  const { archived: isOver, tokens_each: each, tokens_all: all, late_work: lateWork } = group;
  const close = () => setOpen(null);
  return (
    <RuledSection title={t('Settings')}>
      <EntryList aria-label={t('Settings')}>
        <Entry
          title={t('Name, term and rules')}
          lines={[
            lateWorkSentence[lateWork](),
            <MetaLine
              key="rules"
              facts={[
                termWords(group) || t('No term'),
                each !== null && t('{n} tokens a month per student', { n: formatNumber(each) }),
                all !== null && t('{n} tokens a month for all', { n: formatNumber(all) }),
              ]}
            />,
          ]}
          actions={
            <Button variant="outlined" color="inherit" onClick={() => setOpen('edit')}>
              {t('Change')}
            </Button>
          }
        />
        <Entry
          title={t('Next term')}
          lines={[t('The new class gets everything assigned to all of this class, with the dates moved. People are not copied.')]}
          actions={
            <Button variant="outlined" color="inherit" onClick={() => setOpen('copy')}>
              {t('Copy for the next term')}
            </Button>
          }
        />
        <Entry
          title={isOver ? t('This class has ended') : t('End of the class')}
          lines={[endWords(isOver)]}
          actions={
            <Button variant="outlined" color="inherit" onClick={() => setOpen('end')}>
              {isOver ? t('Resume') : t('End the class')}
            </Button>
          }
        />
      </EntryList>
      {open === 'edit' && <EditClassDialog userId={userId} group={group} onClose={close} />}
      {open === 'copy' && (
        <CopyClassDialog
          userId={userId}
          group={group}
          onMade={(madeId) => {
            close();
            onCopied(madeId);
          }}
          onClose={close}
        />
      )}
      {open === 'end' && <EndDialog userId={userId} group={group} onClose={close} />}
    </RuledSection>
  );
}

const endWords = (isOver: boolean): string =>
  isOver
    ? t('Its assignments and due dates count again.')
    : t('Reminders stop, and the class disappears from its students’ lists. You can resume it at any time.');

function EndDialog({ userId, group, onClose }: { readonly userId: string; readonly group: Class; readonly onClose: () => void }) {
  const update = useUpdateClass(userId, group.class_id);
  return (
    <ConfirmDialog
      title={group.archived ? t('Resume this class?') : t('End this class?')}
      act={group.archived ? t('Resume') : t('End the class')}
      isDestructive={!group.archived}
      isPending={update.isPending}
      error={
        update.error && errorText(update.error, group.archived ? t('The class could not be resumed.') : t('The class could not be ended.'))
      }
      onConfirm={() => update.mutate({ archived: !group.archived }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{endWords(group.archived)}</p>
      {!group.archived && (group.tokens_each !== null || group.tokens_all !== null) && (
        <p>{t('What its students may spend stays limited until an administrator removes the limit, or the students.')}</p>
      )}
    </ConfirmDialog>
  );
}
