import { Scale } from 'lucide-react'
import { consoleAdjustments } from '#domain/adjustment/console.ts'
import { t } from '../../texts.ts'
import { customerPath } from '../../ui/customer-link.tsx'
import type { Product } from '../product.ts'
import { AdjustmentsPage } from './adjustments-page.tsx'

/** Adjustments of customers' balances, and what of them is in suspense. */
export const adjustment: Product = {
  name: 'adjustment',
  group: 'money',
  title: t('adjustment.title'),
  pages: [
    {
      path: '/adjustments',
      name: t('adjustment.title'),
      icon: Scale,
      component: AdjustmentsPage,
      endpoint: consoleAdjustments,
    },
  ],
  proposals: {
    label: t('adjustment.proposal'),
    tab: 'treasury',
    kinds: { adjustment: t('adjustment.kind') },
  },
  subjects: {
    adjustment: {
      label: (text) => t('adjustment.subject', { text }),
      to: (text) => customerPath(text),
    },
  },
  funds: [{ name: 'suspense', label: t('adjustment.fund') }],
}
