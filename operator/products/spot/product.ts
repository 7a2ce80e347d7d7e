import { t } from '../../texts.ts'
import type { Product } from '../product.ts'

/** Spot trading: what its market maker has, and what it earns. */
export const spot: Product = {
  name: 'spot',
  title: t('spot.title'),
  funds: [
    { name: 'market-maker', label: t('spot.fund_market_maker'), column: 'wide' },
    {
      name: 'quoted',
      label: t('spot.fund_quoted'),
      under: { fund: 'market-maker', text: (amount) => t('spot.fund_quoted_note', { amount }) },
    },
    { name: 'fees', label: t('spot.fund_fees') },
  ],
}
