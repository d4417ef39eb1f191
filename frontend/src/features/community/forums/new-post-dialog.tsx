import { useState } from 'react';
import Stack from '@mui/material/Stack';
import { FORUM_IDS, POST_LENGTH, TITLE_LENGTH, type ForumId } from '#contract/community/forums.contract.ts';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { useStoredText } from '#frontend/lib/drafts/persisted-text.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { AgeDialog } from '../age-dialog.tsx';
import { CountedField } from '#frontend/ui/fields/counted-field.tsx';
import { useCreatePost } from '../community-queries.ts';
import { forumWords, isForum } from './forum-words.ts';

interface NewPostDialogProps {
  readonly userId: string;
  readonly forum?: ForumId | undefined;
  /** The group to post in, instead of a forum. */
  readonly groupId?: string | undefined;
  /** The lesson that the post is about. */
  readonly lesson?: { readonly course_id: string; readonly lesson_id: string; readonly title: string } | undefined;
  readonly onClose: () => void;
  readonly onCreated: (postId: string) => void;
}

/** Start New Discussion (COM-06, COM-07). The typed text stays in this tab until it is sent. */
export function NewPostDialog({ userId, forum, groupId, lesson, onClose, onCreated }: NewPostDialogProps) {
  const draft = `post:${userId}:${groupId ?? lesson?.lesson_id ?? 'forum'}`;
  const [title, setTitle] = useStoredText(`${draft}:title`);
  const [content, setContent] = useStoredText(`${draft}:content`);
  const [category, setCategory] = useState<ForumId>(forum ?? (lesson ? 'learning' : 'general'));
  const [postId] = useState(randomId);
  const [isIncomplete, setIncomplete] = useState(false);
  const create = useCreatePost(userId, (created) => {
    setTitle('');
    setContent('');
    onCreated(created);
  });
  const refusal = useAgeRefusal(userId, 'chat_with_strangers');
  const send = () => {
    const isMissing = title.trim() === '' || content.trim() === '';
    setIncomplete(isMissing);
    if (isMissing || create.isPending) return;
    create.mutate({
      post_id: postId,
      title,
      content,
      ...(groupId === undefined ? { category } : { group_id: groupId }),
      ...(lesson && { lesson: { course_id: lesson.course_id, lesson_id: lesson.lesson_id } }),
    });
  };
  if (refusal !== null) return <AgeDialog title={t('Start New Discussion')} refusal={refusal} onClose={onClose} />;
  return (
    <FormDialog
      title={t('Start New Discussion')}
      onClose={onClose}
      onSubmit={send}
      actions={<FormActions label={t('Post')} isPending={create.isPending} onClose={onClose} />}
    >
      <Stack sx={{ gap: 2 }}>
        <FormMessage message={isIncomplete ? { kind: 'error', text: t('Please fill in all required fields') } : null} />
        {lesson && <p dir="auto">{t('About the lesson {title}', { title: formulaWords(lesson.title, 'rtl') })}</p>}
        {groupId === undefined && (
          <SelectField
            label={t('Category')}
            value={category}
            options={FORUM_IDS.map((value) => ({ value, label: forumWords(value).title }))}
            onChange={({ target }) => isForum(target.value) && setCategory(target.value)}
          />
        )}
        <CountedField label={t('Title')} required most={TITLE_LENGTH} value={title} onText={setTitle} />
        <CountedField
          label={t('Text')}
          required
          multiline
          minRows={6}
          most={POST_LENGTH}
          help={
            groupId === undefined
              ? t('Everyone in the community can read your text. You can use Markdown.')
              : t('Members of the group can read your text. You can use Markdown.')
          }
          value={content}
          onText={setContent}
        />
      </Stack>
    </FormDialog>
  );
}
