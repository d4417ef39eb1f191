import { useEffect, useState } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { stopRun } from '#contract/platform/runs.contract.ts';
import {
  translateCourse,
  translateLesson,
  translationCost,
  type CourseTranslation,
  editTranslationNames,
  type TranslatedName,
} from '#contract/translation/course-translation.contract.ts';
import { useHasTranslation } from '#frontend/lib/about.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { courseLanguageName } from './language-words.ts';
import {
  chooseCourseLanguage,
  languagesOfCourse,
  translationsKey,
  useCourseLanguage,
  type CourseLanguage,
  courseIn,
} from './course-language-choice.ts';

/** Selects the reading language of a course, and shows what can be translated at what price. A course has a single progress display. */
export function CourseLanguagePanel({ courseId }: { readonly courseId: string }) {
  const { data } = useQuery(languagesOfCourse(courseId));
  const chosen = useCourseLanguage(courseId);
  if (!data) return null;
  const { source_language: source, translations } = data;
  const one = translations.find(({ language }) => language === chosen);
  return (
    <RuledSection title={t('Language of the course')}>
      <SectionBody>
        <Box sx={{ width: 'min(100%, 420px)' }}>
          <SelectField
            label={t('Read in')}
            value={one?.language ?? source}
            options={[
              { value: source, label: courseLanguageName(source) },
              ...translations.map(({ language, ready }) => ({
                value: language,
                label:
                  ready > 0
                    ? courseLanguageName(language)
                    : t('{language}: not translated yet', { language: courseLanguageName(language) }),
              })),
            ]}
            onChange={({ target }) => chooseCourseLanguage(courseId, target.value === source ? null : (target.value as CourseLanguage))}
          />
        </Box>
        {one && <Translation key={one.language} courseId={courseId} one={one} source={source} />}
      </SectionBody>
    </RuledSection>
  );
}

function standingWords({ ready, stale, missing }: CourseTranslation, source: string): string {
  if (stale + missing === 0) return t('An AI service translated this course. Your progress counts in every language.');
  const of = { n: stale + missing, all: ready + stale + missing, language: courseLanguageName(source) };
  if (ready + stale === 0) return t('Nothing has been translated yet. Until then, you read it in {language}.', of);
  return stale > 0
    ? t(
        '{n, plural, one {# of {all} lessons is new or has changed since it was translated, so it is shown in {language}.} other {# of {all} lessons are new or have changed since they were translated, so they are shown in {language}.}}',
        of,
      )
    : t(
        '{n, plural, one {# of {all} lessons is not translated, so it is shown in {language}.} other {# of {all} lessons are not translated, so they are shown in {language}.}}',
        of,
      );
}

function Translation({ courseId, one, source }: { readonly courseId: string; readonly one: CourseTranslation; readonly source: string }) {
  const cache = useQueryClient();
  const hasTranslation = useHasTranslation();
  const sendOnce = useSendOnce();
  const [isEditing, setEditing] = useState(false);
  const {
    language,
    stale,
    missing,
    is_frame_stale: isFrameStale,
    cost,
    task_id: taskId,
    progress,
    ready,
    unfaithful,
    open,
    lesson_tasks: lessonTasks,
    self_judged: selfJudged,
  } = one;
  const [picked, setPicked] = useState('');
  const waiting = open.filter(({ lesson_id: id }) => !lessonTasks.some((task) => task.lesson_id === id));
  // a lesson that has been translated meanwhile is no longer offered
  const single = waiting.find(({ lesson_id: id }) => id === picked);
  const price = single ? translationCost(1) : cost;
  const refresh = () => cache.invalidateQueries({ queryKey: translationsKey(courseId) });
  // refetches newly translated lessons at once
  useEffect(
    () => void cache.invalidateQueries({ queryKey: [...translationsKey(courseId), language] }),
    [cache, courseId, language, ready, taskId],
  );
  const start = useAction({
    mutationFn: () =>
      sendOnce([courseId, language, single?.lesson_id ?? '', price], (headers) =>
        single
          ? call(translateLesson, {
              params: { course_id: courseId, language, lesson_id: single.lesson_id },
              headers,
              acceptedPrice: price,
            })
          : call(translateCourse, { params: { course_id: courseId, language }, headers, acceptedPrice: price }),
      ),
    onSuccess: refresh,
  });
  const stop = useAction({
    mutationFn: (id: string) => call(stopRun, { params: { task_id: id }, query: { keep: 'true' } }),
    onSuccess: refresh,
  });
  const shortfall = shortfallFrom(start.error);
  if (taskId !== null) {
    return (
      <div role="status">
        <Typography sx={{ marginBlock: 1 }}>{t('The course is being translated: {progress}%', { progress })}</Typography>
        <ProgressMeter label={t('Translation')} value={progress} />
        <ActionRow>
          <Button color="inherit" variant="outlined" aria-busy={stop.isPending} onClick={() => stop.mutate(taskId)}>
            {t('Stop and keep the finished translations')}
          </Button>
        </ActionRow>
      </div>
    );
  }
  const isOpen = waiting.length > 0 || (isFrameStale && lessonTasks.length === 0);
  return (
    <>
      <Typography sx={{ marginBlock: 1 }}>{standingWords(one, source)}</Typography>
      {unfaithful.length > 0 && (
        <Alert severity="warning" sx={{ marginBlockEnd: 1 }}>
          {unfaithful.map(({ lesson_id: id, number, title }) => (
            <div key={id}>
              {t('Lesson {number}, {title}, could not be translated faithfully: shown in {language}', {
                number,
                title,
                language: courseLanguageName(source),
              })}
            </div>
          ))}
          {t('These lessons were not charged. You can have them translated again.')}
        </Alert>
      )}
      {selfJudged > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t(
            '{n, plural, one {# lesson was checked by the service that translated it, because no other is connected.} other {# lessons were checked by the service that translated them, because no other is connected.}}',
            { n: selfJudged },
          )}
        </Typography>
      )}
      {lessonTasks.length > 0 && (
        <Typography role="status" sx={{ marginBlock: 1 }}>
          {t('{n, plural, one {# lesson is being translated.} other {# lessons are being translated.}}', { n: lessonTasks.length })}
        </Typography>
      )}
      {hasTranslation && waiting.length > 0 && ready + stale + missing > 1 && (
        <Box sx={{ width: 'min(100%, 420px)', marginBlock: 1 }}>
          <SelectField
            label={t('What to translate')}
            value={single?.lesson_id ?? ''}
            options={[
              { value: '', label: t('{n, plural, one {The missing lesson} other {All # missing lessons}}', { n: waiting.length }) },
              ...waiting.map(({ lesson_id: id, number, title }) => ({
                value: id,
                label: t('Lesson {number}: {title}', { number, title: formulaWords(title, undefined) }),
              })),
            ]}
            onChange={({ target }) => setPicked(target.value)}
          />
        </Box>
      )}
      {isOpen && !hasTranslation && (
        <Typography color="textSecondary">{t('Translating needs an AI service. This installation has none.')}</Typography>
      )}
      <ActionRow>
        {isOpen && hasTranslation && (
          <Button variant="contained" aria-busy={start.isPending} onClick={() => start.mutate(undefined)}>
            {price === 0
              ? t('Translate the title again')
              : unfaithful.length > 0 && !single
                ? t('Try again for {tokens} tokens', { tokens: formatTokens(price) })
                : t('Translate for {tokens} tokens', { tokens: formatTokens(price) })}
          </Button>
        )}
        {ready + stale > 0 && (
          <Button color="inherit" variant="outlined" onClick={() => setEditing(true)}>
            {t('Names and terms')}
          </Button>
        )}
      </ActionRow>
      {shortfall && <ShortfallNote shortfall={shortfall} />}
      <FormMessage
        message={
          start.error && !shortfall ? { kind: 'error', text: errorText(start.error, t('The translation could not be started.')) } : null
        }
      />
      {isEditing && <NamesDialog courseId={courseId} language={language} onClose={() => setEditing(false)} />}
    </>
  );
}

interface NamesDialogProps {
  readonly courseId: string;
  readonly language: CourseLanguage;
  readonly onClose: () => void;
}

const EMPTY: TranslatedName = { source: '', target: '' };

/** Edits the translations of a course's names and terms. Existing translations are updated. */
function NamesDialog({ courseId, language, onClose }: NamesDialogProps) {
  const cache = useQueryClient();
  const { data } = useQuery(courseIn(courseId, language));
  const [typed, setTyped] = useState<readonly TranslatedName[] | null>(null);
  const names = typed ?? data?.names ?? [];
  const rows = [...names, EMPTY];
  const change = (place: number, part: Partial<TranslatedName>) =>
    setTyped(rows.map((name, at) => (at === place ? { ...name, ...part } : name)).filter(({ source, target }) => source + target !== ''));
  const save = useAction({
    mutationFn: () => call(editTranslationNames, { params: { course_id: courseId, language }, body: { names: [...names] } }),
    onSuccess: async () => {
      toast('success', t('Names and terms saved'));
      onClose();
      await cache.invalidateQueries({ queryKey: translationsKey(courseId) });
    },
  });
  const isWhole = names.every(({ source, target }) => source.trim() !== '' && target.trim() !== '');
  return (
    <FormDialog
      title={t('Names and terms')}
      onClose={onClose}
      onSubmit={() => {
        if (typed !== null && isWhole) save.mutate(undefined);
      }}
      actions={
        <FormActions
          label={t('Save')}
          isDisabled={typed === null || !isWhole}
          isPending={save.isPending}
          closeLabel={t('Close')}
          onClose={onClose}
        />
      }
    >
      <Typography sx={{ marginBlockEnd: 2 }}>
        {t('Each translation is used throughout the course. A change here applies to the translated lessons immediately, at no cost.')}
      </Typography>
      {!data && <LoadingState label={t('Loading')} rows={3} />}
      {data &&
        rows.map((name, place) => (
          // rows have no other name than their place
          // oxlint-disable-next-line react/no-array-index-key
          <Box key={place} sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1.5 }}>
            <TextField
              label={t('In the course ({n})', { n: place + 1 })}
              value={name.source}
              onChange={({ target }) => change(place, { source: target.value })}
            />
            <TextField
              label={t('In the translation, {n}', { n: place + 1 })}
              value={name.target}
              onChange={({ target }) => change(place, { target: target.value })}
            />
          </Box>
        ))}
      <FormMessage
        message={save.error ? { kind: 'error', text: errorText(save.error, t('The names and terms could not be saved.')) } : null}
      />
    </FormDialog>
  );
}
