import { useState } from 'react';
import Stack from '@mui/material/Stack';
import { GROUP_DESCRIPTION_LENGTH, GROUP_NAME_LENGTH, type StudyGroup } from '#contract/community/groups.contract.ts';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { useStoredText } from '#frontend/lib/drafts/persisted-text.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { AgeDialog } from '../age-dialog.tsx';
import { CountedField } from '#frontend/ui/fields/counted-field.tsx';
import { useCreateGroup, useEditGroup } from './group-queries.ts';

interface NewGroupDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
  readonly onCreated: (groupId: string) => void;
}

/** Create Study Group (COM-10). The typed text stays in this tab until it is sent. */
export function NewGroupDialog({ userId, onClose, onCreated }: NewGroupDialogProps) {
  const [name, setName] = useStoredText(`group:${userId}:name`);
  const [description, setDescription] = useStoredText(`group:${userId}:description`);
  const [isPublic, setPublic] = useState(true);
  const [groupId] = useState(randomId);
  const create = useCreateGroup(userId, (created) => {
    setName('');
    setDescription('');
    onCreated(created);
  });
  const refusal = useAgeRefusal(userId, 'chat_with_strangers');
  if (refusal !== null) return <AgeDialog title={t('Create Study Group')} refusal={refusal} onClose={onClose} />;
  return (
    <GroupForm
      title={t('Create Study Group')}
      action={t('Create group')}
      said={{ name, description, isPublic }}
      onName={setName}
      onDescription={setDescription}
      onPublic={setPublic}
      isPending={create.isPending}
      onSend={() => create.mutate({ group_id: groupId, name, description, is_public: isPublic })}
      onClose={onClose}
    />
  );
}

/** Edits one of the reader's groups. */
export function EditGroupDialog({
  userId,
  group,
  onClose,
}: {
  readonly userId: string;
  readonly group: StudyGroup;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(group.name);
  const [description, setDescription] = useState(group.description);
  const [isPublic, setPublic] = useState(group.is_public);
  const edit = useEditGroup(userId, group.group_id, onClose);
  return (
    <GroupForm
      title={t('Change the group')}
      action={t('Save')}
      said={{ name, description, isPublic }}
      onName={setName}
      onDescription={setDescription}
      onPublic={setPublic}
      isPending={edit.isPending}
      onSend={() => edit.mutate({ name, description, is_public: isPublic })}
      onClose={onClose}
    />
  );
}

interface GroupFormProps {
  readonly title: string;
  /** Caption of the submit button. */
  readonly action: string;
  readonly said: { readonly name: string; readonly description: string; readonly isPublic: boolean };
  readonly onName: (name: string) => void;
  readonly onDescription: (description: string) => void;
  readonly onPublic: (isPublic: boolean) => void;
  readonly isPending: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

function GroupForm({ title, action, said, onName, onDescription, onPublic, isPending, onSend, onClose }: GroupFormProps) {
  const [isIncomplete, setIncomplete] = useState(false);
  const send = () => {
    const isMissing = said.name.trim() === '' || said.description.trim() === '';
    setIncomplete(isMissing);
    if (!isMissing && !isPending) onSend();
  };
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={send}
      actions={<FormActions label={action} isPending={isPending} onClose={onClose} />}
    >
      <Stack sx={{ gap: 2 }}>
        <FormMessage message={isIncomplete ? { kind: 'error', text: t('Please fill in all required fields') } : null} />
        <CountedField label={t('Name')} required most={GROUP_NAME_LENGTH} value={said.name} onText={onName} />
        <CountedField
          label={t('Description')}
          required
          multiline
          minRows={4}
          most={GROUP_DESCRIPTION_LENGTH}
          value={said.description}
          onText={onDescription}
        />
        <SwitchField
          label={t('Public: anyone can join')}
          helper={t('Otherwise, you approve each request to join.')}
          checked={said.isPublic}
          onChange={({ target }) => onPublic(target.checked)}
        />
      </Stack>
    </FormDialog>
  );
}
