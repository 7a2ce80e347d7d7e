import { t } from '../../texts.ts'
import type { Product } from '../product.ts'

/** Seconds options: what pays winnings, and what is set aside for them. */
export const option: Product = {
  name: 'option',
  title: t('option.title'),
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
