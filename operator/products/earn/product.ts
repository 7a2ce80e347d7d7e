import { Lock, PiggyBank } from 'lucide-react'
import { consoleEarn, consoleSubscriptions } from '#domain/earn/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { EarnPage } from './earn-page.tsx'
import { SubscriptionsPage } from './subscriptions-page.tsx'
import { SubscriptionsTable } from './subscriptions-table.tsx'

/** Term products: what is offered, and what pays for it. */
export const earn: Product = {
  name: 'earn',
  title: t('earn.title'),
  pages: [
    { path: '/earn', name: t('earn.title'), icon: Lock, component: EarnPage, endpoint: consoleEarn },
    {
      path: '/subscriptions',
      name: t('earn.subscriptions'),
      icon: PiggyBank,
      component: SubscriptionsPage,
      endpoint: consoleSubscriptions,
    },
  ],
  customerTabs: [
    { id: 'earn', name: t('earn.subscriptions'), endpoint: consoleSubscriptions, Tab: SubscriptionsTable },
  ],
  figures: {
    'earn-subscriptions': {
      label: t('earn.subscriptions_today'),
      to: (day) => `/subscriptions?from=${day}`,
    },
  },
  due: {
    interest: (count) => t('earn.due_interest', { count }),
    maturities: (count) => t('earn.due_maturities', { count }),
  },
  records: { 'earn-subscription': 'subscription' },
  subjects: {
    subscription: {
      label: (id) => t('earn.subject_subscription', { text: id }),
      to: (id) => `/subscriptions?q=${id}`,
    },
    earn: {
      label: (text) => (text.startsWith('new:') ? t('earn.subject_new') : t('earn.subject', { text })),
      to: (text) => (text.startsWith('new:') ? '/earn' : `/earn?at=${text}`),
    },
  },
  proposals: {
    label: t('earn.proposal'),
    tab: 'products',
    kinds: {
      'earn-create': t('earn.kind_create'),
      'earn-edit': t('earn.kind_edit'),
      'earn-open': t('earn.kind_open'),
    },
  },
  funds: [
    { name: 'interest', label: t('earn.fund_interest'), hasColumn: true },
    {
      name: 'reserved',
      label: t('earn.fund_reserved'),
    },
    { name: 'penalties', label: t('earn.fund_penalties') },
  ],
}
