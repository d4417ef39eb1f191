import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getCourseContact, saveCourseContact } from '#contract/market/students.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { TypedText } from '#frontend/ui/typed-text.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';

const contactOf = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: ['market', 'contact', userId, courseId],
    queryFn: ({ signal }) => call(getCourseContact, { params: { course_id: courseId }, signal }),
  });

/** What a student shares with the creator of a course, and the creator's messages to them. */
export function CourseContact({ userId, courseId }: { readonly userId: string; readonly courseId: string }) {
  const { data } = useQuery(contactOf(userId, courseId));
  const cache = useQueryClient();
  const save = useAction({
    mutationFn: (body: { shares_progress?: boolean; receives_messages?: boolean }) =>
      call(saveCourseContact, { params: { course_id: courseId }, body }),
    onSuccess: (now) => cache.setQueryData(contactOf(userId, courseId).queryKey, now),
    onError: (error) => toast('error', errorText(error, t('Your choice could not be saved.'))),
  });
  if (!data) return null;
  return (
    <RuledSection title={t('You and the creator')}>
      <CheckField
        label={t('Show the creator my name and my progress')}
        checked={data.shares_progress}
        onChange={({ target }) => save.mutate({ shares_progress: target.checked })}
      />
      <CheckField
        label={t('Receive messages from the creator')}
        checked={data.receives_messages}
        onChange={({ target }) => save.mutate({ receives_messages: target.checked })}
      />
      {data.messages.length > 0 && (
        <EntryList aria-label={t('Messages from the creator')}>
          {data.messages.map((message) => (
            <Entry key={message.message_id} title={<bdi>{message.subject}</bdi>} lines={[formatDate(message.sent_at)]}>
              <TypedText>{message.text}</TypedText>
            </Entry>
          ))}
        </EntryList>
      )}
    </RuledSection>
  );
}
