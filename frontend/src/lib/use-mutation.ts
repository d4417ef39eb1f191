import { useCallback, useRef } from 'react';
import { useMutation as useAnyMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';

/** Longest time between the clicks of a double click, in ms; roughly the maximum that systems allow. */
const DOUBLE_CLICK_MS = 1_000;

/** Position of the last click in a click series: 2 is the second of a double click, 0 a key press or a script. */
let pressInRow = 0;
if (typeof window !== 'undefined') window.addEventListener('click', ({ detail }) => void (pressInRow = detail), { capture: true });

/**
 * React Query's `useMutation`, run once for a double click: the same call is ignored while it is pending, from the first moment on (`isPending`
 * renders a moment later), and again when it succeeded before the second click of the same double click. Offline it fails at once. A button
 * shows it by `aria-busy={isPending}` and keeps the focus.
 */
export function useMutation<Data = unknown, Failure = Error, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> {
  // Otherwise a call made offline would wait silently and run after the reconnection, whatever has happened since.
  const result = useAnyMutation({ ...options, networkMode: 'always' });
  const { mutateAsync } = result;
  /** When a call with these variables started or succeeded; Infinity while it is pending. */
  const begun = useRef(new Map<string, number>());
  const mutate = useCallback<typeof result.mutate>(
    (...call) => {
      const key = JSON.stringify(call[0]) ?? '';
      const last = begun.current.get(key) ?? -Infinity;
      if (last === Infinity || (pressInRow > 1 && performance.now() - last < DOUBLE_CLICK_MS)) return;
      begun.current.set(key, Infinity);
      mutateAsync(...call).then(
        () => begun.current.set(key, performance.now()),
        () => begun.current.delete(key),
      );
    },
    [mutateAsync],
  );
  return { ...result, mutate };
}
