import { Users } from 'lucide-react'
import { consoleLeads } from '#domain/copy/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { LeadPanel } from './lead-panel.tsx'
import { LeadsPage } from './leads-page.tsx'
import { copyTermsPage } from './terms-page.tsx'

/** The lead of a subject. @example leadOf('lead:12') // '12' */
const leadOf = (text: string): string => text.slice(text.indexOf(':') + 1)

/** Lead traders: who applied, who leads, who follows them, and what became of their actions. */
export const copy: Product = {
  name: 'copy',
  group: 'trading',
  title: t('copy.title'),
  pages: [
    { path: '/copy', name: t('copy.title'), icon: Users, component: LeadsPage, endpoint: consoleLeads },
    copyTermsPage,
  ],
  references: { T: '/copy' },
  requests: {
    label: t('copy.request'),
    Panel: LeadPanel,
    endpoint: consoleLeads,
    action: () => t('copy.action'),
  },
  funds: [{ name: 'copy-shares', label: t('copy.fund_shares') }],
  proposals: {
    label: t('copy.proposal'),
    tab: 'products',
    kinds: { 'copy-terms': t('copy.kind_terms') },
  },
  subjects: {
    'copy-terms': { label: () => t('copy.subject_terms'), to: () => '/copy/terms' },
    copy: {
      label: (text) => t('copy.subject', { text: leadOf(text) }),
      to: (text) => `/copy?status=&at=${leadOf(text)}`,
    },
  },
}
