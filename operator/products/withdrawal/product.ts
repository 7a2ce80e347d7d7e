import { ArrowUpFromLine } from 'lucide-react'
import { consoleWithdrawals, withdrawalSteps } from '#domain/withdrawal/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { withdrawalTermsPage } from './terms-page.tsx'
import { WithdrawalPanel } from './withdrawal-panel.tsx'
import { CustomerWithdrawals, WithdrawalsPage } from './withdrawals-page.tsx'

/** What a pause of all is about. */
const ALL = 'pause-of-all'
const TERMS = withdrawalTermsPage.path

/** Withdrawals: review, the signer, and what they cost. */
export const withdrawal: Product = {
  name: 'withdrawal',
  group: 'money',
  title: t('withdrawal.title'),
  pages: [
    {
      path: '/withdrawals',
      name: t('withdrawal.title'),
      icon: ArrowUpFromLine,
      component: WithdrawalsPage,
      endpoint: consoleWithdrawals,
    },
    withdrawalTermsPage,
  ],
  customerTabs: [
    {
      id: 'withdrawals',
      name: t('withdrawal.title'),
      endpoint: consoleWithdrawals,
      Tab: CustomerWithdrawals,
    },
  ],
  records: { withdrawal: 'withdrawal' },
  subjects: {
    withdrawal: {
      label: (id) => (id === ALL ? t('withdrawal.kind_pause') : t('withdrawal.subject', { text: id })),
      to: (id) => (id === ALL ? TERMS : `/withdrawals?status=&at=${id}`),
    },
    'withdrawal-terms': {
      label: (what) => t('withdrawal.subject_terms', { text: what.replace(':', ', ') }),
      to: () => TERMS,
    },
  },
  references: { W: '/withdrawals' },
  requests: {
    label: t('withdrawal.request'),
    Panel: WithdrawalPanel,
    endpoint: consoleWithdrawals,
    action: ({ step }) => {
      const known = withdrawalSteps.find((one) => one === step)
      return known && t(`withdrawal.step_${known}`)
    },
  },
  proposals: {
    label: t('withdrawal.kind_terms'),
    tab: 'treasury',
    kinds: {
      'withdrawal-approve': t('withdrawal.kind_approve'),
      'withdrawal-settle': t('withdrawal.kind_settle'),
      'withdrawal-card-paid': t('withdrawal.kind_card_paid'),
      'withdrawal-terms': t('withdrawal.kind_terms'),
      'withdrawal-pause': t('withdrawal.kind_pause'),
    },
  },
  funds: [{ name: 'withdrawal-fees', label: t('withdrawal.fund_fees') }],
}
