import { Landmark } from 'lucide-react'
import { consoleTreasury } from '#domain/treasury/console.ts'
import { TREASURY } from '#domain/treasury/rules.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { TreasuryPage } from './treasury-page.tsx'

/** The platform's own funds. */
export const treasury: Product = {
  name: 'treasury',
  title: t('treasury.title'),
  pages: [
    {
      path: '/treasury',
      name: t('treasury.title'),
      icon: Landmark,
      component: TreasuryPage,
      endpoint: consoleTreasury,
    },
  ],
  proposals: {
    label: t('treasury.proposal'),
    tab: 'treasury',
    kinds: {
      'treasury-funding': t('treasury.kind_funding'),
      'treasury-move': t('treasury.kind_move'),
    },
  },
  funds: [{ name: TREASURY, label: t('treasury.fund_treasury'), column: 'always' }],
}
