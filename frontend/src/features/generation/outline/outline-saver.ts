import { keepOutlineDraft } from '#contract/generation/outline-draft.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { DraftSaver } from '#frontend/lib/drafts/draft-saver.ts';
import type { StoredDraft, SaverState } from '#frontend/lib/drafts/saver-state.ts';
import { askForDraft, isSameDraft, storeUnsaved, toSent, type startOf } from './server-draft.ts';
import type { OutlineDraft } from './outline-draft.ts';

/** `over`: the outline was accepted, or its run has ended. */
export type OutlineState = SaverState<OutlineDraft>;
export type OutlineSaver = DraftSaver<OutlineDraft, AnswerOf<typeof keepOutlineDraft>>;

type Start = ReturnType<typeof startOf>;

/** The editor's initial state: an unchanged outline shows no save state. */
export const stateOf = ({ draft, saved, version }: Start): OutlineState => ({
  kind: version === 0 && draft === saved ? 'untouched' : 'saved',
});

interface OutlineSaverOptions {
  readonly taskId: string;
  readonly start: Start;
  readonly onState: (state: OutlineState) => void;
  /** Called after the server stored the draft. */
  readonly onKept: (kept: StoredDraft<OutlineDraft>) => void;
}

/** Saves the outline of a run on the server while it is edited. */
export function startOutlineSaver({ taskId, start, onState, onKept }: OutlineSaverOptions): OutlineSaver {
  return new DraftSaver({
    start,
    state: stateOf(start),
    isSame: isSameDraft,
    send: (draft, { version }) =>
      call(keepOutlineDraft, { params: { task_id: taskId }, body: { draft: toSent(draft), base_version: version } }),
    ask: async () => {
      const { draft, version } = await askForDraft(taskId);
      return { draft: draft ?? start.saved, version };
    },
    isEnd: ({ code }) => code === 'run.not_waiting',
    keepHere: (unsaved) => storeUnsaved(taskId, unsaved),
    onState,
    onSaved: ({ version }, draft) => onKept({ draft, version }),
  });
}
