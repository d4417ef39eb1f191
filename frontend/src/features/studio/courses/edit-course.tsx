import { useRef, type FormEvent } from 'react';
import { useBlocker } from '@tanstack/react-router';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { LeaveDialog } from '#frontend/ui/dialogs/leave-dialog.tsx';
import { FrameColumns, SideColumn } from '#frontend/ui/frames/frame-box.tsx';
import { FormWithBar, SaveBar } from '#frontend/ui/fields/save-bar.tsx';
import { CourseConflict } from './course-conflict.tsx';
import { CourseFields } from './course-fields.tsx';
import { CoursePreview } from './course-preview.tsx';
import { useCourseEditor } from './use-course-editor.ts';
import { showFirst } from './use-course-form.ts';

interface EditCourseProps {
  readonly userId: string;
  readonly course: CreatorCourse;
}

/** The editor of a creator's course (G54). Changes saved elsewhere meanwhile are shown, never silently overwritten. */
export function EditCourse({ userId, course }: EditCourseProps) {
  const element = useRef<HTMLFormElement>(null);
  const editor = useCourseEditor(userId, course);
  const { form, isDirty, conflict } = editor;
  const blocker = useBlocker({
    // a dialog over this page does not leave it
    shouldBlockFn: ({ current, next }) => editor.isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => editor.isDirty,
    withResolver: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    showFirst(element.current, editor.save());
  };
  return (
    <>
      {conflict && (
        <CourseConflict
          theirs={conflict}
          mine={form.values}
          changed={editor.changed}
          onKeepMine={editor.keepMine}
          onTakeTheirs={editor.takeTheirs}
        />
      )}
      <FrameColumns data-columns="main aside">
        <FormWithBar ref={element} noValidate aria-label={t('Course')} onSubmit={submit}>
          <CourseFields form={form} />
          <SaveBar caption={t('Save the course')} isDirty={isDirty} isSaving={editor.isSaving}>
            <FormMessage message={editor.message} />
          </SaveBar>
        </FormWithBar>
        <SideColumn>
          <CoursePreview values={form.values} />
        </SideColumn>
      </FrameColumns>
      {blocker.status === 'blocked' && (
        <LeaveDialog
          title={t('Your changes are not saved')}
          leave={t('Leave without saving')}
          onStay={blocker.reset}
          onLeave={blocker.proceed}
        >
          {t('The course stays as it was last saved. What you typed since is lost.')}
        </LeaveDialog>
      )}
    </>
  );
}
