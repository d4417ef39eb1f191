import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { useNavigate } from '@tanstack/react-router';
import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';
import { createStoredForm } from '#frontend/lib/drafts/persisted-form.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { forgetAttempt, loadDraft, saveDraft } from './course-draft.ts';
import { formDefaults, type FormValues } from './form-values.ts';

/** Values for a new course from another screen. */
export interface BuilderValues
  extends Pick<FormValues, 'topic' | 'difficulty'>, Partial<Pick<FormValues, 'industry_focus' | 'language_preference'>> {
  readonly goals: string;
}

/** The values of the last fill; as long as the form still has them, the user has not typed anything. */
const lastFill = createStoredForm('course_draft_filled', formDefaults);

/** Shortens a text to the field's limit, at the end of a word. */
function fit(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return cut.slice(0, Math.max(cut.search(/\s\S*$/), 0) || most);
}

/** Converts a wish to form values; texts that are too long are shortened at the end of a word. */
export const filledWith = ({ topic, goals, ...choices }: BuilderValues): FormValues => ({
  ...formDefaults(),
  ...choices,
  topic: fit(topic, FORM_LIMITS.topic),
  learning_goals: fit(goals.trim(), FORM_LIMITS.learning_goals),
});

/** Whether the user has typed and chosen the same; what the form begins with by itself depends on whether a service is connected. */
const isSame = (a: FormValues, b: FormValues): boolean => JSON.stringify(chosenIn(a)) === JSON.stringify(chosenIn(b));
const chosenIn = ({ ai_components: _parts, general_course: _isGeneral, ...chosen }: FormValues) => chosen;

/** Fills the form with a wish as a new attempt; notifies the user if texts were shortened. */
function fillBuilder(userId: string, wish: BuilderValues): void {
  const values = filledWith(wish);
  saveDraft(userId, values);
  lastFill.save(userId, values);
  forgetAttempt(userId);
  if (wish.goals.trim().length > FORM_LIMITS.learning_goals) {
    toast('info', t('The draft is longer than the form allows, so only its first part was filled in.'));
  }
}

/**
 * Opens the AI Builder with a wish in its form. Asks first if the user has begun to fill in the form.
 * @param onFilled called when the form, which may already be on the screen, was filled
 * @returns `fill`, and the question while it is open
 */
export function useFilledBuilder(
  userId: string,
  onFilled?: () => void,
): { readonly fill: (wish: BuilderValues) => void; readonly question: ReactNode } {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<BuilderValues | null>(null);
  const begunTopic = loadDraft(userId).topic.trim();
  const open = () => void navigate({ to: '/create' });
  const fillAndOpen = (wish: BuilderValues) => {
    fillBuilder(userId, wish);
    setAsked(null);
    onFilled?.();
    open();
  };
  return {
    fill: (wish) => {
      const begun = loadDraft(userId);
      if ([formDefaults(), filledWith(wish), lastFill.load(userId)].some((known) => isSame(begun, known))) fillAndOpen(wish);
      else setAsked(wish);
    },
    question: asked && (
      <AskDialog
        title={t('AI Builder has a form you have started')}
        onClose={() => setAsked(null)}
        actions={
          <>
            <Button variant="outlined" color="inherit" onClick={() => fillAndOpen(asked)}>
              {t('Replace it')}
            </Button>
            <Button color="inherit" onClick={open} ref={focusOnMount}>
              {t('Continue with this form')}
            </Button>
          </>
        }
      >
        {begunTopic !== '' && <p dir="auto">{begunTopic}</p>}
        <p>{t('If you replace this text, you lose it.')}</p>
      </AskDialog>
    ),
  };
}
