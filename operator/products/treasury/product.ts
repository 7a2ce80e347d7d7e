import { Landmark } from 'lucide-react'
import { consoleTreasury } from '#domain/treasury/console.ts'
import { TREASURY } from '#domain/treasury/rules.ts'
import { shortHash } from '../../format.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { TreasuryPage } from './treasury-page.tsx'

/** The platform's own funds. */
export const treasury: Product = {
  name: 'treasury',
  group: 'money',
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
  subjects: {
    treasury: {
      label(text) {
        if (text.startsWith('move:')) return t('treasury.subject_move')
        const [, transaction = text] = /^funding:(.*):\d+$/.exec(text) ?? []
        return t('treasury.subject_funding', { text: shortHash(transaction) })
      },
      to: () => '/treasury',
    },
  },
  funds: [{ name: TREASURY, label: t('treasury.fund_treasury'), hasColumn: true }],
}
