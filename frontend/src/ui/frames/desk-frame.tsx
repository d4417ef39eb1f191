import type { ReactNode } from 'react';
import { FrameBox, FrameColumns, SideColumn } from './frame-box.tsx';
import { FrameHead, type FrameProps } from './frame-head.tsx';

interface DeskFrameProps extends FrameProps {
  /**
   * Supporting content: an estimate, a preview, help. Beside the work and always in view from 1,200 px on, below it on narrower screens.
   */
  readonly aside?: ReactNode;
}

/** The frame of screens for making something: a form or an editor with its aside, up to 1,216 px wide. */
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
