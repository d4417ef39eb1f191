import { fireEvent, screen } from '@testing-library/react';

/** Opens the menu of a filter by its name, and chooses one of its values. */
export function chooseFilter(name: string, value: string): void {
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}: `) }));
  fireEvent.click(screen.getByRole('menuitemradio', { name: value }));
}
