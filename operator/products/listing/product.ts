import { t } from '../../texts.ts'
import type { Product } from '../product.ts'

/** Currencies and instruments: the proposals to list them and to change their terms. */
export const listing: Product = {
  name: 'listing',
  title: t('listing.title'),
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
