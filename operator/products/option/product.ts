import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { countryName } from './country.tsx'
import { optionsPage } from './options-page.tsx'

/** How a subject that is a country begins. */
const COUNTRY = 'country:'

/** Seconds options: what is open and on which terms, what pays winnings, and what is set aside for them. */
export const option: Product = {
  name: 'option',
  title: t('option.title'),
  pages: [optionsPage],
  subjects: {
    option: {
      label: (text) =>
        text.startsWith(COUNTRY)
          ? t('option.subject_country', { country: countryName(text.slice(COUNTRY.length)) })
          : t('option.kind_terms'),
      to: () => '/option',
    },
  },
  proposals: {
    label: t('option.proposal'),
    tab: 'products',
    kinds: { 'option-terms': t('option.kind_terms'), 'option-country': t('option.kind_country') },
  },
  funds: [
    { name: 'option', label: t('option.fund'), column: 'wide' },
    { name: 'option-escrow', label: t('option.fund_escrow') },
  ],
}
