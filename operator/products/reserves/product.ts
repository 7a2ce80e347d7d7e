import { Vault } from 'lucide-react'
import { consoleReserves } from '#domain/reserves/console.ts'
import { shortHash } from '../../format.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { ReservesPage } from './reserves-page.tsx'

/** What the platform's own addresses have on chains. */
export const reserves: Product = {
  name: 'reserves',
  group: 'money',
  title: t('reserves.title'),
  pages: [
    {
      path: '/reserves',
      name: t('reserves.title'),
      icon: Vault,
      component: ReservesPage,
      endpoint: consoleReserves,
    },
  ],
  proposals: {
    label: t('reserves.proposal'),
    tab: 'treasury',
    kinds: {
      'reserves-address': t('reserves.kind_address'),
      'reserves-retire': t('reserves.kind_retire'),
      'reserves-fee': t('reserves.kind_fee'),
    },
  },
  subjects: {
    reserves: {
      label(text) {
        const [, transaction] = /^fee:[^:]*:(.*)$/.exec(text) ?? []
        if (transaction) return t('reserves.subject_fee', { text: shortHash(transaction) })
        const [chain = '', address = ''] = text.split(':')
        return t('reserves.subject', { text: `${chain} ${shortHash(address)}` })
      },
      to: () => '/reserves',
    },
  },
}
