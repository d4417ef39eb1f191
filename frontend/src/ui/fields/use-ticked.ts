import { useState, type ChangeEventHandler, type Ref } from 'react';

interface BoxProps {
  readonly checked?: boolean | undefined;
  readonly onChange?: ChangeEventHandler<HTMLInputElement> | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * Makes a box show what its form has ticked: react-hook-form's `register` ticks the element through `ref`, which our checkboxes do not
 * notice. A box with `checked`, or without a `ref`, stays as it is.
 */
export function useTicked({ checked, onChange, ref }: BoxProps) {
  const [isTicked, setTicked] = useState(false);
  if (checked !== undefined || typeof ref !== 'function')
    return { ...(checked !== undefined && { checked }), ...(onChange && { onChange }), ref };
  const change: ChangeEventHandler<HTMLInputElement> = (event) => {
    setTicked(event.target.checked);
    onChange?.(event);
  };
  const attach = (element: HTMLInputElement | null): void => {
    ref(element);
    if (element) setTicked(element.checked);
  };
  return { checked: isTicked, onChange: change, ref: attach };
}
