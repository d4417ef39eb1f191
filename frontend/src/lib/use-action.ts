import { useCallback, useRef } from 'react';
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { hideToast, toastsOf } from './toast.ts';

/**
 * React Query's `useMutation`, run once for a double click. The same call is ignored while it is pending, from the first moment on
 * (`isPending` renders slightly later), and also if it succeeded before the second click. Offline it fails at once. A button shows it by
 * `aria-busy={isPending}` and keeps the focus. Trying again hides the last failure's message, which must not stand beside a success.
 */
export function useAction<Data = unknown, Failure = Error, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> {
  const failures = useRef<number[]>([]);
  const noteFailure = useCallback((said: () => unknown) => void failures.current.push(...toastsOf(said)), []);
  const result = useMutation({
    ...options,
    // otherwise a call made offline would wait silently and run after reconnection, whatever had happened since
    networkMode: 'always',
    onMutate: (...call) => {
      for (const id of failures.current.splice(0)) hideToast(id);
      return options.onMutate?.(...call) as Context;
    },
    onError: (...failed) => {
      let rest: unknown;
      noteFailure(() => (rest = options.onError?.(...failed)));
      return rest;
    },
  });
  const { mutateAsync } = result;
  /** When a call with these variables started or succeeded; Infinity while it is pending. */
  const begun = useRef(new Map<string, number>());
  const mutate = useCallback<typeof result.mutate>(
    (...call) => {
      const [variables, given] = call;
      const key = JSON.stringify(variables) ?? '';
      const last = begun.current.get(key) ?? -Infinity;
      if (last === Infinity || isDoubleClickSince(last)) return;
      begun.current.set(key, Infinity);
      const { onError } = given ?? {};
      const told = onError && { ...given, onError: (...failed: Parameters<typeof onError>) => noteFailure(() => onError(...failed)) };
      mutateAsync(...([variables, told ?? given] as typeof call)).then(
        () => begun.current.set(key, performance.now()),
        () => begun.current.delete(key),
      );
    },
    [mutateAsync, noteFailure],
  );
  return { ...result, mutate };
}

/** Longest time between the clicks of a double click, in ms; roughly the maximum that systems allow. */
const DOUBLE_CLICK_MS = 1_000;

/** The browser's count of the last click: 2 is the second of a double click, 0 a key press or a script. Form submissions do not have it. */
let clicksInRow = 0;
if (typeof window !== 'undefined') window.addEventListener('click', ({ detail }) => void (clicksInRow = detail), { capture: true });

/** Whether the click being handled may belong to a double click whose first click was handled at this time (`performance.now()`). */
const isDoubleClickSince = (time: number): boolean => clicksInRow > 1 && performance.now() - time < DOUBLE_CLICK_MS;
