import { ShieldCheck } from 'lucide-react'
import { consoleVerifications } from '#domain/verification/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { CasePanel } from './case-panel.tsx'
import { CasesPage, CustomerCases } from './cases-page.tsx'

/** Verification of identity: the cases that wait, and those that were decided. */
export const verification: Product = {
  name: 'verification',
  group: 'customers',
  title: t('verification.title'),
  pages: [
    {
      path: '/verification',
      name: t('verification.title'),
      icon: ShieldCheck,
      component: CasesPage,
      endpoint: consoleVerifications,
    },
  ],
  customerTabs: [
    {
      id: 'verifications',
      name: t('verification.title'),
      endpoint: consoleVerifications,
      Tab: CustomerCases,
    },
  ],
  references: { K: '/verification' },
  requests: { label: t('verification.request'), Panel: CasePanel, endpoint: consoleVerifications },
  proposals: {
    label: t('verification.proposals'),
    tab: 'products',
    kinds: { 'verification-accept': t('verification.kind_accept') },
  },
  subjects: {
    verification: {
      label: (text) => t('verification.subject', { reference: `K-${text}` }),
      to: (text) => `/verification?status=&at=${text}`,
    },
  },
}
