import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { limitsPage } from './limits-page.tsx'

/** Who may do what: the limits of the tiers. */
export const eligibility: Product = {
  name: 'eligibility',
  title: t('eligibility.title'),
  pages: [limitsPage],
  subjects: {
    limits: { label: () => t('eligibility.kind_limits'), to: () => limitsPage.path },
  },
  proposals: {
    label: t('eligibility.title'),
    tab: 'products',
    kinds: { 'tier-limits': t('eligibility.kind_limits') },
  },
}
