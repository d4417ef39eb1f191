import { t } from '#frontend/lib/text.ts';

/** Why the rules held the content back, or why a user reported it. */
export function reasonWords(reason: string): string {
  switch (reason) {
    case 'abuse':
      return t('Insult or harassment');
    case 'rough_words':
      return t('Offensive language');
    case 'contact':
      return t('Contact details or private data');
    case 'offers':
      return t('Offers of money or goods');
    case 'first_texts':
      return t('One of a new author’s first posts');
    case 'links':
      return t('Links');
    case 'shouting':
      return t('Capital letters');
    case 'repeated_signs':
      return t('Repeated signs');
    case 'error':
      return t('Error in a lesson');
    case 'hate':
      return t('Hate speech against a group');
    case 'threat':
      return t('Threat or violence');
    case 'sexual':
      return t('Sexual content');
    case 'spam':
      return t('Advertising or fraud');
    case 'private_data':
      return t('Someone’s private data');
    default:
      return t('Something else');
  }
}
