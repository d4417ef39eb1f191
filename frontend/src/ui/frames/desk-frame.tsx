import type { ReactNode } from 'react';
import { FrameBox, FrameColumns, SideColumn } from './frame-box.tsx';
import { FrameHead, type FrameProps } from './frame-head.tsx';

interface DeskFrameProps extends FrameProps {
  /** What belongs to the work: an estimate, a preview, help. In view beside it from 1,200 px on, below it before. */
  readonly aside?: ReactNode;
}

/** The frame of screens where something is made: a form or an editor with its aside, up to 1,216 px wide. */
export function DeskFrame({ aside, children, ...head }: DeskFrameProps) {
  return (
    <FrameBox data-frame="desk">
      <FrameHead {...head} />
      {aside === undefined ? (
        <div>{children}</div>
      ) : (
        <FrameColumns data-columns="main aside">
          <div>{children}</div>
          <SideColumn as="aside">{aside}</SideColumn>
        </FrameColumns>
      )}
    </FrameBox>
  );
}
