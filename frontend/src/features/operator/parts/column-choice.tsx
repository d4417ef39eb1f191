import { useState } from 'react';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { t } from '#frontend/lib/text.ts';
import { ViewColumnIcon } from '#frontend/ui/feature-icons.tsx';

interface ColumnChoiceProps {
  /** The table's name. */
  readonly label: string;
  /** The columns that can be hidden. */
  readonly columns: readonly { readonly id: string; readonly name: string }[];
  readonly hidden: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
}

/** A button with a menu to show and hide the columns of a table. */
export function ColumnChoice({ label, columns, hidden, onHide }: ColumnChoiceProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const name = t('Columns of {table}', { table: label });
  return (
    <>
      <Tooltip title={t('Columns')}>
        <IconButton
          size="small"
          aria-label={name}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <ViewColumnIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': name, dense: true } }}
      >
        {columns.map((column) => {
          const isHidden = hidden.includes(column.id);
          return (
            <MenuItem
              key={column.id}
              role="menuitemcheckbox"
              aria-checked={!isHidden}
              onClick={() => onHide(isHidden ? hidden.filter((id) => id !== column.id) : [...hidden, column.id])}
            >
              <Checkbox
                size="small"
                checked={!isHidden}
                disableRipple
                tabIndex={-1}
                slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
              />
              {column.name}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
