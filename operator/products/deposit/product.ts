import { Banknote } from 'lucide-react'
import { consoleChainDeposits, consoleDeposits } from '#domain/deposit/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { Addresses, AddressPanel } from './addresses.tsx'
import { bankAccountsPage } from './bank-accounts-page.tsx'
import { CustomerChainDeposits, CustomerDeposits } from './customer-deposits.tsx'
import { DepositPanel } from './deposit-panel.tsx'
import { DepositsPage } from './deposits-page.tsx'
import { networksPage } from './networks-page.tsx'

/** Deposits by proof, by bank and as chains show them, and where customers pay to. */
export const deposit: Product = {
  name: 'deposit',
  group: 'money',
  title: t('deposit.title'),
  pages: [
    {
      path: '/deposits',
      name: t('deposit.title'),
      icon: Banknote,
      component: DepositsPage,
      endpoint: consoleDeposits,
    },
    bankAccountsPage,
    networksPage,
  ],
  customerTabs: [
    { id: 'deposits', name: t('deposit.title'), endpoint: consoleDeposits, Tab: CustomerDeposits },
    {
      ...{ id: 'chain-deposits', name: t('deposit.chain'), endpoint: consoleChainDeposits },
      Tab: CustomerChainDeposits,
    },
  ],
  figures: {
    'deposit-credited': {
      label: t('deposit.credited_today'),
      to: (day) => `/deposits?status=approved&on=decided&from=${day}`,
    },
  },
  records: { deposit: 'deposit' },
  subjects: {
    deposit: {
      label: (id) => t('deposit.subject', { text: id }),
      to: (id) => `/deposits?status=&q=D-${id}&at=${id}`,
    },
    'deposit-address': {
      label: (what) => t('deposit.subject_address', { text: what.replace(':', ', ') }),
      to: () => '/treasury',
    },
    network: {
      label: (text) => t('deposit.network_subject', { text: text.replace(':', ', ') }),
      to: (text) => `${networksPage.path}?at=${text.split(':')[0]}`,
    },
    'bank-account': {
      label: (number) => t('deposit.subject_bank', { text: number }),
      to: () => bankAccountsPage.path,
    },
  },
  references: { D: '/deposits' },
  requests: { label: t('deposit.request'), Panel: DepositPanel, endpoint: consoleDeposits },
  proposals: {
    label: t('deposit.kind_address'),
    tab: 'treasury',
    kinds: {
      'deposit-credit': t('deposit.kind_credit'),
      'deposit-bank-credit': t('deposit.kind_bank_credit'),
      'bank-account': t('deposit.kind_bank_account'),
      'deposit-address': t('deposit.kind_address'),
      'network-terms': t('deposit.network_kind_terms'),
      'network-open': t('deposit.network_kind_open'),
    },
  },
  treasury: { Section: Addresses, Panel: AddressPanel },
}
