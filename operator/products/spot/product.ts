import { t } from '../../texts.ts'
import type { Product } from '../product.ts'

/** Spot trading: what its market maker has, and what it earns. */
export const spot: Product = {
  name: 'spot',
  title: t('spot.title'),
  funds: [
    { name: 'market-maker', label: t('spot.fund_market_maker'), column: 'wide' },
    { name: 'fees', label: t('spot.fund_fees') },
  ],
}
