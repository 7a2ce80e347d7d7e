import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { exposurePage } from './exposure-page.tsx'

/** Leveraged contracts: what the platform has to pay and to insure them with, and what they earn. */
export const contract: Product = {
  name: 'contract',
  title: t('contract.title'),
  pages: [exposurePage],
  funds: [
    { name: 'contract-counterparty', label: t('contract.fund_counterparty'), column: 'wide' },
    { name: 'contract-insurance', label: t('contract.fund_insurance') },
    { name: 'contract-fees', label: t('contract.fund_fees') },
  ],
}
