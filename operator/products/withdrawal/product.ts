import { ArrowUpFromLine } from 'lucide-react'
import { consoleWithdrawals } from '#domain/withdrawal/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { WithdrawalPanel } from './withdrawal-panel.tsx'
import { WithdrawalsPage } from './withdrawals-page.tsx'

/** Withdrawals: review, the signer, and what they cost. */
export const withdrawal: Product = {
  name: 'withdrawal',
  title: t('withdrawal.title'),
  pages: [
    {
      path: '/withdrawals',
      name: t('withdrawal.title'),
      icon: ArrowUpFromLine,
      component: WithdrawalsPage,
      endpoint: consoleWithdrawals,
    },
  ],
  subjects: {
    withdrawal: {
      label: (id) => t('withdrawal.subject', { text: id }),
      to: (id) => `/withdrawals?status=&at=${id}`,
    },
    'withdrawal-terms': {
      label: (what) => t('withdrawal.subject_terms', { text: what.replace(':', ', ') }),
      to: () => '/withdrawals',
    },
  },
  requests: { label: t('withdrawal.request'), Panel: WithdrawalPanel },
  proposals: {
    label: t('withdrawal.kind_terms'),
    tab: 'treasury',
    kinds: {
      'withdrawal-approve': t('withdrawal.kind_approve'),
      'withdrawal-settle': t('withdrawal.kind_settle'),
      'withdrawal-terms': t('withdrawal.kind_terms'),
      'withdrawal-pause': t('withdrawal.kind_pause'),
    },
  },
  funds: [{ name: 'withdrawal-fees', label: t('withdrawal.fund_fees') }],
}
