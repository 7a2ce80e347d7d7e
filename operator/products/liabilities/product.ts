import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { Liabilities } from './liabilities.tsx'

/** What customers are owed, as it is published. */
export const liabilities: Product = {
  name: 'liabilities',
  group: 'money',
  title: t('liabilities.title'),
  subjects: {
    liabilities: {
      label: (number) => t('liabilities.subject', { number }),
      to: () => '/treasury',
    },
  },
  treasury: { Section: Liabilities },
}
