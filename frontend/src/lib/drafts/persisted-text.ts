import { useState } from 'react';

const keyFor = (key: string): string => `kept_text:${key}`;

function read(key: string): string {
  try {
    return sessionStorage.getItem(keyFor(key)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a text for the field that has it by this key; an empty one is forgotten. */
export function keepText(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyFor(key));
    else sessionStorage.setItem(keyFor(key), text);
  } catch {
    // Refused or full: the text lives as long as its field does.
  }
}

/** A text being typed, kept for this tab: it is there again after a trip to the payment page. Empty it when it has been sent. */
export function useKeptText(key: string): [text: string, set: (text: string) => void] {
  const [text, setText] = useState(() => read(key));
  return [
    text,
    (next) => {
      keepText(key, next);
      setText(next);
    },
  ];
}
