import { useState } from 'react';

const keyFor = (key: string): string => `kept_text:${key}`;

function read(key: string): string {
  try {
    return sessionStorage.getItem(keyFor(key)) ?? '';
  } catch {
    return '';
  }
}

/** Stores the text of the field with this key; an empty text is removed. */
export function storeFieldText(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyFor(key));
    else sessionStorage.setItem(keyFor(key), text);
  } catch {
    // Storage is unavailable or full: the text lasts as long as its field.
  }
}

/** A text being typed, stored per tab, so that it survives a visit to the payment page. Empty it after sending. */
export function useStoredText(key: string): [text: string, set: (text: string) => void] {
  const [text, setText] = useState(() => read(key));
  return [
    text,
    (next) => {
      storeFieldText(key, next);
      setText(next);
    },
  ];
}
