import { HandCoins } from 'lucide-react'
import { consoleLoans } from '#domain/loan/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { LoanPanel } from './loan-panel.tsx'
import { LoansPage, LoansTable } from './loans-page.tsx'
import { loanTermsPage } from './terms-page.tsx'

/** Subjects are loans by their id, and the terms. */
const TERMS = 'terms'

/** Loans: applications that wait for two operators, what is owed, and the terms. */
export const loan: Product = {
  name: 'loan',
  title: t('loan.title'),
  pages: [
    { path: '/loans', name: t('loan.title'), icon: HandCoins, component: LoansPage, endpoint: consoleLoans },
    loanTermsPage,
  ],
  customerTabs: [{ id: 'loans', name: t('loan.title'), endpoint: consoleLoans, Tab: LoansTable }],
  figures: { loan: { label: t('loan.today'), to: (day) => `/loans?status=&from=${day}` } },
  records: { loan: 'loan' },
  subjects: {
    loan: {
      label: (id) => (id === TERMS ? t('loan.kind_terms') : t('loan.subject', { text: id })),
      to: (id) => (id === TERMS ? loanTermsPage.path : `/loans?status=&at=${id}`),
    },
  },
  references: { L: '/loans' },
  requests: { label: t('loan.request'), Panel: LoanPanel, endpoint: consoleLoans },
  proposals: {
    label: t('loan.title'),
    tab: 'products',
    kinds: { 'loan-approve': t('loan.kind_approve'), 'loan-terms': t('loan.kind_terms') },
  },
  funds: [
    { name: 'loan', label: t('loan.fund') },
    { name: 'loan-interest', label: t('loan.fund_interest') },
  ],
}
