import { Tags } from 'lucide-react'
import { consoleTermsHistory } from '#domain/listing/console.ts'
import { pairText } from '#domain/market/instrument.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { ListingPage } from './listing-page.tsx'

/** Currencies, and instruments with their terms. */
export const listing: Product = {
  name: 'listing',
  group: 'trading',
  title: t('listing.title'),
  pages: [
    {
      path: '/listing',
      name: t('listing.title'),
      icon: Tags,
      component: ListingPage,
      // What is listed any operator may ask for, since forms need the currencies; the page is for fewer.
      endpoint: consoleTermsHistory,
    },
  ],
  subjects: {
    instrument: {
      label: (symbol) => t('listing.subject_instrument', { text: pairText(symbol) }),
      to: (symbol) => `/listing?at=${symbol}`,
    },
    currency: {
      label: (code) => t('listing.subject_currency', { text: code }),
      to: () => '/listing?tab=currencies',
    },
  },
  proposals: {
    label: t('listing.proposal'),
    tab: 'products',
    kinds: {
      'listing-terms': t('listing.kind_terms'),
      'listing-currency': t('listing.kind_currency'),
      'listing-instrument': t('listing.kind_instrument'),
    },
  },
}
