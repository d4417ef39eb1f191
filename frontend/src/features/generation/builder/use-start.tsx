import { lazy, Suspense, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import Alert from '@mui/material/Alert';
import { shortfallFrom, type Shortfall } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import type { Problems } from './form-rules.ts';
import { useValues, type CourseFormState } from './form-state.ts';
import { isComplete, type FormValues } from './form-values.ts';
import { alertFor, fieldErrorsOf } from './start-generation.ts';

const ShortfallNote = lazy(async () => ({ default: (await import('#frontend/ui/states/shortfall-note.tsx')).ShortfallNote }));

/** Focuses a field, unfolding its section. */
function show(form: HTMLFormElement | null, field: string | undefined): void {
  const control = field === undefined ? null : form?.elements.namedItem(field);
  const element = control instanceof RadioNodeList ? control[0] : control;
  if (!(element instanceof HTMLElement)) return;
  const folded = element.closest('.MuiAccordion-root')?.querySelector<HTMLElement>('[aria-expanded="false"]');
  // at once, because folded content cannot take the focus
  if (folded) flushSync(() => folded.click());
  element.focus();
}

/** The first of the invalid fields, in page order. */
const firstOf = (form: HTMLFormElement | null, problems: Problems): string | undefined =>
  [...(form?.elements ?? [])].map((element) => element.getAttribute('name') ?? '').find((name) => name in problems);

interface Start {
  readonly form: CourseFormState;
  readonly element: RefObject<HTMLFormElement | null>;
  /** Requests the course. @returns its run's id @throws ApiError */
  readonly send: (values: FormValues) => Promise<string>;
  /** Called with the run's id as soon as the server has accepted the form. */
  readonly onStarted: (taskId: string) => void;
}

interface StartState {
  readonly isStarting: boolean;
  /** Sends the form, or shows the first field that prevents it. */
  readonly submit: () => void;
  readonly alert: string | null;
  readonly isIncomplete: boolean;
  readonly shortfall: Shortfall | null;
}

/** Sends a form that requests a course, and shows why it could not be sent. */
export function useStart({ form, element, send, onStarted }: Start): StartState {
  const [alert, setAlert] = useState<string | null>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const [shortfall, setShortfall] = useState<Shortfall | null>(null);
  const [isStarting, setStarting] = useState(false);

  async function start(): Promise<void> {
    setAlert(null);
    setShortfall(null);
    setStarting(true);
    try {
      onStarted(await send(form.values()));
    } catch (error) {
      const missing = shortfallFrom(error);
      setShortfall(missing);
      if (missing) return;
      setAlert(alertFor(error));
      const refused = fieldErrorsOf(error);
      form.refuse(refused);
      show(element.current, firstOf(element.current, refused));
    } finally {
      setStarting(false);
    }
  }

  function submit(): void {
    if (isStarting) return;
    const problems = form.check();
    if (Object.keys(problems).length === 0) return void start();
    setAlert(null);
    setIncomplete(!isComplete(form.values()));
    show(element.current, firstOf(element.current, problems));
  }

  return { alert, isIncomplete, shortfall, isStarting, submit };
}

/** Disappears with the last missing field, not with the next press. */
function MissingFields({ form }: { readonly form: CourseFormState }) {
  return isComplete(useValues(form)) ? null : <Alert severity="error">{t('Please fill in all required fields')}</Alert>;
}

/** Why the form was not sent, above its submit button. */
export function StartProblems({ form, state }: { readonly form: CourseFormState; readonly state: StartState }) {
  return (
    <>
      {state.alert !== null && <Alert severity="error">{state.alert}</Alert>}
      {state.isIncomplete && <MissingFields form={form} />}
      <Suspense>{state.shortfall && <ShortfallNote shortfall={state.shortfall} />}</Suspense>
    </>
  );
}
