import { useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { GROUP_DESCRIPTION_LENGTH, GROUP_NAME_LENGTH } from '#contract/community/groups.contract.ts';
import { useKeptText } from '#frontend/lib/drafts/persisted-text.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { CountedField } from '../counted-field.tsx';
import { useCreateGroup } from './group-queries.ts';

const Fields = styled('div')({ display: 'grid', gap: 16 });

interface NewGroupDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
  readonly onCreated: (groupId: string) => void;
}

/** Create Study Group (COM-10). What is typed is kept in this tab until it is sent. */
export function NewGroupDialog({ userId, onClose, onCreated }: NewGroupDialogProps) {
  const [name, setName] = useKeptText(`group:${userId}:name`);
  const [description, setDescription] = useKeptText(`group:${userId}:description`);
  const [isPublic, setPublic] = useState(true);
  const [groupId] = useState(randomId);
  const [isIncomplete, setIncomplete] = useState(false);
  const create = useCreateGroup(userId, (created) => {
    setName('');
    setDescription('');
    onCreated(created);
  });
  const send = () => {
    const isMissing = name.trim() === '' || description.trim() === '';
    setIncomplete(isMissing);
    if (!isMissing) create.mutate({ group_id: groupId, name, description, is_public: isPublic });
  };
  return (
    <FormDialog
      title={t('Create Study Group')}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button type="submit" variant="contained" aria-busy={create.isPending}>
            {t('Create group')}
          </Button>
          <Button color="inherit" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <Fields>
        <FormMessage message={isIncomplete ? { kind: 'error', text: t('Please fill in all required fields') } : null} />
        <CountedField label={t('Name')} required most={GROUP_NAME_LENGTH} value={name} onText={setName} />
        <CountedField
          label={t('Description')}
          required
          multiline
          minRows={4}
          most={GROUP_DESCRIPTION_LENGTH}
          value={description}
          onText={setDescription}
        />
        <SwitchField
          label={t('Public: everybody can join')}
          helper={t('Otherwise you let in each person who asks.')}
          checked={isPublic}
          onChange={({ target }) => setPublic(target.checked)}
        />
      </Fields>
    </FormDialog>
  );
}
