import { useState } from 'react';
import { checkEntry } from '#contract/courses/asked-answer.ts';
import type { Workshop, WorkshopStep } from '#contract/courses/workshop.contract.ts';

/** After this many wrong entries, the answer can be shown. */
export const TRIES_BEFORE_SHOWN = 2;

/** What a reader has done in a step. `isTold`: they have read a step that asks nothing, or had the answer shown. */
export interface StepProgress {
  readonly entry: string;
  readonly wrong: number;
  readonly isTold: boolean;
}
const NOTHING: StepProgress = { entry: '', wrong: 0, isTold: false };

type Progress = Readonly<Record<string, StepProgress>>;

const keyFor = (place: string): string => `workshop:${place}`;

/** Reads what was stored, as far as it has the right form: an older release, or somebody else, may have written it. */
function read(place: string | undefined): Progress {
  if (place === undefined) return {};
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyFor(place)) ?? '{}');
    const steps = Object.entries(typeof stored === 'object' && stored !== null ? stored : {});
    return Object.fromEntries(
      steps.map(([id, one]: [string, Partial<StepProgress>]) => [
        id,
        { entry: String(one.entry ?? ''), wrong: Number(one.wrong) || 0, isTold: one.isTold === true },
      ]),
    );
  } catch {
    return {};
  }
}

function write(place: string | undefined, progress: Progress): void {
  if (place === undefined) return;
  try {
    if (Object.keys(progress).length === 0) localStorage.removeItem(keyFor(place));
    else localStorage.setItem(keyFor(place), JSON.stringify(progress));
  } catch {
    // Storage is unavailable or full: the progress lasts as long as the page.
  }
}

/** Whether a step is behind the reader. An entry is checked again, because the step may have been edited since. */
const isDone = ({ field }: WorkshopStep, { entry, isTold }: StepProgress): boolean =>
  isTold || (field !== null && entry !== '' && checkEntry(field, entry).state === 'right');

/**
 * The reader's way through a workshop, stored in this browser, so that it survives a reload and works offline.
 * @param place identifies reader, course and lesson; undefined: it lasts as long as the page
 */
export function useWorkshopProgress({ steps }: Workshop, place: string | undefined) {
  const [progress, setProgress] = useState(() => read(place));
  const of = (id: string): StepProgress => progress[id] ?? NOTHING;
  const set = (next: Progress) => {
    write(place, next);
    setProgress(next);
  };
  const open = steps.findIndex((step) => !isDone(step, of(step.id)));
  return {
    of,
    /** Number of the steps behind the reader. */
    done: open === -1 ? steps.length : open,
    record: (id: string, part: Partial<StepProgress>) => set({ ...progress, [id]: { ...of(id), ...part } }),
    restart: () => set({}),
  };
}
