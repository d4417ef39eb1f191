import { useId, useState } from 'react';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { DEFAULT_LANGUAGES, INTERFACE_LANGUAGES, type InterfaceLanguage } from '#contract/translation/interface-languages.ts';
import { translateLanguages } from '#contract/translation/translation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { textLocale } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';
import { CheckIcon, ExpandMoreIcon, LanguageIcon } from '#frontend/ui/icons.tsx';

/** Fonts with Arabic letters on Windows, Apple's systems and Linux, by name: the browser uses the web font only when none is installed. */
const MACHINE_ARABIC = '"Segoe UI", "Geeza Pro", "Noto Sans Arabic", "Noto Naskh Arabic", "DejaVu Sans", "Vazirmatn Variable"';
// for a few words, the web font of a script is fetched only when the system has none
const Name = styled('bdi')({ '&:is([lang="ar"], [lang="fa"], [lang="ur"])': { fontFamily: MACHINE_ARABIC } });
const languages = {
  queryKey: ['interface-languages'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(translateLanguages, { signal }),
  staleTime: 5 * 60_000,
};

interface LanguageSelectorProps {
  /** `full` also shows each language's name in the current language, and which ones are machine-translated. */
  readonly variant: 'compact' | 'full';
  readonly value: InterfaceLanguage;
  readonly isBusy?: boolean;
  /** Without a session no texts can be translated: languages without texts are shown, but cannot be chosen. */
  readonly isVisitor?: boolean;
  /** Id of the element that describes it. */
  readonly describedBy?: string;
  readonly onChoose: (language: InterfaceLanguage) => void;
}

/**
 * Chooses the interface language (I18N-01): a button, and a list that closes on a choice or a click elsewhere. Unavailable languages are at
 * its end, below the reason.
 */
export function LanguageSelector({ variant, value, isBusy = false, isVisitor = false, describedBy, onChoose }: LanguageSelectorProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data } = useQuery({ ...languages, enabled: anchor !== null });
  const id = useId();
  const known =
    data?.languages ?? DEFAULT_LANGUAGES.map((language) => ({ language, name: INTERFACE_LANGUAGES[language], texts: 'hand' as const }));
  const isMissing = ({ texts }: (typeof known)[number]): boolean => texts === 'unavailable' || (isVisitor && texts === 'none');
  const missing = known.filter(isMissing);
  const here = new Intl.DisplayNames(textLocale(), { type: 'language' });
  return (
    <>
      <Button
        id={id}
        variant="outlined"
        color="inherit"
        size={variant === 'compact' ? 'small' : 'medium'}
        startIcon={<LanguageIcon aria-hidden />}
        {...(variant === 'full' && { endIcon: <ExpandMoreIcon aria-hidden /> })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-busy={isBusy}
        aria-describedby={describedBy}
        aria-label={t('Language: {language}', { language: INTERFACE_LANGUAGES[value] })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span lang={value}>{INTERFACE_LANGUAGES[value]}</span>
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{
          list: { 'aria-label': t('Language'), dense: variant === 'compact' },
          paper: { sx: { maxHeight: 'min(60dvh, 420px)' } },
        }}
      >
        {known
          .filter((one) => !isMissing(one))
          .map(({ language, name, texts }) => (
            <MenuItem
              key={language}
              role="menuitemradio"
              aria-checked={language === value}
              selected={language === value}
              onClick={() => {
                setAnchor(null);
                if (language !== value) onChoose(language as InterfaceLanguage);
              }}
            >
              <ListItemIcon>{language === value && <CheckIcon fontSize="small" aria-hidden />}</ListItemIcon>
              <Name lang={language}>{name}</Name>
              {variant === 'full' && (
                <Typography component="span" variant="body2" color="textSecondary" sx={{ marginInlineStart: 1 }}>
                  <bdi>{here.of(language)}</bdi>
                  {texts !== 'hand' && ` · ${t('machine translated')}`}
                </Typography>
              )}
            </MenuItem>
          ))}
        {missing.length > 0 && (
          <ListSubheader role="presentation">
            {missing.some(({ texts }) => texts === 'unavailable')
              ? t('Languages that need a translation service:')
              : t('Languages translated after you sign in:')}
          </ListSubheader>
        )}
        {missing.map(({ language, name }) => (
          <MenuItem key={language} role="menuitemradio" aria-checked={false} disabled sx={{ '&.Mui-disabled': { opacity: 0.75 } }}>
            <ListItemIcon />
            <Name lang={language}>{name}</Name>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
