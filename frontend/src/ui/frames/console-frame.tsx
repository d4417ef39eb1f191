import type { ReactNode } from 'react';
import { FrameBox, FrameColumns } from './frame-box.tsx';
import { FrameHead, type FrameProps } from './frame-head.tsx';

interface ConsoleFrameProps extends FrameProps {
  /** The figures of the moment, above everything: a `StatRow`. */
  readonly figures?: ReactNode;
  /** What is watched beside the content: services, an open row. Below it on narrow screens. */
  readonly panel?: ReactNode;
}

/** The frame of screens that are watched and acted on: full width up to 1,800 px, rows and controls of 32 px. */
export function ConsoleFrame({ figures, panel, children, ...head }: ConsoleFrameProps) {
  return (
    <FrameBox data-frame="console" data-density="dense">
      <FrameHead {...head} isDense />
      {figures}
      {panel === undefined ? (
        <div>{children}</div>
      ) : (
        <FrameColumns data-columns="main panel">
          <div>{children}</div>
          <div>{panel}</div>
        </FrameColumns>
      )}
    </FrameBox>
  );
}
